/// The abilities behind common sense, from cells of scenes and the share of them that was solved (sections 5.4 and 6.1).
layout CommonSenseCells

/// The share of a cell's scenes that ask for it; all or none where they are alike.
demand interactiveTask, aiReorientation, challengingNavigation in [0, 1]
demand coreObjectReasoning, objectPermanenceReasoning in [0, 1]
demand movingObjectReasoning, toolUse, agentReasoning in [0, 1]

capability navigationAbility, agentialAbility, objectualAbility ~
  choose prior { unbounded: normal(0, 1), bounded: scaled_beta(1, 1, 0, 2) }
/// Each lies around the objectual ability, which is its prior's mean.
capability objectPermanenceAbility, movingObjectAbility, toolUseAbility ~
  choose prior {
    unbounded: normal(objectualAbility, 1),
    bounded: scaled_beta(objectualAbility, 2 - objectualAbility, 0, 2)
  }
robustness noise     : probability ~ uniform(0, 1)
/// How little the shares of cells that ask for the same differ: their variance is mean (1 - mean) / (1 + precision).
param      precision ~ half_normal(50)

/// Equation 3.23: certain where the demand is absent.
link meets(ability, demand, epsilon = 1e-6) = logistic(ability - log(demand + epsilon))

let navigationP       = meets(navigationAbility, interactiveTask)
                        and meets(navigationAbility, aiReorientation)
                        and meets(navigationAbility, challengingNavigation)
let objectualP        = meets(objectualAbility, coreObjectReasoning)
let objectPermanenceP = meets(objectPermanenceAbility, objectPermanenceReasoning)
let movingObjectP     = meets(movingObjectAbility, movingObjectReasoning)
let toolUseP          = meets(toolUseAbility, toolUse)
let agentialP         = meets(agentialAbility, agentReasoning)
let performance       =
  navigationP and objectualP and objectPermanenceP and movingObjectP and toolUseP and agentialP

observe cellMean ~ beta_proportion(choose noise {
  downscaled: downscale(noise, performance),
  mixed: mix(noise, performance, mean(cellMean))
}, precision)

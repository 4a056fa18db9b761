/// The abilities behind common sense, from single scenes: the two settings of the thesis (sections 5.4 and 6.1).
layout CommonSense

/// What a scene asks for.
demand interactiveTask, aiReorientation, challengingNavigation : flag
demand coreObjectReasoning, objectPermanenceReasoning : flag
demand movingObjectReasoning, toolUse, agentReasoning : flag

capability navigationAbility, agentialAbility, objectualAbility ~
  choose prior { unbounded: normal(0, 1), bounded: scaled_beta(1, 1, 0, 2) }
/// Each lies around the objectual ability, which is its prior's mean.
capability objectPermanenceAbility, movingObjectAbility, toolUseAbility ~
  choose prior {
    unbounded: normal(objectualAbility, 1),
    bounded: scaled_beta(objectualAbility, 2 - objectualAbility, 0, 2)
  }
robustness noise : probability ~ uniform(0, 1)

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

observe success ~ bernoulli(choose noise {
  downscaled: downscale(noise, performance),
  mixed: mix(noise, performance, mean(success))
})

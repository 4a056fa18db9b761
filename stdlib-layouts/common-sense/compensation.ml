/// The abilities behind common sense where one can stand in for another: weighted compensation (equation 7.1).
layout CommonSenseCompensation

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
/// How far each ability can stand in for the others.
param      navigationWeight, objectualWeight, objectPermanenceWeight, movingObjectWeight,
           toolUseWeight, agentialWeight : probability ~ beta(1, 1)

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
let performance       = choose compensation {
  weighted: weighted_any(navigationWeight, navigationP, objectualWeight, objectualP,
                         objectPermanenceWeight, objectPermanenceP, movingObjectWeight,
                         movingObjectP, toolUseWeight, toolUseP, agentialWeight, agentialP),
  full: any(navigationP, objectualP, objectPermanenceP, movingObjectP, toolUseP, agentialP)
}

observe success ~ bernoulli(choose noise {
  downscaled: downscale(noise, performance),
  mixed: mix(noise, performance, mean(success))
})

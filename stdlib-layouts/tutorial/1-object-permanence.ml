/// Step 1 of the tutorial: object permanence.
layout ObjectPermanenceAlone

unit m, position

/// Length of the way to the goal, around obstacles: how long the goal stays out of sight grows with it.
demand navigationDistanceGoal : m in [0, 200]
/// Between how many places the agent chooses.
demand numChoices             : position in [1, 12]
/// The goal is out of sight when the agent may move.
demand goalOccluded           : flag

let hidden = navigationDistanceGoal * numChoices

capability objPermAbility : m * position ~ uniform(min(hidden), max(hidden))

let objPermP = scaled_margin(objPermAbility, hidden * goalOccluded, min(hidden), max(hidden))

observe success ~ bernoulli(objPermP)

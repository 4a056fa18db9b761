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

/// The notebook's `logistic999`, as its words have it (0.999 for the widest margin, a half for none), or as its code has it.
link margin999(ability, demand, lo, hi) = choose logistic999 {
  words: scaled_margin(ability, demand, lo, hi),
  code: logistic(log(999) / (hi - lo) * (ability - lo - demand))
}

let objPermP = margin999(objPermAbility, hidden * goalOccluded, min(hidden), max(hidden))

observe success ~ bernoulli(objPermP)

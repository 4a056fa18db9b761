/// Step 4 of the tutorial: visual acuity too.
layout WithVisualAcuity

unit m, position, turn

/// Length of the way to the goal, around obstacles: how long the goal stays out of sight grows with it.
demand navigationDistanceGoal : m in [0, 200]
/// Between how many places the agent chooses.
demand numChoices             : position in [1, 12]
/// The goal is out of sight when the agent may move.
demand goalOccluded           : flag
/// How often the way to the goal turns.
demand navigationTurnsGoal    : turn in [0, 13]
demand lavaPresence           : flag
demand mainGoalSize           : m in [0.5, 5]
/// Distance to the goal as the crow flies.
demand euclideanDistanceGoal  : m in [0, 100]

let hidden = navigationDistanceGoal * numChoices
let way    = navigationDistanceGoal * navigationTurnsGoal
let ratio  = euclideanDistanceGoal / mainGoalSize

capability objPermAbility      : m * position ~ uniform(min(hidden), max(hidden))
capability navAbility          : m * turn ~ uniform(min(way), max(way))
capability lavaAbility         : probability ~ beta(1, 1)
capability visualAcuityAbility ~ uniform(min(ratio), max(ratio))

/// The notebook's `logistic999`, as its words have it (0.999 for the widest margin, a half for none), or as its code has it.
link margin999(ability, demand, lo, hi) = choose logistic999 {
  words: scaled_margin(ability, demand, lo, hi),
  code: logistic(log(999) / (hi - lo) * (ability - lo - demand))
}

let objPermP      = margin999(objPermAbility, hidden * goalOccluded, min(hidden), max(hidden))
let navP          = margin999(navAbility, way, min(way), max(way))
let lavaP         = presence(lavaAbility, lavaPresence)
let visualAcuityP = choose logistic999 {
  words: scaled_margin(log(visualAcuityAbility), log(ratio), log(min(ratio)), log(max(ratio))),
  code: logistic(log(999) / (max(ratio) - min(ratio))
                 * (log(visualAcuityAbility) - log(ratio) - min(ratio)))
}

observe success ~ bernoulli(objPermP and navP and lavaP and visualAcuityP)

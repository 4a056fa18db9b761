/// Step 5 of the tutorial: whether the goal was reached, and whether the right place was chosen.
layout TwoOutcomes

unit m, position, turn

/// Length of the way to the goal, around obstacles: how long the goal stays out of sight grows with it.
demand navigationDistanceGoal   : m in [0, 200]
/// Between how many places the agent chooses.
demand numChoices               : position in [1, 12]
/// The goal is out of sight when the agent may move.
demand goalOccluded             : flag
/// How often the way to the goal turns.
demand navigationTurnsGoal      : turn in [0, 13]
/// The way to where the agent must choose, and how often it turns.
demand navigationDistanceChoice : m in [0, 100]
demand navigationTurnsChoice    : turn in [0, 6]
demand lavaPresence             : flag
demand mainGoalSize             : m in [0.5, 5]
/// Distance to the goal as the crow flies.
demand euclideanDistanceGoal    : m in [0, 100]

let hidden         = navigationDistanceGoal * numChoices
let hiddenAtChoice = navigationDistanceChoice * numChoices
let way            = navigationDistanceGoal * navigationTurnsGoal
let wayToChoice    = navigationDistanceChoice * navigationTurnsChoice
let shortest       = at_most(min(way), min(wayToChoice))
let longest        = at_least(max(way), max(wayToChoice))
let ratio          = euclideanDistanceGoal / mainGoalSize

capability objPermAbility      : m * position ~ uniform(min(hidden), max(hidden))
capability navAbility          : m * turn ~ uniform(shortest, longest)
capability visualAcuityAbility ~ uniform(min(ratio), max(ratio))
capability lavaAbility         : probability ~ beta(1, 1)

/// The notebook's `logistic999`, as its words have it (0.999 for the widest margin, a half for none), or as its code has it.
link margin999(ability, demand, lo, hi) = choose logistic999 {
  words: scaled_margin(ability, demand, lo, hi),
  code: logistic(log(999) / (hi - lo) * (ability - lo - demand))
}

let objPermSuccessP = margin999(objPermAbility, hidden * goalOccluded, min(hidden), max(hidden))
let objPermChoiceP  =
  margin999(objPermAbility, hiddenAtChoice * goalOccluded, min(hidden), max(hidden))
/// In this step alone a margin, as the notebook has it: lava halves the chances even of an ability of 1.
let lavaP           = margin999(lavaAbility, lavaPresence, 0, 1)
let navSuccessP     = margin999(navAbility, way, shortest, longest) and lavaP
let navChoiceP      = margin999(navAbility, wayToChoice, shortest, longest)
let visualAcuityP   = choose logistic999 {
  words: scaled_margin(log(visualAcuityAbility), log(ratio), log(min(ratio)), log(max(ratio))),
  code: logistic(log(999) / (max(ratio) - min(ratio))
                 * (log(visualAcuityAbility) - log(ratio) - min(ratio)))
}

observe success ~ bernoulli(navSuccessP and objPermSuccessP)
observe choice  ~ bernoulli(navChoiceP and objPermChoiceP and visualAcuityP)

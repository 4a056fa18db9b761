/// Step 3 of the tutorial: lava too, as a demand that is there or not.
layout WithLava

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

let hidden = navigationDistanceGoal * numChoices
let way    = navigationDistanceGoal * navigationTurnsGoal

capability objPermAbility : m * position ~ uniform(min(hidden), max(hidden))
capability navAbility     : m * turn ~ uniform(min(way), max(way))
capability lavaAbility    : probability ~ beta(1, 1)

/// The notebook's `logistic999`, as its words have it (0.999 for the widest margin, a half for none), or as its code has it.
link margin999(ability, demand, lo, hi) = choose logistic999 {
  words: scaled_margin(ability, demand, lo, hi),
  code: logistic(log(999) / (hi - lo) * (ability - lo - demand))
}

let objPermP = margin999(objPermAbility, hidden * goalOccluded, min(hidden), max(hidden))
let navP     = margin999(navAbility, way, min(way), max(way))
let lavaP    = presence(lavaAbility, lavaPresence)

observe success ~ bernoulli(objPermP and navP and lavaP)

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

let objPermP = scaled_margin(objPermAbility, hidden * goalOccluded, min(hidden), max(hidden))
let navP     = scaled_margin(navAbility, way, min(way), max(way))
let lavaP    = presence(lavaAbility, lavaPresence)

observe success ~ bernoulli(objPermP and navP and lavaP)

/// Object permanence and the abilities it rests on: Table 3 of Bayesian triangulation.
layout ObjectPermanence

unit s, position, m

/// How long the goal is out of sight before the agent may move.
demand timeUnderOcclusion : s in [0, 4]
/// In how many places the goal may be hidden.
demand numPositions       : position in [1, 11]
demand goalDistance       : m in [0, 56]
demand goalSize           : m in [0.4, 5]
/// Where the goal is: left (-1), ahead (0) or right (1).
demand side               in {-1, 0, 1}
demand occluder, lava, platform, ramp : flag

capability memoryAbility  : s ~ uniform(0, 4.4)
capability opAbility      : s * position ~ uniform(0, memoryAbility * 11 position)
capability visualAbility  : m ~ uniform(0, 6)
capability flatNavAbility : m ~
  choose navigationPrior { range: uniform(0, 56), printed: normal(0, 1) }
capability rampAbility, lavaAbility, platformAbility : probability ~ beta(1, 1)
bias       rightLeftBias  : m ~ choose sidePrior { printed: normal(0, 1), wide: normal(0, 10) }
robustness noiseLevel     : probability ~ uniform(0, 1)

let flatNavP = margin(flatNavAbility + rightLeftBias * side, goalDistance, steepness = 1 / 1 m)
let navP     = presence(rampAbility, ramp) and presence(platformAbility, platform)
               and presence(lavaAbility, lava) and flatNavP
let memoryP  = margin(memoryAbility, timeUnderOcclusion, steepness = 1 / 1 s)
let opP      =
  memoryP and margin(48.4 - (48.4 - (opAbility - 4 s * numPositions)) * occluder, 0, steepness = 1)
let visualP  = margin(visualAbility, 5 - goalSize, steepness = 1 / 1 m)

let noiseRate = choose noiseTowards { failures: 1 - mean(success), successes: mean(success) }

observe success ~ bernoulli(mix(noiseLevel, opP and navP and visualP, noiseRate))

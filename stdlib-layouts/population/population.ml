/// The abilities of many agents at once, each a draw from the population of agents that its hyper-parameters describe.
layout ObjectPermanencePopulation

unit s, position, m

category agent

/// How long the goal is out of sight before the agent may move.
demand timeUnderOcclusion : s in [0, 4]
/// In how many places the goal may be hidden.
demand numPositions       : position in [1, 11]
demand goalDistance       : m in [0, 56]
demand goalSize           : m in [0.4, 5]
/// Where the goal is: left (-1), ahead (0) or right (1).
demand side               in {-1, 0, 1}
demand occluder, lava, platform, ramp : flag

/// What draws the abilities of agents up and down: both 0 is a population that is spread evenly.
param memoryUp, opUp, visualUp, flatNavUp, rampUp, lavaUp, platformUp, noiseUp ~ half_normal(2)
param memoryDown, opDown, visualDown, flatNavDown, rampDown, lavaDown, platformDown, noiseDown ~
  half_normal(2)

capability memoryAbility[agent]   : s ~ scaled_beta(1 + memoryUp, 1 + memoryDown, 0, 4.4)
capability opAbility[agent]       : s * position ~
  scaled_beta(1 + opUp, 1 + opDown, 0, memoryAbility[agent] * 11 position)
capability visualAbility[agent]   : m ~ scaled_beta(1 + visualUp, 1 + visualDown, 0, 6)
capability flatNavAbility[agent]  : m ~ scaled_beta(1 + flatNavUp, 1 + flatNavDown, 0, 56)
capability rampAbility[agent]     : probability ~ beta(1 + rampUp, 1 + rampDown)
capability lavaAbility[agent]     : probability ~ beta(1 + lavaUp, 1 + lavaDown)
capability platformAbility[agent] : probability ~ beta(1 + platformUp, 1 + platformDown)
bias       rightLeftBias[agent]   : m ~ normal(0, 1)
robustness noiseLevel[agent]      : probability ~ beta(1 + noiseUp, 1 + noiseDown)

let flatNavP =
  margin(flatNavAbility[agent] + rightLeftBias[agent] * side, goalDistance, steepness = 1 / 1 m)
let navP     = presence(rampAbility[agent], ramp) and presence(platformAbility[agent], platform)
               and presence(lavaAbility[agent], lava) and flatNavP
let memoryP  = margin(memoryAbility[agent], timeUnderOcclusion, steepness = 1 / 1 s)
let opP      = memoryP
               and margin(48.4 - (48.4 - (opAbility[agent] - 4 s * numPositions)) * occluder, 0,
                          steepness = 1)
let visualP  = margin(visualAbility[agent], 5 - goalSize, steepness = 1 / 1 m)

observe success ~
  bernoulli(mix(noiseLevel[agent], opP and navP and visualP, 1 - mean(success, by = agent)))

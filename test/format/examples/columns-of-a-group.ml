layout L
unit s, position, m
unit minute = 60 s
unit kmh    = 0.27778 m / s
/// Documentation does not break a group.
demand timeUnderOcclusion : s in [0, 4]
// Nor does a comment.
demand numPositions       : position in [1, 11]
demand side               in {-1, 0, 1} missing = 0
demand dark, slippery     : flag
demand occluder, lava, platform, ramp : flag

demand after : flag missing = 1
demand gone  missing = -1
capability memory : s ~ uniform(0, 4.4)
bias       lean   : m ~ normal(0, 1)
param      h      ~ half_normal(1) in [0, inf]
robustness a, b   : probability ~ beta(1, 1)
let p       = margin(memory, timeUnderOcclusion)
let reaches = 1
observe success ~ bernoulli(p)
observe time    : s ~ normal(memory, 1)
report least      : s = memory - 1 s
report of[person] = 2 * theta[person]

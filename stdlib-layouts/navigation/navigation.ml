/// Simple navigation: appendix D.1 of Inferring Capabilities from Task Performance with Bayesian Triangulation.
layout Navigation

unit m

/// How far the goal is from the start.
demand goalDistance : m in [0, 100]
/// Diameter of the goal.
demand goalSize     : m in [0.05, 10]

/// Sees half of the goals whose distance is this many times their diameter.
capability visualAcuity ~ half_normal(max(goalDistance / goalSize) / 2)
/// Reaches half of the goals at this distance.
capability navigation   : m ~ half_normal(max(goalDistance) / 2)

let sees  = log_margin(visualAcuity, goalDistance / goalSize)
let walks = margin(navigation, goalDistance, steepness = 1 / 1 m)

observe success ~ bernoulli(sees and walks)

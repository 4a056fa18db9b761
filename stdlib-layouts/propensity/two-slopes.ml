/// A propensity whose bounds have slopes of their own, both learnt: equation 2 of the propensity paper.
layout PropensityTwoSlopes

unit level

/// From which to which level of the propensity a task is solved.
demand lowest, highest : level in [-5, 5]

propensity tendency : level ~ normal(0, 2)
/// How steeply success falls below the lower and above the upper bound.
param      steepnessBelow, steepnessAbove : 1 / level ~ lognormal(0.5, 0.5)

observe success ~
  bernoulli(margin(tendency, lowest, steepnessBelow) and margin(highest, tendency, steepnessAbove))

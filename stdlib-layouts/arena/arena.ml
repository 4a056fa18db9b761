/// An arena: which of two models gave the better answer, as people judge it, with ties.
layout Arena

category model = left, right

/// How far apart models are, in the log odds of a preference.
param      spread          ~ half_normal(1)
/// How far apart two answers must be before one is preferred.
param      threshold       ~ half_normal(1)
/// What it is worth to stand on the left.
bias       leftBias        ~ normal(0, 0.5)
capability strength[model] ~ normal(0, spread)

/// The chance of being preferred to a typical model where nobody calls it a tie.
report typically[model] = logistic(strength[model])

let gap = strength[left] - strength[right] + leftBias

/// 1 where the right one is preferred, 2 for a tie, 3 where the left one is.
observe verdict ~ ordered_logistic(gap, -threshold, threshold)

/// A propensity by the three normalisations that Figures 2 and 4 of the propensity paper compare.
layout PropensityNormalisations

unit level

/// From which to which level of the propensity a task is solved.
demand lowest, highest : level in [-5, 5]

propensity tendency : level ~ normal(0, 2)

/// σ(a (θ − lower)) σ(a (upper − θ)) / σ(a r)², by its logit, as `band` is; but a is the slope however narrow a window is.
link naive_band(theta, lower, upper, slope) =
  within(slope * at_most(theta - lower, upper - theta), slope * (upper - lower) / 2)
link within(inside, half) =
  logistic(inside + 2 * (log1p(exp(-half)) - log(at_least(-expm1(inside - half), 1e-150))))

observe success ~ bernoulli(choose normalisation {
  final: band(tendency, lowest, highest, slope = 1 / 1 level),
  naive: naive_band(tendency, lowest, highest, slope = 1 / 1 level),
  none: margin(tendency, lowest, steepness = 1 / 1 level)
  and margin(highest, tendency, steepness = 1 / 1 level)
})

/// Two parameters per item: how hard it is, and how sharply it tells systems apart.
layout TwoParameter

category system, item

/// In standard deviations of systems, which have a mean of 0: nothing else would fix the scale.
capability skill[system] ~ normal(0, 1)
param      middle        ~ normal(0, 2)
param      spread        ~ half_normal(1.5)
param      hard[item]    ~ normal(middle, spread)
/// Above 0, so that no item turns the scale around.
param      typical       ~ lognormal(median = 1, spread = 0.5)
param      variety       ~ half_normal(0.5)
param      sharp[item]   ~ lognormal(median = typical, spread = variety)

observe right ~ bernoulli(logistic(sharp[item] * (skill[system] - hard[item])))

/// Two parameters per item: how hard it is, and how sharply it tells systems apart.
layout TwoParameter

category system, item

/// Items sum to zero and have a typical sharpness of 1: nothing else would fix where the scale begins, and its unit.
param      middle        ~ normal(0, 2)
param      range         ~ half_normal(1.5)
capability skill[system] ~ normal(middle, range)
param      spread        ~ half_normal(1.5)
param      hard[item]    ~ normal(0, spread) sum to zero
/// Above 0, so that no item turns the scale around.
param      variety       ~ half_normal(0.5)
param      sharp[item]   ~ lognormal(median = 1, spread = variety)

observe right ~ bernoulli(logistic(sharp[item] * (skill[system] - hard[item])))

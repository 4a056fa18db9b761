/// Three parameters per item: how hard and how sharp it is, and how often a guess is right, which the table says.
layout ThreeParameter

category system, item

/// One over the number of options where an item is multiple choice, 0 where it is not.
demand chance[item] : probability

/// In standard deviations of systems, which have a mean of 0: nothing else would fix the scale.
capability skill[system] ~ normal(0, 1)
param      middle        ~ normal(0, 2)
param      spread        ~ half_normal(1.5)
param      hard[item]    ~ normal(middle, spread)
/// Above 0, so that no item turns the scale around.
param      typical       ~ lognormal(median = 1, spread = 0.5)
param      variety       ~ half_normal(0.5)
param      sharp[item]   ~ lognormal(median = typical, spread = variety)

let knows = logistic(sharp[item] * (skill[system] - hard[item]))

observe right ~ bernoulli(mix(chance[item], knows, 1))

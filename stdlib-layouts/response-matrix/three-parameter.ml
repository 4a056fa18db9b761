/// Three parameters per item: how hard and how sharp it is, and how often a guess is right, which the table says.
layout ThreeParameter

category system, item

/// One over the number of options where an item is multiple choice, 0 where it is not.
demand chance[item] : probability

/// Items sum to zero and have a typical sharpness of 1: nothing else would fix where the scale begins, and its unit.
param      middle        ~ normal(0, 2)
param      range         ~ half_normal(1.5)
capability skill[system] ~ normal(middle, range)
param      spread        ~ half_normal(1.5)
param      hard[item]    ~ normal(0, spread) sum to zero
/// Above 0, so that no item turns the scale around.
param      variety       ~ half_normal(0.5)
param      sharp[item]   ~ lognormal(median = 1, spread = variety)

let knows = logistic(sharp[item] * (skill[system] - hard[item]))

observe right ~ bernoulli(mix(chance[item], knows, 1))

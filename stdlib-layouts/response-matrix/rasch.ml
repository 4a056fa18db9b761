/// One parameter per item: how able systems are and how hard items are, from a matrix of right and wrong answers.
layout Rasch

category system, item

/// Systems have a mean of 0; how far they and the items are apart is estimated.
param      range         ~ half_normal(1.5)
param      middle        ~ normal(0, 2)
param      spread        ~ half_normal(1.5)
capability skill[system] ~ normal(0, range)
param      hard[item]    ~ normal(middle, spread)

observe right ~ bernoulli(logistic(skill[system] - hard[item]))

/// One parameter per item: how able systems are and how hard items are, from a matrix of right and wrong answers.
layout Rasch

category system, item

/// Items sum to zero: of a shift of all abilities and difficulties together, no answer tells anything.
param      middle        ~ normal(0, 2)
param      range         ~ half_normal(1.5)
capability skill[system] ~ normal(middle, range)
param      spread        ~ half_normal(1.5)
param      hard[item]    ~ normal(0, spread) sum to zero

observe right ~ bernoulli(logistic(skill[system] - hard[item]))

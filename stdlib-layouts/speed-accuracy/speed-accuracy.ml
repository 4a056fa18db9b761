/// Speed and accuracy: how able persons are and how fast they work, from answers and their times.
layout SpeedAccuracy

unit s

category person, item

/// In standard deviations of persons: the able solve more, the fast take less time.
capability ability[person], speed[person] ~ normal(0, 1) correlated lkj(2)
/// In standard deviations of items: hard ones are solved less often, long ones take more time.
param      hard[item], long[item]         ~ normal(0, 1) correlated lkj(2)

/// How far persons and items are apart in the log odds of a right answer, and in the logarithm of its time.
param oddsOfPersons, oddsOfItems, timeOfPersons, timeOfItems ~ half_normal(1)
param ease    ~ normal(0, 1.5)
param typical : s ~ lognormal(median = 20, spread = 1)
param scatter ~ half_normal(1)

let odds   = ease + oddsOfPersons * ability[person] - oddsOfItems * hard[item]
let longer = timeOfItems * long[item] - timeOfPersons * speed[person]

observe right ~ bernoulli_logit(odds)
observe time  : s ~ lognormal(median = typical * exp(longer), spread = scatter)

/// Persons who try, and persons who click through: told apart by what they answer and by how long it takes.
layout RapidGuessing

unit s

category person, item

param      trying          : probability ~ beta(2, 1)
capability ability[person] ~ normal(0, 1)
param      hard[item]      ~ normal(0, 1)
/// The typical time of a click, and how many times as long an attempt takes.
param      click           : s ~ lognormal(1, 1)
param      longer          ~ lognormal(1.5, 0.5)
param      uneven          ~ half_normal(1)

class tries[person] ~ bernoulli(trying)

/// Each item has four options.
observe right ~ bernoulli(mix(tries[person], 0.25, logistic(ability[person] - hard[item])))
observe time  : s ~ lognormal(median = click * longer ^ tries[person], spread = uneven)

/// Two loadings per item: on what all items have in common, and on what those of its area have beside it.
layout Bifactor

category system
category item in area
category area in {coding, law, physics}

/// In standard deviations of systems: in general, and in each area beside that.
capability general[system]       ~ normal(0, 1)
capability special[system, area] ~ normal(0, 1)
param      middle                ~ normal(0, 2)
param      spread                ~ half_normal(1.5)
param      hard[item]            ~ normal(middle, spread)
/// Above 0, so that no item turns a scale around.
param      common, apart         ~ half_normal(1.5)
param      ofAll[item]           ~ lognormal(median = common, spread = 0.3)
param      ofArea[item]          ~ lognormal(median = apart, spread = 0.3)

/// How much of what items tell systems apart by is general.
report share : probability = logistic(2 * log(common / apart))

observe right ~ bernoulli(logistic(ofAll[item] * general[system]
                                   + ofArea[item] * special[system, area] - hard[item]))

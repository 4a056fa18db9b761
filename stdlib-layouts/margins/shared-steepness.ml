/// Many subjects with one steepness among them, which is learnt: equations 3.17 and 3.19 of the thesis.
layout SharedSteepness

category subject

demand difficulty in [-4, 4]

/// ξ: how steeply success falls where the demand comes near the ability, for every subject.
param      steepness        ~ lognormal(0, 0.5)
capability ability[subject] ~ normal(0, 2)

observe success ~ bernoulli(margin(ability[subject], difficulty, steepness))

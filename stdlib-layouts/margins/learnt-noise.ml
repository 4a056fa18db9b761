/// Success that now and then has nothing to do with the demand: equation 3.24 of the thesis, with φ and ν learnt.
layout LearntNoise

category subject

demand difficulty in [-4, 4]

capability ability[subject] ~ normal(0, 2)
/// φ: how often a subject passes or fails whatever is demanded.
robustness noise[subject]   : probability ~ beta(1, 3)
/// ν: how often it passes then.
robustness luck[subject]    : probability ~ uniform(0, 1)

observe success ~
  bernoulli(mix(noise[subject], margin(ability[subject], difficulty, steepness = 2), luck[subject]))

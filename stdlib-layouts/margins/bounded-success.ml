/// Success between a fixed chance and a learnt reliability: equation 3.25 of the thesis.
layout BoundedSuccess

category subject

demand difficulty in [-4, 4]

// a: what guessing passes, of four options.
let chance = 0.25

capability ability[subject]     ~ normal(0, 2)
/// b: how often a subject passes what is far below its ability.
robustness reliability[subject] : probability ~ uniform(chance, 1)

observe success ~ bernoulli(between(chance, reliability[subject],
                                    margin(ability[subject], difficulty, steepness = 2)))

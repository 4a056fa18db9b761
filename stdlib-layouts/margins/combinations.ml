/// Two margins and the ways to combine them that section 3.3 of the thesis lists.
layout Combinations

category subject

demand distance, clutter in [-3, 3]

capability walks[subject], sees[subject] ~ normal(0, 1.5)

let walksP = margin(walks[subject], distance, steepness = 2)
let seesP  = margin(sees[subject], clutter, steepness = 2)

observe success ~ bernoulli(choose combination {
  weakest: at_most(walksP, seesP),
  strongest: at_least(walksP, seesP),
  product: walksP and seesP,
  complementary: walksP or seesP,
  mean: mix(0.5, walksP, seesP)
})

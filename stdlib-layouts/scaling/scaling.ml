/// A latent regression: how the skill of models goes with the compute that they were trained with.
layout Scaling

unit FLOP

category model, item

demand compute[model] : FLOP in [0, inf]

param base       ~ normal(0, 2)
/// What ten times as much compute is worth, in log odds.
param gain       ~ normal(0, 1)
/// How far models of equal compute are apart.
param spread     ~ half_normal(1)
param hard[item] ~ normal(0, 1.5)

/// Orders of magnitude of compute, from their mean.
let orders   = log(compute[model] / FLOP) / log(10)
let expected = base + gain * (orders - mean(orders))

capability skill[model] ~ normal(expected, spread)

/// How much more able a model is than its compute lets expect.
report beyond[model] = skill[model] - expected

observe right ~ bernoulli(logistic(skill[model] - hard[item]))

/// The linear logistic test model: how hard an item is follows from what it demands, but for a residual.
layout LinearLogistic

category model, item

dimension feature = steps, negations, distractors

/// How much of each feature an item has.
demand has[item, feature] in [0, 4]

/// What one more of a feature adds to the difficulty, in log odds.
param weight[feature] ~ normal(0, 1)
param base            ~ normal(0, 2)
/// How far items with the same features are apart.
param residual        ~ half_normal(1)

let expected = base + sum feature: weight[feature] * has[item, feature]

param      hard[item]   ~ normal(expected, residual)
capability skill[model] ~ normal(0, 1.5)

/// How much harder an item is than its features let expect.
report unexplained[item] = hard[item] - expected

observe right ~ bernoulli(logistic(skill[model] - hard[item]))

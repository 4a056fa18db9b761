// Neal's funnel. Its one row says nothing: a fit needs a table.
layout Funnel

param v ~ normal(0, 3)
param x1, x2, x3, x4, x5, x6, x7, x8, x9 ~ normal(0, exp(v / 2))

observe y ~ normal(0 * x1, 1)

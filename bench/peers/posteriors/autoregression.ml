// A hidden series that is drawn towards zero, seen with noise.
layout Autoregression

category step

param rho ~ normal(0.5, 0.5)
param spread, noise ~ half_normal(1)
capability x[step] ~ normal(rho * previous(x[step], 0), spread)

observe y ~ normal(x[step], noise)

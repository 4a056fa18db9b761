// Radon in the houses of Minnesota: every county has an intercept and a slope on the floor of the measurement.
layout Radon

category county
demand floor in [0, 1]

param mua, mub ~ normal(0, 5)
param sa, sb ~ half_normal(1)
param s ~ half_normal(2)
param a[county] ~ normal(mua, sa)
param b[county] ~ normal(mub, sb)

observe y ~ normal(a[county] + b[county] * floor, s)

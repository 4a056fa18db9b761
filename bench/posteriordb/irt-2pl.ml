// posteriordb's irt_2pl: a hundred persons and twenty items, of which each has met each.
layout ItemResponse

category person, item

param      sigma_theta, sigma_a, sigma_b ~ half_cauchy(2)
param      mu_b          ~ normal(0, 5)
capability theta[person] ~ normal(0, sigma_theta)
param      a[item]       ~ lognormal(0, sigma_a)
param      b[item]       ~ normal(mu_b, sigma_b)

observe y ~ bernoulli(irt_2pl(theta[person], b[item], a[item]))

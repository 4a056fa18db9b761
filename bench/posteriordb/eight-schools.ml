// posteriordb's eight_schools_noncentered: a normal among levels is sampled by its distance from the mean, as there.
layout EightSchools

category school
demand sigma in [0, inf]

param mu            ~ normal(0, 5)
param tau           ~ half_cauchy(5)
param theta[school] ~ normal(mu, tau)

observe y ~ normal(theta[school], sigma)

// A hundred systems, whose skill depends on the compute that trained them, score on forty tasks.
layout Compute

category system, task
demand logCompute in [0, 10]

param base ~ normal(0, 2)
param gain ~ normal(0, 1)
param spread, noise ~ half_normal(1)
param harder ~ half_normal(2)
capability skill[system] ~ normal(base + gain * mean(logCompute, by = system), spread)
param hard[task] ~ normal(0, harder)

observe score ~ normal(skill[system] - hard[task], noise)

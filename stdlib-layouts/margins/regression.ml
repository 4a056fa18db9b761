/// A regression for each region, with coefficients from a population: equation 3.8 and Table 3.3 of the thesis.
layout Regression

category region

/// Whether there are youngsters in the household.
demand youngsters : flag

param baseMean, effectMean ~ normal(0, 1)
param baseSpread, effectSpread, residual ~ half_cauchy(1)
param base[region]         ~ normal(baseMean, baseSpread)
param effect[region]       ~ normal(effectMean, effectSpread)

observe churn ~ normal(base[region] + effect[region] * youngsters, residual)

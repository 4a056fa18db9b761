// posteriordb's blr on the data sblri.
layout Regression

demand x1, x2, x3, x4, x5

param b1, b2, b3, b4, b5 ~ normal(0, 10)
param sigma ~ half_normal(10)

observe y ~ normal(b1 * x1 + b2 * x2 + b3 * x3 + b4 * x4 + b5 * x5, sigma)

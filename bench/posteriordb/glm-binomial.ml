// posteriordb's GLM_Binomial_model.
layout Counts

demand year in [-1, 1]
demand N    : count

param alpha, beta1, beta2 ~ normal(0, 100)

observe C ~ binomial_logit(N, alpha + beta1 * year + beta2 * year ^ 2)

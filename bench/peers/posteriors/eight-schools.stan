data { int N; int n_school; array[N] int school; vector[N] y; vector[N] sigma; }
parameters { vector[n_school] raw; real mu; real<lower=0> tau; }
transformed parameters { vector[n_school] theta = mu + tau * raw; }
model { raw ~ std_normal(); mu ~ normal(0, 5); tau ~ cauchy(0, 5); y ~ normal(theta[school], sigma); }

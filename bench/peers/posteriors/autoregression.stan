data { int N; int n_step; array[N] int step; vector[N] y; }
parameters { real rho; real<lower=0> spread; real<lower=0> noise; vector[n_step] x; }
model {
  rho ~ normal(0.5, 0.5);
  spread ~ std_normal();
  noise ~ std_normal();
  x[1] ~ normal(0, spread);
  x[2:n_step] ~ normal(rho * x[1:(n_step - 1)], spread);
  y ~ normal(x[step], noise);
}

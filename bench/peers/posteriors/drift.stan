// Walks by their steps, which is the form that samples well: 200 rows a step say little beside the walk.
data { int N; int n_step; array[N] int step; vector[N] d1; vector[N] d2; vector[N] d3; array[N] int success; }
parameters {
  vector[3] start;
  vector<lower=0>[3] drift;
  matrix[n_step, 3] raw;
}
transformed parameters {
  matrix[n_step, 3] a;
  for (k in 1:3) a[, k] = start[k] + drift[k] * cumulative_sum(raw[, k]);
}
model {
  start ~ normal(0, 2);
  drift ~ normal(0, 0.5);
  to_vector(raw) ~ std_normal();
  success ~ bernoulli(inv_logit(a[step, 1] - d1) .* inv_logit(a[step, 2] - d2) .* inv_logit(a[step, 3] - d3));
}

data {
  int<lower=1> N;
  int<lower=1> S;
  int<lower=1> I;
  int<lower=1> K;
  array[N] int<lower=1, upper=S> system;
  array[N] int<lower=1, upper=I> item;
  matrix<lower=0, upper=1>[N, K] draws;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  vector<lower=0>[K] range;
  cholesky_factor_corr[K] correlation;
  matrix[K, S] z;
  real middle;
  real<lower=0> spread;
  vector<offset=middle, multiplier=spread>[I] hard;
}
transformed parameters {
  matrix[S, K] skill = (diag_pre_multiply(range, correlation) * z)';
}
model {
  range ~ normal(0, 1.5);
  correlation ~ lkj_corr_cholesky(2);
  to_vector(z) ~ std_normal();
  middle ~ normal(0, 2);
  spread ~ normal(0, 1.5);
  hard ~ normal(middle, spread);
  right ~ bernoulli_logit(rows_dot_product(draws, skill[system]) - hard[item]);
}
generated quantities {
  matrix[K, K] Omega = multiply_lower_tri_self_transpose(correlation);
  vector[S] general = skill * rep_vector(1.0 / K, K);
}

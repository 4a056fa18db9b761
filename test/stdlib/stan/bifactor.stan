data {
  int<lower=1> N;
  int<lower=1> S;
  int<lower=1> I;
  int<lower=1> A;
  array[N] int<lower=1, upper=S> system;
  array[N] int<lower=1, upper=I> item;
  array[N] int<lower=1, upper=A> area;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  vector[S] general;
  matrix[S, A] special;
  real middle;
  real<lower=0> spread;
  vector<offset=middle, multiplier=spread>[I] hard;
  real<lower=0> common;
  real<lower=0> apart;
  vector<offset=log(common), multiplier=0.3>[I] log_of_all;
  vector<offset=log(apart), multiplier=0.3>[I] log_of_area;
}
transformed parameters {
  vector<lower=0>[I] of_all = exp(log_of_all);
  vector<lower=0>[I] of_area = exp(log_of_area);
}
model {
  vector[N] odds;
  for (n in 1:N) {
    odds[n] = of_all[item[n]] * general[system[n]] + of_area[item[n]] * special[system[n], area[n]] - hard[item[n]];
  }
  general ~ std_normal();
  to_vector(special) ~ std_normal();
  middle ~ normal(0, 2);
  spread ~ normal(0, 1.5);
  hard ~ normal(middle, spread);
  common ~ normal(0, 1.5);
  apart ~ normal(0, 1.5);
  log_of_all ~ normal(log(common), 0.3);
  log_of_area ~ normal(log(apart), 0.3);
  right ~ bernoulli_logit(odds);
}
generated quantities {
  real share = inv_logit(2 * log(common / apart));
}

data {
  int<lower=1> N;
  int<lower=2> models;
  array[N] int<lower=1, upper=models> left_model;
  array[N] int<lower=1, upper=models> right_model;
  array[N] int<lower=1, upper=3> verdict;
}
parameters {
  real<lower=0> spread;
  real<lower=0> threshold;
  real left_bias;
  vector[models] z;
}
transformed parameters {
  vector[models] strength = spread * z;
}
model {
  spread ~ normal(0, 1);
  threshold ~ normal(0, 1);
  left_bias ~ normal(0, 0.5);
  z ~ std_normal();
  verdict ~ ordered_logistic(strength[left_model] - strength[right_model] + left_bias,
                             [-threshold, threshold]');
}
generated quantities {
  vector[models] typically = inv_logit(strength);
}

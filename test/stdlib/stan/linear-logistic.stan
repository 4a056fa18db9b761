data {
  int<lower=1> N;
  int<lower=1> models;
  int<lower=1> items;
  int<lower=1> features;
  array[N] int<lower=1, upper=models> model_of;
  array[N] int<lower=1, upper=items> item;
  matrix<lower=0, upper=4>[items, features] has;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  vector[features] weight;
  real base;
  real<lower=0> residual;
  vector[items] z;
  vector[models] skill;
}
transformed parameters {
  vector[items] expected = base + has * weight;
  vector[items] hard = expected + residual * z;
}
model {
  weight ~ normal(0, 1);
  base ~ normal(0, 2);
  residual ~ normal(0, 1);
  z ~ std_normal();
  skill ~ normal(0, 1.5);
  right ~ bernoulli_logit(skill[model_of] - hard[item]);
}
generated quantities {
  vector[items] unexplained = hard - expected;
}

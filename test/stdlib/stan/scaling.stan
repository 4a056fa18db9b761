data {
  int<lower=1> N;
  int<lower=1> models;
  int<lower=1> items;
  array[N] int<lower=1, upper=models> model_of;
  array[N] int<lower=1, upper=items> item;
  vector<lower=0>[models] compute;
  array[N] int<lower=0, upper=1> right;
}
transformed data {
  vector[models] orders = log10(compute);
  vector[models] centred = orders - mean(orders[model_of]);
}
parameters {
  real base;
  real gain;
  real<lower=0> spread;
  vector[models] z;
  vector[items] hard;
}
transformed parameters {
  vector[models] expected = base + gain * centred;
  vector[models] skill = expected + spread * z;
}
model {
  base ~ normal(0, 2);
  gain ~ normal(0, 1);
  spread ~ normal(0, 1);
  z ~ std_normal();
  hard ~ normal(0, 1.5);
  right ~ bernoulli_logit(skill[model_of] - hard[item]);
}
generated quantities {
  vector[models] beyond = skill - expected;
}

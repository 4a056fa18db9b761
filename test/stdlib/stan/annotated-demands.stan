data {
  int<lower=1> N;
  int<lower=1> models;
  int<lower=1> tasks;
  array[N] int<lower=1, upper=models> model_of;
  array[N] int<lower=1, upper=tasks> task;
  vector<lower=0>[tasks] estimate1;
  vector<lower=0>[tasks] estimate2;
  array[N] int<lower=0, upper=1> success;
}
parameters {
  real log_typical;
  real<lower=0> spread;
  vector[tasks] z;
  real<lower=0> error1;
  real<lower=0> error2;
  real leaning;
  vector[models] log_horizon;
  real<lower=0> slope;
}
transformed parameters {
  vector[tasks] log_length = log_typical + spread * z;
}
model {
  log_typical ~ normal(log(30), 1);
  spread ~ normal(0, 1.5);
  z ~ std_normal();
  error1 ~ lognormal(log(0.5), 0.5);
  error2 ~ lognormal(log(0.5), 0.5);
  leaning ~ normal(0, 0.5);
  log_horizon ~ normal(log(30), 1.5);
  slope ~ lognormal(0, 0.5);
  estimate1 ~ lognormal(log_length, error1);
  estimate2 ~ lognormal(log_length + leaning, error2);
  success ~ bernoulli_logit(slope * (log_horizon[model_of] - log_length[task]));
}
generated quantities {
  vector[tasks] length = exp(log_length);
  vector[models] horizon = exp(log_horizon);
  real reliability1 = square(spread) / (square(spread) + square(error1));
  real reliability2 = square(spread) / (square(spread) + square(error2));
}

data {
  int<lower=1> N;
  int<lower=1> models;
  int<lower=1> tasks;
  array[N] int<lower=1, upper=models> model_of;
  array[N] int<lower=1, upper=tasks> task;
  array[N] int<lower=0, upper=1> success;
  int<lower=1> ratings;
  int<lower=1> judges;
  array[ratings] int<lower=1, upper=tasks> rated;
  array[ratings] int<lower=1, upper=judges> judge;
  vector<lower=0>[ratings] minutes;
}
parameters {
  real log_typical;
  real<lower=0> spread;
  vector[tasks] z;
  vector<lower=0>[judges] error;
  vector[judges] leaning;
  vector[models] log_horizon;
  real<lower=0> slope;
}
transformed parameters {
  vector[tasks] log_length = log_typical + spread * z;
}
model {
  log_typical ~ normal(log(30), 1);
  spread ~ lognormal(0, 0.5);
  z ~ std_normal();
  error ~ lognormal(log(0.7), 0.7);
  leaning ~ normal(0, 0.3);
  log_horizon ~ normal(log(30), 1.5);
  slope ~ lognormal(0, 0.5);
  success ~ bernoulli_logit(slope * (log_horizon[model_of] - log_length[task]));
  minutes ~ lognormal(log_length[rated] + leaning[judge], error[judge]);
}
generated quantities {
  vector[tasks] length = exp(log_length);
  vector[models] horizon = exp(log_horizon);
  vector[judges] reliability = square(spread) ./ (square(spread) + square(error));
}

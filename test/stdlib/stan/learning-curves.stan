data {
  int<lower=1> N;
  int<lower=1> learners;
  int<lower=1> skills;
  array[N] int<lower=1, upper=learners> learner;
  array[N] int<lower=1, upper=skills> skill;
  vector<lower=1>[N] attempt;
  array[N] int<lower=0, upper=1> right;
}
transformed data {
  vector[N] doublings = log2(attempt);
}
parameters {
  real<lower=0> of_starts;
  real<lower=0> of_gains;
  vector[learners] z_start;
  vector[learners] z_pace;
  vector[skills] hard;
  vector[skills] gain;
}
transformed parameters {
  vector[learners] start = of_starts * z_start;
  vector[learners] pace = of_gains * z_pace;
}
model {
  of_starts ~ normal(0, 1);
  of_gains ~ normal(0, 1);
  z_start ~ std_normal();
  z_pace ~ std_normal();
  hard ~ normal(0, 1.5);
  gain ~ normal(0.5, 0.3);
  right ~ bernoulli_logit(start[learner] - hard[skill]
                          + (gain[skill] + pace[learner]) .* doublings);
}

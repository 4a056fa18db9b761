data {
  int<lower=1> N;
  int<lower=1> subjects;
  array[N] int<lower=1, upper=subjects> subject;
  vector[N] difficulty;
  array[N] int<lower=0, upper=1> success;
}
parameters {
  real<lower=0> steepness;
  vector[subjects] ability;
}
model {
  steepness ~ lognormal(0, 0.5);
  ability ~ normal(0, 2);
  success ~ bernoulli_logit(steepness * (ability[subject] - difficulty));
}

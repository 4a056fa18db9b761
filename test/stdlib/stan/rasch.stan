data {
  int<lower=1> N;
  int<lower=1> S;
  int<lower=1> I;
  array[N] int<lower=1, upper=S> system;
  array[N] int<lower=1, upper=I> item;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  real<lower=0> range;
  real middle;
  real<lower=0> spread;
  vector<offset=middle, multiplier=range>[S] skill;
  sum_to_zero_vector[I] hard;
}
model {
  range ~ normal(0, 1.5);
  middle ~ normal(0, 2);
  spread ~ normal(0, 1.5);
  skill ~ normal(middle, range);
  hard ~ normal(0, spread);
  target += log(spread);
  right ~ bernoulli_logit(skill[system] - hard[item]);
}

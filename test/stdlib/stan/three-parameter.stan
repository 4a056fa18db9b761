data {
  int<lower=1> N;
  int<lower=1> S;
  int<lower=1> I;
  array[N] int<lower=1, upper=S> system;
  array[N] int<lower=1, upper=I> item;
  vector<lower=0, upper=1>[I] chance;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  real middle;
  real<lower=0> range;
  vector<offset=middle, multiplier=range>[S] skill;
  real<lower=0> spread;
  sum_to_zero_vector[I] hard;
  real<lower=0> variety;
  vector<multiplier=variety>[I] log_sharp;
}
transformed parameters {
  vector<lower=0>[I] sharp = exp(log_sharp);
}
model {
  vector[N] knows = inv_logit(sharp[item] .* (skill[system] - hard[item]));
  middle ~ normal(0, 2);
  range ~ normal(0, 1.5);
  skill ~ normal(middle, range);
  spread ~ normal(0, 1.5);
  hard ~ normal(0, spread);
  target += log(spread);
  variety ~ normal(0, 0.5);
  log_sharp ~ normal(0, variety);
  right ~ bernoulli(chance[item] + (1 - chance[item]) .* knows);
}

data {
  int<lower=1> N;
  int<lower=1> S;
  int<lower=1> I;
  array[N] int<lower=1, upper=S> system;
  array[N] int<lower=1, upper=I> item;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  vector[S] skill;
  real middle;
  real<lower=0> spread;
  vector<offset=middle, multiplier=spread>[I] hard;
  real<lower=0> typical;
  real<lower=0> variety;
  vector<offset=log(typical), multiplier=variety>[I] log_sharp;
}
transformed parameters {
  vector<lower=0>[I] sharp = exp(log_sharp);
}
model {
  skill ~ std_normal();
  middle ~ normal(0, 2);
  spread ~ normal(0, 1.5);
  hard ~ normal(middle, spread);
  typical ~ lognormal(0, 0.5);
  variety ~ normal(0, 0.5);
  log_sharp ~ normal(log(typical), variety);
  right ~ bernoulli_logit(sharp[item] .* (skill[system] - hard[item]));
}

data {
  int<lower=1> N;
  int<lower=1> regions;
  array[N] int<lower=1, upper=regions> region;
  vector[N] youngsters;
  vector[N] churn;
}
parameters {
  real baseMean;
  real effectMean;
  real<lower=0> baseSpread;
  real<lower=0> effectSpread;
  real<lower=0> residual;
  vector<offset=baseMean, multiplier=baseSpread>[regions] base;
  vector<offset=effectMean, multiplier=effectSpread>[regions] effect;
}
model {
  baseMean ~ normal(0, 1);
  effectMean ~ normal(0, 1);
  baseSpread ~ cauchy(0, 1);
  effectSpread ~ cauchy(0, 1);
  residual ~ cauchy(0, 1);
  base ~ normal(baseMean, baseSpread);
  effect ~ normal(effectMean, effectSpread);
  churn ~ normal(base[region] + effect[region] .* youngsters, residual);
}

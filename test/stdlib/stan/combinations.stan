data {
  int<lower=1> N;
  int<lower=1> subjects;
  array[N] int<lower=1, upper=subjects> subject;
  vector[N] distance;
  vector[N] clutter;
  int<lower=1, upper=5> combination;
  array[N] int<lower=0, upper=1> success;
}
parameters {
  vector[subjects] walks;
  vector[subjects] sees;
}
model {
  vector[N] p = inv_logit(2 * (walks[subject] - distance));
  vector[N] q = inv_logit(2 * (sees[subject] - clutter));
  walks ~ normal(0, 1.5);
  sees ~ normal(0, 1.5);
  if (combination == 1) {
    success ~ bernoulli(fmin(p, q));
  } else if (combination == 2) {
    success ~ bernoulli(fmax(p, q));
  } else if (combination == 3) {
    success ~ bernoulli(p .* q);
  } else if (combination == 4) {
    success ~ bernoulli(1 - (1 - p) .* (1 - q));
  } else {
    success ~ bernoulli((p + q) / 2);
  }
}

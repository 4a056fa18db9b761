data { int N; array[N] int success; vector[N] goalDistance; vector[N] goalSize; }
transformed data { vector[N] detail = goalDistance ./ goalSize; vector[N] logDetail = log(detail); }
parameters { real<lower=0> visualAcuity; real<lower=0> navigation; }
model {
  visualAcuity ~ normal(0, max(detail) / 2);
  navigation ~ normal(0, max(goalDistance) / 2);
  success ~ bernoulli(inv_logit(log(visualAcuity) - logDetail) .* inv_logit(navigation - goalDistance));
}

data {
  int<lower=1> N;
  int<lower=1> observers;
  array[N] int<lower=1, upper=observers> observer;
  vector[N] coherence;
  array[N] int<lower=0, upper=1> right;
  vector<lower=0>[N] time;
}
parameters {
  real<lower=0> typical;
  real<lower=0> enough;
  real<lower=0> of_acuity;
  real<lower=0> of_caution;
  vector<lower=0>[observers] acuity;
  vector<lower=0>[observers] caution;
  vector<lower=0, upper=1>[observers] leaning;
  vector<lower=0>[observers] delay;
}
model {
  typical ~ lognormal(1.5, 0.5);
  enough ~ lognormal(0.5, 0.3);
  of_acuity ~ normal(0, 0.5);
  of_caution ~ normal(0, 0.5);
  acuity ~ lognormal(log(typical), of_acuity);
  caution ~ lognormal(log(enough), of_caution);
  leaning ~ beta(20, 20);
  delay ~ lognormal(log(0.12), 0.25);
  for (n in 1:N) {
    int o = observer[n];
    if (right[n] == 1) {
      time[n] ~ wiener(caution[o], delay[o], leaning[o], acuity[o] * coherence[n]);
    } else {
      time[n] ~ wiener(caution[o], delay[o], 1 - leaning[o], -acuity[o] * coherence[n]);
    }
  }
}

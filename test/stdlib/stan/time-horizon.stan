data {
  int<lower=1> N;
  int<lower=1> models;
  array[N] int<lower=1, upper=models> model_of;
  vector<lower=0>[N] length;
  vector<lower=0>[N] done;
}
parameters {
  real<lower=0> typical;
  real<lower=0> spread;
  real<lower=0> shape;
  vector[models] z;
}
transformed parameters {
  vector<lower=0>[models] horizon = typical * exp(spread * z);
}
model {
  typical ~ lognormal(log(30), 1.5);
  spread ~ normal(0, 1);
  shape ~ lognormal(0, 0.3);
  z ~ std_normal();
  for (n in 1:N) {
    real scale = horizon[model_of[n]] / log(2) ^ (1 / shape);
    if (done[n] < length[n]) {
      done[n] ~ weibull(shape, scale);
    } else {
      target += weibull_lccdf(length[n] | shape, scale);
    }
  }
}
generated quantities {
  vector[models] sure = horizon * (log(1.25) / log(2)) ^ (1 / shape);
}

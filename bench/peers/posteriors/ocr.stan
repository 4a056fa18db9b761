data {
  int N;
  array[N] int read;
  vector[N] height_px; vector[N] blur_px; vector[N] noise_sd; vector[N] rotation_deg; vector[N] ink_grey; vector[N] nonword;
}
parameters {
  real<lower=0, upper=0.25> acuity;
  real<lower=0, upper=6> blurTolerance;
  real<lower=0, upper=150> noiseTolerance;
  real<lower=0, upper=35> rotationTolerance;
  real<lower=0, upper=300> faintTolerance;
  real<lower=0, upper=1> spelling;
  real<lower=0, upper=1> slip;
}
model {
  slip ~ beta(1, 9);
  read ~ bernoulli((1 - slip) * (inv_logit(6 * (log(acuity) + log(height_px)))
    .* inv_logit(2.5 * (blurTolerance - blur_px)) .* inv_logit(0.15 * (noiseTolerance - noise_sd))
    .* inv_logit(0.5 * (rotationTolerance - rotation_deg)) .* inv_logit(0.05 * (faintTolerance - ink_grey))
    .* (1 - (1 - spelling) * nonword)));
}

data {
  int N;
  array[N] int success;
  vector[N] timeUnderOcclusion; vector[N] numPositions; vector[N] goalDistance; vector[N] side; vector[N] goalSize;
  vector[N] occluder; vector[N] lava; vector[N] platform; vector[N] ramp;
}
transformed data { real failures = 1 - mean(to_vector(success)); }
parameters {
  real<lower=0, upper=4.4> memoryAbility;
  real<lower=0, upper=memoryAbility * 11> opAbility;
  real<lower=0, upper=6> visualAbility;
  real<lower=0, upper=56> flatNavAbility;
  real<lower=0, upper=1> rampAbility;
  real<lower=0, upper=1> lavaAbility;
  real<lower=0, upper=1> platformAbility;
  real rightLeftBias;
  real<lower=0, upper=1> noiseLevel;
}
model {
  opAbility ~ uniform(0, memoryAbility * 11);
  rightLeftBias ~ normal(0, 1);
  success ~ bernoulli(noiseLevel * failures + (1 - noiseLevel)
    * (inv_logit(memoryAbility - timeUnderOcclusion) .* inv_logit(48.4 - (48.4 - (opAbility - 4 * numPositions)) .* occluder)
    .* (1 - (1 - rampAbility) * ramp) .* (1 - (1 - platformAbility) * platform) .* (1 - (1 - lavaAbility) * lava)
    .* inv_logit(flatNavAbility + rightLeftBias * side - goalDistance) .* inv_logit(visualAbility - (5 - goalSize))));
}

data {
  int N; int n_agent;
  array[N] int agent;
  array[N] int success;
  vector[N] timeUnderOcclusion; vector[N] numPositions; vector[N] goalDistance; vector[N] side; vector[N] goalSize;
  vector[N] occluder; vector[N] lava; vector[N] platform; vector[N] ramp;
}
transformed data {
  vector[N] failures;
  {
    vector[n_agent] met = rep_vector(0, n_agent);
    vector[n_agent] passed = rep_vector(0, n_agent);
    for (n in 1:N) { met[agent[n]] += 1; passed[agent[n]] += success[n]; }
    failures = 1 - (passed ./ met)[agent];
  }
}
parameters {
  vector<lower=0>[8] up;
  vector<lower=0>[8] down;
  vector<lower=0, upper=1>[n_agent] memoryShare; vector<lower=0, upper=1>[n_agent] opShare;
  vector<lower=0, upper=1>[n_agent] visualShare; vector<lower=0, upper=1>[n_agent] flatNavShare;
  vector<lower=0, upper=1>[n_agent] rampAbility; vector<lower=0, upper=1>[n_agent] lavaAbility;
  vector<lower=0, upper=1>[n_agent] platformAbility; vector<lower=0, upper=1>[n_agent] noiseLevel;
  vector[n_agent] rightLeftBias;
}
transformed parameters {
  vector[n_agent] memoryAbility = 4.4 * memoryShare;
  vector[n_agent] opAbility = 11 * memoryAbility .* opShare;
  vector[n_agent] visualAbility = 6 * visualShare;
  vector[n_agent] flatNavAbility = 56 * flatNavShare;
}
model {
  up ~ normal(0, 2);
  down ~ normal(0, 2);
  memoryShare ~ beta(1 + up[1], 1 + down[1]);
  opShare ~ beta(1 + up[2], 1 + down[2]);
  visualShare ~ beta(1 + up[3], 1 + down[3]);
  flatNavShare ~ beta(1 + up[4], 1 + down[4]);
  rampAbility ~ beta(1 + up[5], 1 + down[5]);
  lavaAbility ~ beta(1 + up[6], 1 + down[6]);
  platformAbility ~ beta(1 + up[7], 1 + down[7]);
  noiseLevel ~ beta(1 + up[8], 1 + down[8]);
  rightLeftBias ~ std_normal();
  success ~ bernoulli(noiseLevel[agent] .* failures + (1 - noiseLevel[agent])
    .* (inv_logit(memoryAbility[agent] - timeUnderOcclusion)
    .* inv_logit(48.4 - (48.4 - (opAbility[agent] - 4 * numPositions)) .* occluder)
    .* (1 - (1 - rampAbility[agent]) .* ramp) .* (1 - (1 - platformAbility[agent]) .* platform)
    .* (1 - (1 - lavaAbility[agent]) .* lava)
    .* inv_logit(flatNavAbility[agent] + rightLeftBias[agent] .* side - goalDistance)
    .* inv_logit(visualAbility[agent] - (5 - goalSize))));
}

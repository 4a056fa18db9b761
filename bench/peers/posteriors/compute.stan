data { int N; int n_system; int n_task; array[N] int system; array[N] int task; vector[N] logCompute; vector[N] score; }
transformed data {
  vector[n_system] compute;
  for (n in 1:N) compute[system[n]] = logCompute[n];
}
parameters {
  real base; real gain; real<lower=0> spread; real<lower=0> harder; real<lower=0> noise;
  vector[n_system] skill; vector[n_task] hard;
}
model {
  base ~ normal(0, 2);
  gain ~ std_normal();
  spread ~ std_normal();
  harder ~ normal(0, 2);
  noise ~ std_normal();
  skill ~ normal(base + gain * compute, spread);
  hard ~ normal(0, harder);
  score ~ normal(skill[system] - hard[task], noise);
}

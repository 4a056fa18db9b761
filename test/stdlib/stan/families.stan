data {
  int<lower=1> N;
  int<lower=1> tasks;
  int<lower=1> families;
  int<lower=1> models;
  array[N] int<lower=1, upper=tasks> task;
  array[tasks] int<lower=1, upper=families> family;
  array[N] int<lower=1, upper=models> model_of;
  array[N] int<lower=0, upper=1> success;
}
parameters {
  real<lower=0> of_families;
  real<lower=0> within_families;
  vector[families] z_base;
  vector[tasks] z_hard;
  vector[models] skill;
}
transformed parameters {
  vector[families] base = of_families * z_base;
  vector[tasks] hard = base[family] + within_families * z_hard;
}
model {
  of_families ~ normal(0, 1);
  within_families ~ normal(0, 1);
  z_base ~ std_normal();
  z_hard ~ std_normal();
  skill ~ normal(0, 2);
  success ~ bernoulli_logit(skill[model_of] - hard[task]);
}
generated quantities {
  vector[tasks] harder = hard - base[family];
}

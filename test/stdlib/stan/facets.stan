data {
  int<lower=1> N;
  int<lower=1> candidates;
  int<lower=1> tasks;
  int<lower=1> judges;
  array[N] int<lower=1, upper=candidates> candidate;
  array[N] int<lower=1, upper=tasks> task;
  array[N] int<lower=1, upper=judges> judge;
  array[N] int<lower=1, upper=4> grade;
}
parameters {
  real<lower=0> of_candidates;
  real<lower=0> of_tasks;
  real<lower=0> of_judges;
  vector[candidates] z_ability;
  vector[tasks] z_hard;
  vector[judges] z_severity;
  vector[3] steps;
}
transformed parameters {
  vector[candidates] ability = of_candidates * z_ability;
  vector[tasks] hard = of_tasks * z_hard;
  vector[judges] severity = of_judges * z_severity;
}
model {
  of_candidates ~ normal(0, 1);
  of_tasks ~ normal(0, 1);
  of_judges ~ normal(0, 1);
  z_ability ~ std_normal();
  z_hard ~ std_normal();
  z_severity ~ std_normal();
  steps ~ normal(0, 2);
  for (n in 1:N) {
    real eta = ability[candidate[n]] - hard[task[n]] - severity[judge[n]];
    grade[n] ~ categorical_logit(append_row(0, cumulative_sum(eta - steps)));
  }
}
generated quantities {
  vector[candidates] fair;
  for (c in 1:candidates) {
    fair[c] = dot_product(linspaced_vector(4, 1, 4),
                          softmax(append_row(0, cumulative_sum(ability[c] - steps))));
  }
}

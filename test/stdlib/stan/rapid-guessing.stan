data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  array[N] int<lower=0, upper=1> right;
  vector<lower=0>[N] time;
}
parameters {
  real<lower=0, upper=1> trying;
  vector[persons] ability;
  vector[items] hard;
  real<lower=0> click;
  real<lower=0> longer;
  real<lower=0> uneven;
}
transformed parameters {
  matrix[persons, 2] log_joint;
  log_joint[, 1] = rep_vector(log1m(trying), persons);
  log_joint[, 2] = rep_vector(log(trying), persons);
  for (n in 1 : N) {
    log_joint[person[n], 1] += bernoulli_lpmf(right[n] | 0.25) + lognormal_lpdf(time[n] | log(click), uneven);
    log_joint[person[n], 2] += bernoulli_logit_lpmf(right[n] | ability[person[n]] - hard[item[n]])
                               + lognormal_lpdf(time[n] | log(click * longer), uneven);
  }
}
model {
  trying ~ beta(2, 1);
  ability ~ std_normal();
  hard ~ std_normal();
  click ~ lognormal(1, 1);
  longer ~ lognormal(1.5, 0.5);
  uneven ~ normal(0, 1);
  for (p in 1 : persons) target += log_sum_exp(log_joint[p]);
}
generated quantities {
  vector[persons] tries;
  for (p in 1 : persons) tries[p] = softmax(log_joint[p]')[2];
}

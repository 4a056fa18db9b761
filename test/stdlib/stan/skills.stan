data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  int<lower=1> skills;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  array[items, skills] int<lower=0, upper=1> needs;
  array[N] int<lower=0, upper=1> right;
}
transformed data {
  int patterns = 1;
  for (k in 1 : skills) patterns *= 2;
  array[patterns, skills] int has;
  for (c in 1 : patterns) {
    int code = c - 1;
    for (k in 1 : skills) {
      has[c, k] = code % 2;
      code = code %/% 2;
    }
  }
}
parameters {
  vector<lower=0, upper=1>[skills] share;
  vector<lower=0, upper=1>[items] slip;
  vector<lower=0, upper=1>[items] guess;
}
transformed parameters {
  matrix[persons, patterns] log_joint;
  for (c in 1 : patterns) {
    real log_share = 0;
    for (k in 1 : skills) log_share += bernoulli_lpmf(has[c, k] | share[k]);
    log_joint[, c] = rep_vector(log_share, persons);
    for (n in 1 : N) {
      int able = 1;
      for (k in 1 : skills) able *= has[c, k] >= needs[item[n], k];
      log_joint[person[n], c] += bernoulli_lpmf(right[n] | able ? 1 - slip[item[n]] : guess[item[n]]);
    }
  }
}
model {
  share ~ beta(1, 1);
  slip ~ beta(2, 10);
  guess ~ beta(2, 10);
  for (p in 1 : persons) target += log_sum_exp(log_joint[p]);
}
generated quantities {
  matrix[persons, skills] chance = rep_matrix(0, persons, skills);
  for (p in 1 : persons) {
    vector[patterns] weight = softmax(log_joint[p]');
    for (c in 1 : patterns) for (k in 1 : skills) if (has[c, k]) chance[p, k] += weight[c];
  }
}

data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  int<lower=1> texts;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  array[N] int<lower=1, upper=texts> about;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  real<lower=0> spread;
  vector<lower=0>[texts] extra;
  vector[persons] z_ability;
  matrix[texts, persons] z_special;
  vector[items] hard;
}
transformed parameters {
  vector[persons] ability = spread * z_ability;
  matrix[texts, persons] special = diag_pre_multiply(extra, z_special);
}
model {
  spread ~ normal(0, 1.5);
  extra ~ normal(0, 1);
  z_ability ~ std_normal();
  to_vector(z_special) ~ std_normal();
  hard ~ normal(0, 1.5);
  vector[N] helped;
  for (n in 1:N) {
    helped[n] = special[about[n], person[n]];
  }
  right ~ bernoulli_logit(ability[person] + helped - hard[item]);
}
generated quantities {
  vector[texts] share = square(extra) ./ (square(extra) + square(spread));
}

data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  array[N] int<lower=1, upper=4> option;
}
parameters {
  vector[persons] ability;
  matrix[items, 3] pull;
  matrix<lower=0>[items, 3] sharp;
}
model {
  ability ~ std_normal();
  to_vector(pull) ~ std_normal();
  to_vector(sharp) ~ lognormal(0, 0.5);
  for (n in 1 : N) {
    vector[4] logits;
    logits[1] = 0;
    logits[2 : 4] = (pull[item[n]] - sharp[item[n]] * ability[person[n]])';
    option[n] ~ categorical_logit(logits);
  }
}

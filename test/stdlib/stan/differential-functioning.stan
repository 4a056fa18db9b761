data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  vector<lower=0, upper=1>[persons] focal;
  array[N] int<lower=0, upper=1> right;
}
parameters {
  real impact;
  vector[persons] z;
  vector[items] hard;
  real<lower=0> usual;
  vector[items] t;
}
transformed parameters {
  vector[persons] ability = impact * focal + z;
  vector[items] shift = usual * t;
}
model {
  impact ~ normal(0, 1);
  z ~ std_normal();
  hard ~ normal(0, 1.5);
  usual ~ normal(0, 0.3);
  t ~ student_t(3, 0, 1);
  right ~ bernoulli_logit(ability[person] - hard[item] - shift[item] .* focal[person]);
}
generated quantities {
  vector[items] delta = -2.35 * shift;
}

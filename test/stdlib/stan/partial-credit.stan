functions {
  vector logits(real ability, vector steps) {
    int grades = num_elements(steps) + 1;
    vector[grades] l;
    l[1] = 0;
    for (k in 2 : grades) l[k] = l[k - 1] + ability - steps[k - 1];
    return l;
  }
}
data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  array[N] int<lower=1, upper=4> points;
}
parameters {
  vector[persons] ability;
  array[items] vector[3] steps;
}
model {
  ability ~ std_normal();
  for (i in 1 : items) steps[i] ~ normal(0, 1.5);
  for (n in 1 : N) points[n] ~ categorical_logit(logits(ability[person[n]], steps[item[n]]));
}

data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  array[N] int<lower=1, upper=4> answer;
}
parameters {
  vector[persons] trait;
  vector<lower=0>[items] sharp;
  array[items] ordered[3] threshold;
}
model {
  trait ~ std_normal();
  sharp ~ lognormal(0, 0.4);
  for (i in 1 : items) {
    threshold[i] ~ normal(0, 1.5);
  }
  for (n in 1 : N) {
    answer[n] ~ ordered_logistic(sharp[item[n]] * trait[person[n]], sharp[item[n]] * threshold[item[n]]);
  }
}

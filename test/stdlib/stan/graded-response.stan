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
  vector[items] two;
  vector<lower=0>[items] to3;
  vector<lower=0>[items] to4;
}
transformed parameters {
  array[items] vector[3] cuts;
  for (i in 1:items) {
    cuts[i][1] = two[i];
    cuts[i][2] = two[i] + to3[i];
    cuts[i][3] = two[i] + to3[i] + to4[i];
  }
}
model {
  trait ~ std_normal();
  sharp ~ lognormal(0, 0.4);
  two ~ normal(-1, 1);
  to3 ~ lognormal(0, 0.4);
  to4 ~ lognormal(0, 0.4);
  for (n in 1:N) {
    answer[n] ~ ordered_logistic(sharp[item[n]] * trait[person[n]], sharp[item[n]] * cuts[item[n]]);
  }
}

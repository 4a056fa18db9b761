data {
  int<lower=1> N;
  int<lower=1> persons;
  int<lower=1> items;
  array[N] int<lower=1, upper=persons> person;
  array[N] int<lower=1, upper=items> item;
  vector<lower=0>[N] time;
}
parameters {
  real<lower=0> typical;
  real<lower=0> of_persons;
  real<lower=0> of_items;
  vector[persons] z_speed;
  vector[items] z_long;
  vector<lower=0>[items] scatter;
}
transformed parameters {
  vector[persons] speed = of_persons * z_speed;
  vector[items] longer = of_items * z_long;
}
model {
  typical ~ lognormal(log(30), 1);
  of_persons ~ normal(0, 0.5);
  of_items ~ normal(0, 0.5);
  z_speed ~ std_normal();
  z_long ~ std_normal();
  scatter ~ lognormal(log(0.4), 0.4);
  time ~ lognormal(log(typical) + longer[item] - speed[person], scatter[item]);
}
generated quantities {
  vector[items] takes = typical * exp(longer);
}

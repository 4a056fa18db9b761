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
  matrix[2, persons] z_person;
  matrix[2, items] z_item;
  cholesky_factor_corr[2] L_person;
  cholesky_factor_corr[2] L_item;
  real<lower=0> odds_of_persons;
  real<lower=0> odds_of_items;
  real<lower=0> time_of_persons;
  real<lower=0> time_of_items;
  real ease;
  real<lower=0> typical;
  real<lower=0> scatter;
}
transformed parameters {
  matrix[2, persons] theta = L_person * z_person;
  matrix[2, items] beta = L_item * z_item;
}
model {
  vector[N] odds;
  vector[N] longer;
  to_vector(z_person) ~ std_normal();
  to_vector(z_item) ~ std_normal();
  L_person ~ lkj_corr_cholesky(2);
  L_item ~ lkj_corr_cholesky(2);
  odds_of_persons ~ normal(0, 1);
  odds_of_items ~ normal(0, 1);
  time_of_persons ~ normal(0, 1);
  time_of_items ~ normal(0, 1);
  ease ~ normal(0, 1.5);
  typical ~ lognormal(log(20), 1);
  scatter ~ normal(0, 1);
  for (n in 1:N) {
    odds[n] = ease + odds_of_persons * theta[1, person[n]] - odds_of_items * beta[1, item[n]];
    longer[n] = time_of_items * beta[2, item[n]] - time_of_persons * theta[2, person[n]];
  }
  right ~ bernoulli_logit(odds);
  time ~ lognormal(log(typical) + longer, scatter);
}
generated quantities {
  matrix[2, 2] correlation_of_persons = multiply_lower_tri_self_transpose(L_person);
  matrix[2, 2] correlation_of_items = multiply_lower_tri_self_transpose(L_item);
}

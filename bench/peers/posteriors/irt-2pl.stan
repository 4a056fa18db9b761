data { int N; int n_person; int n_item; array[N] int person; array[N] int item; array[N] int y; }
parameters {
  real<lower=0> sigma_theta; real<lower=0> sigma_a; real<lower=0> sigma_b; real mu_b;
  vector[n_person] theta; vector<lower=0>[n_item] a; vector[n_item] b;
}
model {
  sigma_theta ~ cauchy(0, 2);
  sigma_a ~ cauchy(0, 2);
  sigma_b ~ cauchy(0, 2);
  mu_b ~ normal(0, 5);
  theta ~ normal(0, sigma_theta);
  a ~ lognormal(0, sigma_a);
  b ~ normal(mu_b, sigma_b);
  y ~ bernoulli_logit(a[item] .* (theta[person] - b[item]));
}

data {
  int<lower=1> N;
  int<lower=1> subjects;
  array[N] int<lower=1, upper=subjects> subject;
  vector[N] difficulty;
  array[N] int<lower=0, upper=1> success;
}
transformed data {
  real chance = 0.25;
}
parameters {
  vector[subjects] ability;
  vector<lower=chance, upper=1>[subjects] reliability;
}
model {
  ability ~ normal(0, 2);
  reliability ~ uniform(chance, 1);
  success ~ bernoulli(chance + (reliability[subject] - chance)
                      .* inv_logit(2 * (ability[subject] - difficulty)));
}

data {
  int<lower=1> N;
  int<lower=1> subjects;
  array[N] int<lower=1, upper=subjects> subject;
  vector[N] difficulty;
  array[N] int<lower=0, upper=1> success;
}
parameters {
  vector[subjects] ability;
  vector<lower=0, upper=1>[subjects] noise;
  vector<lower=0, upper=1>[subjects] luck;
}
model {
  ability ~ normal(0, 2);
  noise ~ beta(1, 3);
  luck ~ uniform(0, 1);
  success ~ bernoulli((1 - noise[subject]) .* inv_logit(2 * (ability[subject] - difficulty))
                      + noise[subject] .* luck[subject]);
}

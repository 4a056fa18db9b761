data {
  int<lower=1> N;
  int<lower=1> readers;
  int<lower=1> passages;
  array[N] int<lower=1, upper=readers> reader;
  array[N] int<lower=1, upper=passages> passage;
  vector<lower=1>[passages] words;
  array[N] int<lower=0> misread;
}
parameters {
  real<lower=0> typical;
  real<lower=0> of_readers;
  real<lower=0> of_passages;
  vector[readers] z_accuracy;
  vector[passages] z_hard;
  real<lower=0> bursts;
}
transformed parameters {
  vector[readers] accuracy = of_readers * z_accuracy;
  vector[passages] hard = of_passages * z_hard;
}
model {
  typical ~ lognormal(log(0.02), 1);
  of_readers ~ normal(0, 0.5);
  of_passages ~ normal(0, 0.5);
  z_accuracy ~ std_normal();
  z_hard ~ std_normal();
  bursts ~ normal(0, 0.5);
  misread ~ neg_binomial_2_log(log(typical * words[passage]) + hard[passage] - accuracy[reader],
                               1 / bursts);
}
generated quantities {
  vector[readers] per_thousand = 1000 * typical * exp(-accuracy);
}

// Counties by their distance from the mean of all: most have few houses.
data { int N; int n_county; array[N] int county; vector[N] floor; vector[N] y; }
parameters {
  real mua; real mub; real<lower=0> sa; real<lower=0> sb; real<lower=0> s;
  vector[n_county] raw_a; vector[n_county] raw_b;
}
transformed parameters { vector[n_county] a = mua + sa * raw_a; vector[n_county] b = mub + sb * raw_b; }
model {
  mua ~ normal(0, 5);
  mub ~ normal(0, 5);
  sa ~ std_normal();
  sb ~ std_normal();
  s ~ normal(0, 2);
  raw_a ~ std_normal();
  raw_b ~ std_normal();
  y ~ normal(a[county] + b[county] .* floor, s);
}

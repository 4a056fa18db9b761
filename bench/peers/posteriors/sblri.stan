data { int N; vector[N] x1; vector[N] x2; vector[N] x3; vector[N] x4; vector[N] x5; vector[N] y; }
parameters { vector[5] b; real<lower=0> sigma; }
model { b ~ normal(0, 10); sigma ~ normal(0, 10); y ~ normal(b[1] * x1 + b[2] * x2 + b[3] * x3 + b[4] * x4 + b[5] * x5, sigma); }

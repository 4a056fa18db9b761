data { int N; vector[N] kid_score; vector[N] mom_iq; }
parameters { real base; real slope; real<lower=0> sigma; }
model { sigma ~ cauchy(0, 2.5); kid_score ~ normal(base + slope * mom_iq, sigma); }

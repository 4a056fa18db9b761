// As it is written, since it is a trial of samplers: nine normals with a standard deviation that varies over many powers of ten.
data { int N; }
parameters { real v; vector[9] x; }
model { v ~ normal(0, 3); x ~ normal(0, exp(v / 2)); }

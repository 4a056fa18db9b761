data { int N; int n_person; int n_item; array[N] int person; array[N] int item; array[N] int success; }
parameters { vector[n_person] skill; vector[n_item] hard; vector<lower=0>[n_item] sharp; }
model {
  skill ~ std_normal();
  hard ~ std_normal();
  sharp ~ lognormal(0, 0.3);
  success ~ bernoulli_logit(sharp[item] .* (skill[person] - hard[item]));
}

data { int N; int n_person; int n_item; array[N] int person; array[N] int item; array[N] int success; }
parameters { vector[n_person] skill; vector[n_item] hard; }
model {
  skill ~ std_normal();
  hard ~ std_normal();
  success ~ bernoulli_logit(skill[person] - hard[item]);
}

layout L
category person, item
category task  in family
category model = left, right in {a, "b c"}
demand compute[model] : FLOP in [0, inf]
category step    in {base, tuned, "v1.9", -2}
category checkpoint ordered by tokens
category ordered in by ordered by by
capability theta[person] : probability ~ beta(1, 1)
capability skill[person] ~ normal(mu, sd) noncentred
bias       b[item]       ~ normal(0, 1) centred
capability verbal[person], spatial[person] ~ normal(0, 1) correlated lkj(2) noncentred
param      hard[item]    ~ normal(0, sd) sum to zero
param      aVeryLongNameOfALatentThatHasLevels[item], anotherLongNameOfALatentThatHasLevels[item] ~
  normal(0, sd) sum to zero noncentred
param      sd            ~ half_normal(1)
let p = logistic(skill[person] - b[item]) and theta[person]
dimension kind = verbal, spatial
demand level[kind] in [0, 5]
let q = all kind: margin(theta[person, kind], level[kind]) and p
let r = (sum kind: theta[person, kind]) + 1

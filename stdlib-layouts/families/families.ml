/// Tasks come in families: how hard each family is, and each task within it.
layout Families

category task in family
category family, model

/// How far families are apart, and tasks of one family.
param ofFamilies, withinFamilies ~ half_normal(1)

param      base[family] ~ normal(0, ofFamilies)
param      hard[task]   ~ normal(base[family], withinFamilies)
capability skill[model] ~ normal(0, 2)

/// How much harder a task is than its family.
report harder[task] = hard[task] - base[family]

observe success ~ bernoulli(logistic(skill[model] - hard[task]))

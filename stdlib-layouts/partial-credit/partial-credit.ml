/// The partial credit model: tasks done step by step, with a point for each step.
layout PartialCredit

category person, item

capability ability[person] ~ normal(0, 1)
/// How hard each step is for who has done those before it. They need not be in order.
param      one[item], two[item], three[item] ~ normal(0, 1.5)

/// From 1, where no step is done, to 4, where all are.
observe points ~ partial_credit(ability[person], one[item], two[item], three[item])

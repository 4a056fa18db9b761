/// Differential item functioning: items that are harder for one group than for equally able others.
layout DifferentialFunctioning

category person, item

/// 1 for the persons of the focal group, 0 for those of the reference group.
demand focal[person] : flag

/// How much abler the focal group is, which is no fault of the items.
param      impact          ~ normal(0, 1)
capability ability[person] ~ normal(impact * focal[person], 1)

param hard[item]  ~ normal(0, 1.5)
/// How far items usually differ between the groups: most little, and some much.
param usual       ~ half_normal(0.3)
/// How much harder an item is for the focal group, at equal ability.
param shift[item] ~ student_t(3, 0, usual)

/// The same on the delta scale of ETS, on which differences of more than 1.5 are large.
report delta[item] = -2.35 * shift[item]

let focalShift = shift[item] * focal[person]

observe right ~ bernoulli(logistic(ability[person] - hard[item] - focalShift))

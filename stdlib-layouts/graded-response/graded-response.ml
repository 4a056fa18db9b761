/// The graded response model: agreement with statements, from 1 to 4, of persons and items.
layout GradedResponse

category person, item

capability trait[person]        ~ normal(0, 1)
/// How well an item tells persons apart.
param      sharp[item]          ~ lognormal(0, 0.4)
/// The trait at which an answer of 2 or more is as likely as not.
param      two[item]            ~ normal(-1, 1)
/// How much more it takes for a 3, and then for a 4.
param      to3[item], to4[item] ~ lognormal(0, 0.4)

let three = two[item] + to3[item]
let four  = three + to4[item]

observe answer ~ ordered_logistic(sharp[item] * trait[person], sharp[item] * two[item],
                                  sharp[item] * three, sharp[item] * four)

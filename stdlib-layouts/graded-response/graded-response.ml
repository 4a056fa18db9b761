/// The graded response model: agreement with statements, from 1 to 4, of persons and items.
layout GradedResponse

category person, item

dimension grade = two, three, four

capability trait[person] ~ normal(0, 1)
/// How well an item tells persons apart.
param      sharp[item]   ~ lognormal(0, 0.4)
/// The trait at which an answer of this grade or more is as likely as not.
param      threshold[item, grade] ~ normal(0, 1.5) ordered

observe answer ~
  ordered_logistic(sharp[item] * trait[person], each grade: sharp[item] * threshold[item, grade])

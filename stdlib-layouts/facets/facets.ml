/// Many facets: what candidates are worth on tasks whoever judges them, and how severe each judge is.
layout Facets

category candidate, task, judge

/// How far candidates, tasks and judges are apart, in log odds.
param ofCandidates, ofTasks, ofJudges ~ half_normal(1)

capability ability[candidate] ~ normal(0, ofCandidates)
param      hard[task]         ~ normal(0, ofTasks)
bias       severity[judge]    ~ normal(0, ofJudges)

/// What it takes to get from one grade to the next, of four.
param step2, step3, step4 ~ normal(0, 2)

/// How likely each grade is beside 1, from a typical judge on a typical task.
let two   = exp(ability[candidate] - step2)
let three = two * exp(ability[candidate] - step3)
let four  = three * exp(ability[candidate] - step4)

/// The fair average: the mean grade from there.
report fair[candidate] = (1 + 2 * two + 3 * three + 4 * four) / (1 + two + three + four)

observe grade ~
  partial_credit(ability[candidate] - hard[task] - severity[judge], step2, step3, step4)

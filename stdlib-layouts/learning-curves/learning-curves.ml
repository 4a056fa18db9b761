/// Learning curves: how able learners begin, and how much each doubling of practice gives them.
layout LearningCurves

category learner, skill

/// 1 for the first attempt at the skill, 2 for the second.
demand attempt : count in [1, 10000]

/// How far learners are apart at first, and in what they gain.
param      ofStarts, ofGains ~ half_normal(1)
capability start[learner]    ~ normal(0, ofStarts)
capability pace[learner]     ~ normal(0, ofGains)

param hard[skill] ~ normal(0, 1.5)
/// What a typical learner gains by each doubling of attempts, in log odds.
param gain[skill] ~ normal(0.5, 0.3)

let doublings = log(attempt) / log(2)
let gained    = (gain[skill] + pace[learner]) * doublings

observe right ~ bernoulli(logistic(start[learner] - hard[skill] + gained))

/// Demands with error: how long tasks are, as two raters estimate it, and which lengths models master.
layout AnnotatedDemands

unit minute

category model, task

/// How long a task takes a person, which nobody has measured.
param typical      : minute ~ lognormal(median = 30, spread = 1)
param spread       ~ half_normal(1.5)
param length[task] : minute ~ lognormal(median = typical, spread = spread)

/// How far each rater is off in logarithms, and how much the second one leans to longer times.
param error1, error2 ~ lognormal(median = 0.5, spread = 0.5)
bias  leaning        ~ normal(0, 0.5)

/// The length that is mastered half of the time, and how sharply longer tasks fail.
capability horizon[model] : minute ~ lognormal(median = 30, spread = 1.5)
param      slope          ~ lognormal(0, 0.5)

/// How much of what an estimate tells tasks apart by is their length.
report reliability1 : probability = logistic(2 * log(spread / error1))
report reliability2 : probability = logistic(2 * log(spread / error2))

observe estimate1 : minute ~ lognormal(median = length[task], spread = error1)
observe estimate2 : minute ~ lognormal(median = length[task] * exp(leaning), spread = error2)
observe success   ~ bernoulli(log_margin(horizon[model], length[task], slope))

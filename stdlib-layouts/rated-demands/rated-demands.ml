/// Demands with error: how long tasks are, as judges rate them in a table of their own, and which lengths models master.
layout RatedDemands

unit minute

category model, task

/// How long a task takes a person, which nobody has measured.
param typical      : minute ~ lognormal(median = 30, spread = 1)
param spread       ~ lognormal(median = 1, spread = 0.5)
param length[task] : minute ~ lognormal(median = typical, spread = spread)

/// How far a judge is off in logarithms, and how much the judge leans to longer times.
param error[judge]   ~ lognormal(median = 0.7, spread = 0.7)
bias  leaning[judge] ~ normal(0, 0.3)

/// The length that is mastered half of the time, and how sharply longer tasks fail.
capability horizon[model] : minute ~ lognormal(median = 30, spread = 1.5)
param      slope          ~ lognormal(0, 0.5)

/// How much of what a rating tells tasks apart by is their length.
report reliability[judge] : probability = logistic(2 * log(spread / error[judge]))

observe success ~ bernoulli(log_margin(horizon[model], length[task], slope))

/// One row for each rating.
table ratings {
  category task, judge
  observe minutes : minute ~
    lognormal(median = length[task] * exp(leaning[judge]), spread = error[judge])
}

/// The time horizon of each agent by itself: one logistic curve per agent, as most published horizons are computed.
layout SeparateHorizons

unit minute

category agent, task

/// How long the task takes a person.
demand minutes[task] : minute in [0.001, 100000]

/// The length that is done half of the time.
capability horizon[agent] : minute ~ lognormal(median = 10, spread = 4)
/// How sharply longer tasks fail.
param      slope[agent]   ~ lognormal(median = 1, spread = 1)

/// The length that is done four times in five.
report sure[agent] : minute = horizon[agent] * exp(-log(4) / slope[agent])

observe success ~ bernoulli(log_margin(horizon[agent], minutes[task], slope[agent]))

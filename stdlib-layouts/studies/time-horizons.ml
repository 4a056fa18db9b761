/// Time horizons from runs of agents at tasks with human minutes, and how fast horizons have grown.
layout TimeHorizons

unit minute, month
unit year = 12 month

category task in family
category agent, family

/// How long the task takes a person.
demand minutes[task]   : minute in [0.001, 100000]
/// When the agent was released, such as 2024.25.
demand released[agent] : year in [2000, 2100]

/// The horizon of a typical agent of 2023, and how long it took to double.
param typical  : minute ~ lognormal(median = 10, spread = 2)
param doubling : month ~ lognormal(median = 12, spread = 1)
/// How far agents are from the trend, in logarithms.
param apart    ~ half_normal(1)

/// The length of a typical task that is done half of the time.
capability horizon[agent] : minute ~ lognormal(median = typical
                                               * exp(log(2) * (released[agent] - 2023 year)
                                                     / doubling), spread = apart)
/// How sharply longer tasks fail.
param      sharpness      ~ lognormal(median = 1, spread = 0.5)
param      variety        ~ half_normal(0.3)
param      slope[agent]   ~ lognormal(median = sharpness, spread = variety)

/// How much harder families are than their length says, and tasks than their family, in log odds.
param ofFamilies, ofTasks ~ half_normal(1)
param base[family]        ~ normal(0, ofFamilies)
param harder[task]        ~ normal(base[family], ofTasks)

/// Over many tasks success falls less steeply than for a typical one: Zeger, Liang and Albert (1988).
let flatter = sqrt(1 + 0.346 * (ofFamilies ^ 2 + ofTasks ^ 2))

/// The length at which four new tasks in five are done.
report sure[agent] : minute = horizon[agent] * exp(-log(4) * flatter / slope[agent])

observe success ~
  bernoulli(logistic(slope[agent] * log(horizon[agent] / minutes[task]) - harder[task]))

/// Several abilities that go together, and items that draw on one or more of them as the table says.
layout Multidimensional

category system, item

dimension ability = language, reasoning, knowledge

/// How much the item draws on each ability, in the columns draws.language, draws.reasoning and draws.knowledge.
demand draws[ability] in [0, 1]

/// How far systems are apart in each.
param      range[ability]         ~ half_normal(1.5)
capability skill[system, ability] ~ normal(0, range[ability]) correlated lkj(2)
param      middle                 ~ normal(0, 2)
param      spread                 ~ half_normal(1.5)
param      hard[item]             ~ normal(middle, spread)

/// All of them together.
report general[system] = mean ability: skill[system, ability]

observe right ~
  bernoulli(logistic((sum ability: draws[ability] * skill[system, ability]) - hard[item]))

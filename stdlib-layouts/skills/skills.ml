/// Skills that a person has or has not, and items that need some of them: the DINA model.
layout Skills

category person, item

dimension skill = add, borrow, carry

/// Whether the item needs the skill, in the columns needs.add, needs.borrow and needs.carry.
demand needs[skill] : flag

/// How many persons have the skill.
param share[skill] : probability ~ beta(1, 1)
/// How often who has all that an item needs fails it, and who lacks some of it answers it.
param slip[item], guess[item] : probability ~ beta(2, 10)

class has[person, skill] ~ bernoulli(share[skill])

observe right ~
  bernoulli(mix(all skill: not needs[skill] or has[person, skill], guess[item], not slip[item]))

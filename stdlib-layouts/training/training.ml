/// A system in training: its skill at each checkpoint is where the one before it was, and a step.
layout Training

category checkpoint

/// How hard a task is, on the scale of the skill.
demand difficulty in [-3, 3]

/// The skill before the first checkpoint.
param      start             ~ normal(0, 2)
/// How far the skill moves from one checkpoint to the next.
param      drift             ~ half_normal(0.5)
capability skill[checkpoint] ~ normal(previous(skill[checkpoint], start), drift)

observe success ~ bernoulli(margin(skill[checkpoint], difficulty))

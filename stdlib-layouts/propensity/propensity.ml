/// A propensity, from tasks that want neither too little nor too much of it: the two-sided 2×2PL of the propensity paper.
layout Propensity

unit level

/// From which to which level of the propensity a task is solved.
demand lowest, highest : level in [-5, 5]

propensity tendency : level ~ normal(0, 10)

observe success ~ bernoulli(band(tendency, lowest, highest, slope = 1 / 1 level))

/// A profile of one system on 18 scales of demands from 0 to 5, from instances that were annotated on them.
layout Demands

/// Attention, comprehension and expression, learning, knowledge of five fields, metacognition, mind, logic and quantity, space, volume.
dimension scale =
  AS, AT, CEc, CEe, CL, KNa, KNc, KNf, KNn, KNs, MCr, MCt, MCu, MS, QLl, QLq, SNs, VO

/// What the instance demands on each scale, in the columns level.AS and so on; 0 is nothing.
demand level[scale] in {0, 1, 2, 3, 4, 5}
/// One over the number of options of a multiple choice, otherwise 0.
demand guess        : probability

/// The level that is met half of the time if nothing else is in the way.
capability ability[scale] ~ normal(3, 2)
/// How fast success falls from level to level.
param      sharpness      ~ lognormal(median = 1.5, spread = 0.5)
/// How often the system fails for no reason.
robustness slip           : probability ~ beta(1, 19)

let meets = all scale: margin(ability[scale], level[scale], steepness = sharpness)

observe success ~ bernoulli(between(guess, 1 - slip, meets))

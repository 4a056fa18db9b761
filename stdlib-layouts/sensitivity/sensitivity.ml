/// The sixty layouts of simple navigation whose measurements are compared: appendix G of Bayesian triangulation.
layout Sensitivity

unit m

/// How far the goal is from the start.
demand goalDistance : m in [0, 100]
/// Diameter of the goal.
demand goalSize     : m in [0.05, 10]

let ratio = goalDistance / goalSize

/// Sees half of the goals whose distance is this many times their diameter.
capability visualAcuity ~ choose prior {
  whole: half_normal(max(ratio)),
  half: half_normal(max(ratio) / 2),
  quarter: half_normal(max(ratio) / 4),
  flat: uniform(min(ratio), 1.2 * max(ratio))
}
/// Reaches half of the goals at this distance.
capability navigation   : m ~ choose prior {
  whole: half_normal(max(goalDistance)),
  half: half_normal(max(goalDistance) / 2),
  quarter: half_normal(max(goalDistance) / 4),
  flat: uniform(min(goalDistance), 1.2 * max(goalDistance))
}

/// A margin as wide as the demands are spread gives the probability that is chosen.
link spread_margin(ability, demand, lo, hi) =
  scaled_margin(ability, demand, lo, hi, p = choose steepness { p95: 0.95, p99: 0.99, p999: 0.999 })

let sees  = spread_margin(log(visualAcuity), log(ratio), log(min(ratio)), log(max(ratio)))
let walks = spread_margin(navigation, goalDistance, min(goalDistance), max(goalDistance))

observe success ~ bernoulli(choose compensation {
  none: sees and walks,
  geometric: power_mean(0, sees, walks),
  arithmetic: power_mean(1, sees, walks),
  quadratic: power_mean(2, sees, walks),
  cubic: power_mean(3, sees, walks)
})

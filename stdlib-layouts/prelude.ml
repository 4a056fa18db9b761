/// The linking functions of the language, made of the few that are built in: arithmetic, `log`, `exp` and their like,
/// `logistic`, `and`, `or`, `not` and `mix`. Names that begin with `_` are for this file alone.
layout Prelude

/// σ(steepness · (ability − demand)): a half where they are equal. Ability and demand are in one unit.
link margin(ability, demand, steepness = 1) = logistic(steepness * (ability - demand))

/// A margin on a ratio scale, for positive values.
link log_margin(ability, demand, steepness = 1) = logistic(steepness * (log(ability) - log(demand)))

/// A margin whose steepness is such that the widest one, hi − lo, gives p.
link scaled_margin(ability, demand, lo, hi, p = 0.999) =
  logistic(log(p / (1 - p)) / (hi - lo) * (ability - demand))

/// The two-parameter logistic model of item response theory: ability θ, difficulty b, discrimination a.
link irt_2pl(theta, b, a) = logistic(a * (theta - b))

/// 1 − (1 − ability) · flag: certain where the flag is down, the ability where it is up.
link presence(ability, flag) = mix(flag, 1, ability)

/// (1 − w) · p.
link downscale(w, p) = not w and p

/// lo + (hi − lo) · p: p squeezed between a probability of guessing and one of not slipping.
link between(lo, hi, p) = mix(p, lo, hi)

/// x, or the nearer of two bounds where it lies beyond: all three in one unit.
link clamp(x, lo, hi) = at_most(at_least(x, lo), hi)

/// The normalised two-sided 2×2PL: nearly 1 between the bounds, about a half at each, nearly 0 beyond. With
/// r = (upper − lower)/2 and a = slope + e^(1/r) − 1 it is σ(a(θ − lower)) σ(a(upper − θ)) / σ(a r)².
link band(theta, lower, upper, slope = 1) =
  _band(at_most(theta - lower, upper - theta), at_least((upper - lower) / 2, 0), slope)

/// How far θ is within the nearer bound, and half the width. Beyond 500, e^(1/r) is a step all the same.
link _band(inside, r, slope) = _band_at(inside, r, slope + expm1(at_most(1 / r, 500)))

/// The same probability as a logistic, of ln p − ln(1 − p), so that neither half loses its digits nor overflows:
/// p : (1 − p) is σ(a inside) (1 + e^(−a r))² : σ(−a inside) (1 − e^(−a (r − inside)))². In the very middle, where
/// 1 − p is 0, it is held at 1e-300.
link _band_at(inside, r, a) =
  logistic(a * inside + 2 * (log1p(exp(-a * r)) - log(at_least(-expm1(-a * (r - inside)), 1e-150))))

/// `band` where the upper bound is infinite: the 2PL.
link _band_from(theta, lower, slope = 1) = logistic(slope * (theta - lower))

/// `band` where the lower bound is infinite.
link _band_to(theta, upper, slope = 1) = logistic(slope * (upper - theta))

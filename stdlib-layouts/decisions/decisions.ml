/// Which way do the dots move? How fast observers gather evidence, and how much of it they wait for.
layout Decisions

unit s

/// The share of dots that move together; below 0 they move to the left.
demand coherence in {-0.4, -0.2, -0.1, 0.1, 0.2, 0.4}

category observer

param typical ~ lognormal(1.5, 0.5)
param enough  ~ lognormal(0.5, 0.3)
param ofAcuity, ofCaution ~ half_normal(0.5)

/// Evidence per second where all dots move together.
capability acuity[observer]  ~ lognormal(log(typical), ofAcuity)
/// How much evidence decides.
param      caution[observer] ~ lognormal(log(enough), ofCaution)
/// Where evidence starts, between left at 0 and right at 1.
bias       leaning[observer] : probability ~ beta(20, 20)
/// The time for seeing and for moving the hand.
param      delay[observer]   : s ~ lognormal(median = 0.12, spread = 0.25)

observe right, time : s ~
  wiener(caution[observer], delay[observer], leaning[observer], acuity[observer] * coherence)

/// Lognormal response times: how fast persons work, how long items take, and how evenly.
layout ResponseTimes

unit s

category person, item

/// How long a typical person takes for a typical item.
param      typical            : s ~ lognormal(median = 30, spread = 1)
/// How far persons and items are apart in the logarithm of time.
param      ofPersons, ofItems ~ half_normal(0.5)
capability speed[person]      ~ normal(0, ofPersons)
param      long[item]         ~ normal(0, ofItems)
/// How far the logarithms of times of one item scatter, for persons of one speed.
param      scatter[item]      ~ lognormal(median = 0.4, spread = 0.4)

/// How long a typical person takes for an item.
report takes[item] : s = typical * exp(long[item])

observe time : s ~
  lognormal(median = typical * exp(long[item] - speed[person]), spread = scatter[item])

layout L
demand weight  in [0, inf]
demand n       : count
demand stopped : flag
observe y           ~ bernoulli(p) weight weight
observe time        : s ~ lognormal(log(reach / s), spread) censored where not stopped count n
observe seconds     : s ~ lognormal(log((reach + 2 * distance) / s), spread)
                          censored below 2 s + 1 s above 10 s weight weight
observe z           ~ normal(0, 1) // one
                      censored to n // two
observe t           : s ~ lognormal(0, 1) in [0.1 s, limit] weight w
observe right, time : s ~ wiener(boundary, delay, 0.5, drift)

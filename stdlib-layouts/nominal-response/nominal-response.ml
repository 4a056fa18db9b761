/// The nominal response model: which of four options is chosen, where a is right.
layout NominalResponse

category person, item

dimension wrong = b, c, d

capability ability[person]    ~ normal(0, 1)
/// How tempting a wrong option is, and how much less so for the able.
param      pull[item, wrong]  ~ normal(0, 1)
param      sharp[item, wrong] ~ lognormal(0, 0.5)

/// 1 for a, 2 for b, 3 for c and 4 for d.
observe option ~ categorical_logit(0, pull[item, b] - sharp[item, b] * ability[person],
                                   pull[item, c] - sharp[item, c] * ability[person],
                                   pull[item, d] - sharp[item, d] * ability[person])

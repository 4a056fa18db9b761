/// The nominal response model: which of four options is chosen, where a is right.
layout NominalResponse

category person, item

dimension wrong = b, c, d

capability ability[person]    ~ normal(0, 1)
/// How tempting a wrong option is, and how much less so for the able.
param      pull[item, wrong]  ~ normal(0, 1)
param      sharp[item, wrong] ~ lognormal(0, 0.5)

observe option in {a, b, c, d} ~ categorical_logit(0,
                                                   each wrong: pull[item, wrong]
                                                   - sharp[item, wrong] * ability[person])

/// Counts: how many words are misread in texts of different lengths, of readers and texts.
layout Counts

category reader, passage

demand words[passage] : count in [1, 10000]

/// Misread words per word of a typical reader in a typical passage.
param      typical               ~ lognormal(median = 0.02, spread = 1)
/// How far readers and passages are apart, in the logarithm of what is misread.
param      ofReaders, ofPassages ~ half_normal(0.5)
capability accuracy[reader]      ~ normal(0, ofReaders)
param      hard[passage]         ~ normal(0, ofPassages)
/// Misreadings that come in bursts: 0 for those of a Poisson distribution.
param      bursts                ~ half_normal(0.5)

/// How much is misread of 1000 words.
report perThousand[reader] = 1000 * typical * exp(-accuracy[reader])

let expected = words[passage] * typical * exp(hard[passage] - accuracy[reader])

observe misread ~ neg_binomial(expected, dispersion = bursts)

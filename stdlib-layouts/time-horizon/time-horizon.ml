/// The time horizon: how much of a person's work a model gets done before it fails.
layout TimeHorizon

unit minute

category model

/// How long the task takes a person: all the work that there is to do.
demand length : minute in [0, inf]

/// The horizon of a typical model, and how far models are apart in its logarithm.
param      typical        : minute ~ lognormal(median = 30, spread = 1.5)
param      spread         ~ half_normal(1)
/// At 1 every minute is as dangerous as any other; below 1 the first ones are more so.
param      shape          ~ lognormal(0, 0.3)
/// The work that is done without a failure half of the time.
capability horizon[model] : minute ~ lognormal(median = typical, spread = spread)

/// The work that is done four times in five.
report sure[model] : minute = horizon[model] * (log(1.25) / log(2)) ^ (1 / shape)

/// Minutes of work until the first failure: where the task was finished, all of it.
observe done : minute ~ weibull(shape, horizon[model] / log(2) ^ (1 / shape)) censored above length

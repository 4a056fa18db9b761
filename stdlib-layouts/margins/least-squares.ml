/// The same curve through the rates of success at each difficulty, by least squares: Theorem A.1 of the propensity paper.
layout LeastSquares

demand difficulty in [0, 10]

capability ability   ~ uniform(0, 10)
param      steepness ~ lognormal(0, 1)
/// How far the rates lie from the curve.
param      residual  ~ half_normal(1)

/// Its maximum of likelihood is the least sum of squares.
observe rate ~ normal(margin(ability, difficulty, steepness), residual)

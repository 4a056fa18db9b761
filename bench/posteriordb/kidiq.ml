// posteriordb's kidscore_momiq. Its coefficients are flat; these bounds, a hundred standard deviations away, are not met.
layout KidScores

demand mom_iq

param base  ~ uniform(-600, 600)
param slope ~ uniform(-6, 6)
param sigma ~ half_cauchy(2.5)

observe kid_score ~ normal(base + slope * mom_iq, sigma)

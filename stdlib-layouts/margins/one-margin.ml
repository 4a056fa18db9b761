/// One ability against one demand, attempt by attempt: equation 8 of the propensity paper, and equation 3.19 of the thesis.
layout OneMargin

demand difficulty in [0, 10]

capability ability   ~ uniform(0, 10)
param      steepness ~ lognormal(0, 1)

observe success ~ bernoulli(margin(ability, difficulty, steepness))

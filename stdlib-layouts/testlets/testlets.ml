/// Testlets: items in groups about one text each, of which persons know more or less beside their ability.
layout Testlets

category person
category item in text
category text in {river, engine, court}

/// How far persons are apart in ability, and in what each text adds to it.
param      spread                ~ half_normal(1.5)
param      extra[text]           ~ half_normal(1)
capability ability[person]       ~ normal(0, spread)
capability special[person, text] ~ normal(0, extra[text])
param      hard[item]            ~ normal(0, 1.5)

/// How much of what items about a text tell persons apart by is the text.
report share[text] : probability = logistic(2 * log(extra[text] / spread))

observe right ~ bernoulli(logistic(ability[person] + special[person, text] - hard[item]))

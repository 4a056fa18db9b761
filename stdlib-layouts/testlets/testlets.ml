/// Testlets: items in groups about one text each, of which persons know more or less beside their ability.
layout Testlets

category person, item

dimension text = river, engine, court

/// 1 for the text that the item is about.
demand about[text] : flag

/// How far persons are apart in ability, and in what each text adds to it.
param      spread                ~ half_normal(1.5)
param      extra[text]           ~ half_normal(1)
capability ability[person]       ~ normal(0, spread)
capability special[person, text] ~ normal(0, extra[text])
param      hard[item]            ~ normal(0, 1.5)

/// How much of what items about a text tell persons apart by is the text.
report share[text] : probability = logistic(2 * log(extra[text] / spread))

let helped = sum text: about[text] * special[person, text]

observe right ~ bernoulli(logistic(ability[person] + helped - hard[item]))

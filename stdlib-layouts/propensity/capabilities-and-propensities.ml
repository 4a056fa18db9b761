/// What a language model can do and what it tends to, from annotated questions: section 4.4 of the propensity paper.
layout CapabilitiesAndPropensities

unit level

// Annotated demand levels (Zhou et al. 2025): 0 asks for nothing, 5 for as much as its rubric describes.
demand attentionScan, verbalComprehension, verbalExpression, conceptualisation : level in [0, 6]
demand relevantInformation, criticalThinking, calibration, mindModelling : level in [0, 6]
demand logicalReasoning, quantitativeReasoning, spatialReasoning : level in [0, 6]
demand appliedSciences, everydayKnowledge, formalSciences        : level in [0, 6]
demand naturalSciences, socialSciences, atypicality, volume      : level in [0, 6]

/// From which to which level of a propensity a question is answered rightly.
demand ultracrepidarianLowest, ultracrepidarianHighest : level in [-4, 4]
demand extraversionLowest, extraversionHighest : level in [-4, 4]
demand redLowest, redHighest : level in [-4, 4]
demand riskAversionLowest, riskAversionHighest : level in [-4, 4]

capability scans, comprehends, expresses, abstracts, findsRelevant, thinksCritically,
           knowsWhatItKnows, modelsMinds, reasonsLogically, reasonsQuantitatively, reasonsSpatially,
           knowsAppliedSciences, knowsEveryday, knowsFormalSciences, knowsNaturalSciences,
           knowsSocialSciences, copesWithAtypical, copesWithVolume : level ~ normal(3, 2)
/// Answers what it does not know, prefers company, red and certainty; below 0, the opposite.
propensity ultracrepidarianism, extraversion, redness, riskAversion : level ~ normal(0, 2)

let can      = all(margin(scans, attentionScan), margin(comprehends, verbalComprehension),
                   margin(expresses, verbalExpression), margin(abstracts, conceptualisation),
                   margin(findsRelevant, relevantInformation),
                   margin(thinksCritically, criticalThinking),
                   margin(knowsWhatItKnows, calibration), margin(modelsMinds, mindModelling),
                   margin(reasonsLogically, logicalReasoning),
                   margin(reasonsQuantitatively, quantitativeReasoning),
                   margin(reasonsSpatially, spatialReasoning),
                   margin(knowsAppliedSciences, appliedSciences),
                   margin(knowsEveryday, everydayKnowledge),
                   margin(knowsFormalSciences, formalSciences),
                   margin(knowsNaturalSciences, naturalSciences),
                   margin(knowsSocialSciences, socialSciences),
                   margin(copesWithAtypical, atypicality), margin(copesWithVolume, volume))
let asserts  = band(ultracrepidarianism, ultracrepidarianLowest, ultracrepidarianHighest)
let balanced = band(extraversion, extraversionLowest, extraversionHighest)
               and band(redness, redLowest, redHighest)
               and band(riskAversion, riskAversionLowest, riskAversionHighest)

observe success ~ bernoulli(choose propensities {
  all: can and asserts and balanced,
  ultracrepidarianism: can and asserts,
  none: can
})

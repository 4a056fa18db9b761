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

let can      = all(margin(scans, attentionScan, steepness = 1 / 1 level),
                   margin(comprehends, verbalComprehension, steepness = 1 / 1 level),
                   margin(expresses, verbalExpression, steepness = 1 / 1 level),
                   margin(abstracts, conceptualisation, steepness = 1 / 1 level),
                   margin(findsRelevant, relevantInformation, steepness = 1 / 1 level),
                   margin(thinksCritically, criticalThinking, steepness = 1 / 1 level),
                   margin(knowsWhatItKnows, calibration, steepness = 1 / 1 level),
                   margin(modelsMinds, mindModelling, steepness = 1 / 1 level),
                   margin(reasonsLogically, logicalReasoning, steepness = 1 / 1 level),
                   margin(reasonsQuantitatively, quantitativeReasoning, steepness = 1 / 1 level),
                   margin(reasonsSpatially, spatialReasoning, steepness = 1 / 1 level),
                   margin(knowsAppliedSciences, appliedSciences, steepness = 1 / 1 level),
                   margin(knowsEveryday, everydayKnowledge, steepness = 1 / 1 level),
                   margin(knowsFormalSciences, formalSciences, steepness = 1 / 1 level),
                   margin(knowsNaturalSciences, naturalSciences, steepness = 1 / 1 level),
                   margin(knowsSocialSciences, socialSciences, steepness = 1 / 1 level),
                   margin(copesWithAtypical, atypicality, steepness = 1 / 1 level),
                   margin(copesWithVolume, volume, steepness = 1 / 1 level))
let asserts  =
  band(ultracrepidarianism, ultracrepidarianLowest, ultracrepidarianHighest, slope = 1 / 1 level)
let balanced = band(extraversion, extraversionLowest, extraversionHighest, slope = 1 / 1 level)
               and band(redness, redLowest, redHighest, slope = 1 / 1 level)
               and band(riskAversion, riskAversionLowest, riskAversionHighest, slope = 1 / 1 level)

observe success ~ bernoulli(choose propensities {
  all: can and asserts and balanced,
  ultracrepidarianism: can and asserts,
  none: can
})

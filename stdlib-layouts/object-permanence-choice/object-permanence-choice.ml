/// Object permanence with two outcomes, for people, Dreamer and PPO: Table 4 of Bayesian triangulation (appendix D.3).
layout ObjectPermanenceChoice

unit m, position, turn

/// In how many places the goal may be hidden.
demand numPositions   : position in [0, 12]
/// The goal is out of sight when the agent may move.
demand goalOccluded   : flag
/// Length of the way to the goal, around obstacles, and how often it turns.
demand goalDistance   : m in [9, 118]
demand turnsToGoal    : turn in [0, 13]
/// The same to where the agent must choose between the places.
demand choiceDistance : m in [1, 53.5]
demand turnsToChoice  : turn in [0, 6]
demand goalSize       : m in [0.5, 5]
/// There is lava, or a hole, on the way.
demand deathZone      : flag
/// Where the goal is as seen from the start.
demand goalAhead, goalLeft, goalRight : flag

capability opAbility      : m * position ~ half_normal(503.1)
capability flatNavAbility : m * turn ~ half_normal(163.8)
capability visualAcuity   ~ half_normal(47.8)
/// Probabilities of passing lava, and of going ahead, left and right.
capability lavaAbility, aheadAbility, leftAbility, rightAbility : probability ~
  half_normal(1) in [0, 1]

// Table 4 adds demands in different units. The scales of its priors are half the largest products of them, and half the
// largest ratio of distance to size, without a logarithm: so the default multiplies. README.md says what `printed` does.
let beyondChoice   = goalDistance - choiceDistance
let hidden         = choose demands {
  products: goalOccluded * beyondChoice * numPositions,
  printed: (goalOccluded + beyondChoice / m + numPositions / position) * m * position
}
let hiddenAtChoice = choose demands {
  products: goalOccluded * choiceDistance * numPositions,
  printed: (goalOccluded + choiceDistance / m + numPositions / position) * m * position
}
let wayToGoal      = choose demands {
  products: goalDistance * turnsToGoal,
  printed: (goalDistance / m + turnsToGoal / turn) * m * turn
}
let wayToChoice    = choose demands {
  products: choiceDistance * turnsToChoice,
  printed: (choiceDistance / m + turnsToChoice / turn) * m * turn
}

let opSuccessP     = margin(opAbility, hidden, steepness = 1)
let opChoiceP      = margin(opAbility, hiddenAtChoice, steepness = 1)
let flatNavGoalP   = margin(flatNavAbility, wayToGoal, steepness = 1)
let flatNavChoiceP = margin(flatNavAbility, wayToChoice, steepness = 1)
let visualP        = choose demands {
  products: log_margin(visualAcuity, goalDistance / goalSize),
  printed: margin(visualAcuity, log(goalDistance / goalSize))
}
/// Without acuity, as for children, whose goals were of one size (the last of section 5): the ability then keeps its prior.
let seesP          = choose acuity { inferred: visualP, ablated: 1 }
let lavaP          = presence(lavaAbility, deathZone)
let sidesP         = presence(aheadAbility, goalAhead) and presence(leftAbility, goalLeft)
                     and presence(rightAbility, goalRight)

/// The goal was reached.
observe success ~ bernoulli(flatNavGoalP and opSuccessP and seesP and lavaP)
/// The agent went to the right place.
observe choice  ~ bernoulli(flatNavChoiceP and opChoiceP and seesP and sidesP)

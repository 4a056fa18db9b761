/** Tasks in the ranges of Table 4, with a way to the choice that is part of the way to the goal. */
import type { Battery, Demands } from './battery.ts';

function demands(random: Demands) {
  const choiceDistance = random.between(1, 53.5, 0.5);
  const turnsToChoice = random.between(0, 6, 1);
  const side = random.among([-1, 0, 1]);
  return {
    numPositions: random.between(0, 12, 1),
    goalOccluded: random.flag(0.6),
    goalDistance: Math.max(9, choiceDistance + random.between(0, 64.5, 0.5)),
    turnsToGoal: turnsToChoice + random.between(0, 7, 1),
    choiceDistance,
    turnsToChoice,
    goalSize: random.between(0.5, 5, 0.5),
    deathZone: random.flag(0.3),
    goalAhead: Number(side === 0),
    goalLeft: Number(side === -1),
    goalRight: Number(side === 1),
  };
}

const probabilities = { lavaAbility: 0.6, aheadAbility: 0.95, leftAbility: 0.5, rightAbility: 0.75 };

/** Thresholds of products, which the scales of the priors are of. */
export const PRODUCTS: Battery = {
  layout: 'object-permanence-choice/object-permanence-choice',
  rows: 400,
  seed: 1,
  demands,
  profile: { opAbility: 220, flatNavAbility: 260, visualAcuity: 60, ...probabilities },
};

/** To the letter of the table: thresholds of sums. */
export const PRINTED: Battery = {
  ...PRODUCTS,
  choices: { demands: 'printed' },
  profile: { opAbility: 50, flatNavAbility: 70, visualAcuity: 4, ...probabilities },
};

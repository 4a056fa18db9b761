/** Tasks with the columns of the tutorial, in the ranges that it says its own have. */
import type { Battery, Demands } from './battery.ts';

function demands(random: Demands) {
  const navigationDistanceChoice = random.between(1, 53.5, 0.5);
  const navigationTurnsChoice = random.between(0, 6, 1);
  const navigationDistanceGoal = Math.max(9, navigationDistanceChoice + random.between(0, 64.5, 0.5));
  const side = random.among([-1, 0, 1]);
  return {
    navigationDistanceGoal,
    euclideanDistanceGoal: Math.min(navigationDistanceGoal, random.between(9, 38.4, 0.1)),
    navigationTurnsGoal: navigationTurnsChoice + random.between(0, 7, 1),
    navigationDistanceChoice,
    navigationTurnsChoice,
    numChoices: random.between(1, 12, 1),
    goalOccluded: random.flag(0.6),
    mainGoalSize: random.between(0.5, 5, 0.5),
    lavaPresence: random.flag(0.3),
    goalLeft: Number(side === -1),
    goalCentre: Number(side === 0),
    goalRight: Number(side === 1),
  };
}

const base = { rows: 1000, seed: 8, demands };
const objPermAbility = 600;
const withNavigation = { objPermAbility, navAbility: 700 };
const withLava = { ...withNavigation, lavaAbility: 0.6 };
const withAcuity = { ...withLava, visualAcuityAbility: 20 };

/** The six steps. A layout reads the columns that it wants. */
export const STEPS: readonly Battery[] = [
  { ...base, layout: 'tutorial/1-object-permanence', profile: { objPermAbility } },
  { ...base, layout: 'tutorial/2-navigation', profile: withNavigation },
  { ...base, layout: 'tutorial/3-lava', profile: withLava },
  { ...base, layout: 'tutorial/4-visual-acuity', profile: withAcuity },
  { ...base, layout: 'tutorial/5-two-outcomes', profile: withAcuity },
  {
    ...base,
    layout: 'tutorial/6-left-ahead-right',
    profile: { ...withAcuity, leftAbility: 0.5, centreAbility: 0.95, rightAbility: 0.75 },
  },
];

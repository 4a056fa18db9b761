/** Scenes, and cells of scenes, that ask for a few of the abilities at once. */
import type { Battery, Demands } from './battery.ts';

const NAMES = [
  'interactiveTask',
  'aiReorientation',
  'challengingNavigation',
  'coreObjectReasoning',
  'objectPermanenceReasoning',
  'movingObjectReasoning',
  'toolUse',
  'agentReasoning',
];

const asking = (value: (random: Demands) => number) => (random: Demands) =>
  Object.fromEntries(NAMES.map((name) => [name, value(random)]));

const FIRST_SETTING = {
  navigationAbility: 0.8,
  agentialAbility: 1.5,
  objectualAbility: 1.2,
  objectPermanenceAbility: 0.7,
  movingObjectAbility: 2,
  toolUseAbility: 0.3,
  noise: 0.05,
};

const SECOND_SETTING = {
  navigationAbility: 1.6,
  agentialAbility: 0.6,
  objectualAbility: 1.3,
  objectPermanenceAbility: 1.5,
  movingObjectAbility: 1.7,
  toolUseAbility: 0.9,
  noise: 0.1,
};

const SECOND = { prior: 'bounded', noise: 'mixed' };

export const SCENES: Battery = {
  layout: 'common-sense/instances',
  rows: 1200,
  seed: 3,
  demands: asking((random) => random.flag(0.35)),
  profile: FIRST_SETTING,
};

export const SCENES_IN_SECOND_SETTING: Battery = { ...SCENES, choices: SECOND, profile: SECOND_SETTING };

export const CELLS: Battery = {
  layout: 'common-sense/cells',
  rows: 240,
  seed: 4,
  demands: asking((random) => random.flag(0.3) * random.among([1, 1, 1, 0.5])),
  profile: { ...FIRST_SETTING, precision: 25 },
};

export const CELLS_IN_SECOND_SETTING: Battery = {
  ...CELLS,
  choices: SECOND,
  profile: { ...SECOND_SETTING, precision: 25 },
};

export const COMPENSATING: Battery = {
  layout: 'common-sense/compensation',
  rows: 2000,
  seed: 5,
  demands: asking((random) => random.flag(0.5)),
  profile: {
    ...FIRST_SETTING,
    navigationWeight: 0.8,
    objectualWeight: 0.4,
    objectPermanenceWeight: 0.6,
    movingObjectWeight: 0.3,
    toolUseWeight: 0.7,
    agentialWeight: 0.5,
  },
};

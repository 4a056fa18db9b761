/** Windows as in the propensity paper (B.3), and questions annotated with levels and windows (4.4). */
import type { Battery, Demands } from './battery.ts';

/** Both ends from -5 to 5, in their order and at least a hundredth apart. */
function window(random: Demands, reach: number, step: number): readonly [lowest: number, highest: number] {
  for (;;) {
    const [a, b] = [random.between(-reach, reach, step), random.between(-reach, reach, step)];
    if (a !== b) return [Math.min(a, b), Math.max(a, b)];
  }
}

export const WINDOWS: Battery = {
  layout: 'propensity/propensity',
  rows: 1000,
  seed: 6,
  demands: (random) => {
    const [lowest, highest] = window(random, 5, 0.01);
    return { lowest, highest };
  },
  profile: { tendency: -1.5 },
};

/** The same windows by the other normalisations of Figure 2. */
export const NORMALISED: readonly Battery[] = ['final', 'naive', 'none'].map((normalisation) => ({
  ...WINDOWS,
  layout: 'propensity/normalisations',
  choices: { normalisation },
}));

export const TWO_SLOPES: Battery = {
  ...WINDOWS,
  layout: 'propensity/two-slopes',
  profile: { tendency: -1.5, steepnessBelow: 3, steepnessAbove: 0.8 },
};

const LEVELS = [
  'attentionScan',
  'verbalComprehension',
  'verbalExpression',
  'conceptualisation',
  'relevantInformation',
  'criticalThinking',
  'calibration',
  'mindModelling',
  'logicalReasoning',
  'quantitativeReasoning',
  'spatialReasoning',
  'appliedSciences',
  'everydayKnowledge',
  'formalSciences',
  'naturalSciences',
  'socialSciences',
  'atypicality',
  'volume',
];

const PROPENSITIES = ['ultracrepidarian', 'extraversion', 'red', 'riskAversion'];

/** Most questions ask for little of most things, and most windows of what a question is not about are wide. */
export const QUESTIONS: Battery = {
  layout: 'propensity/capabilities-and-propensities',
  rows: 360,
  seed: 7,
  demands: (random) => ({
    ...Object.fromEntries(LEVELS.map((name) => [name, random.flag(0.25) * random.between(1, 5, 1)])),
    ...Object.fromEntries(
      PROPENSITIES.flatMap((name, index) => {
        const [lowest, highest] = index === 0 || random.flag(0.2) === 1 ? window(random, 3, 1) : [-4, 4];
        return [
          [`${name}Lowest`, lowest],
          [`${name}Highest`, highest],
        ];
      }),
    ),
  }),
  profile: {
    scans: 5,
    comprehends: 6,
    expresses: 5,
    abstracts: 4,
    findsRelevant: 5,
    thinksCritically: 4,
    knowsWhatItKnows: 4,
    modelsMinds: 5,
    reasonsLogically: 4,
    reasonsQuantitatively: 5,
    reasonsSpatially: 3,
    knowsAppliedSciences: 5,
    knowsEveryday: 6,
    knowsFormalSciences: 4,
    knowsNaturalSciences: 5,
    knowsSocialSciences: 5,
    copesWithAtypical: 4,
    copesWithVolume: 5,
    ultracrepidarianism: 1,
    extraversion: 0.5,
    redness: 0,
    riskAversion: -0.5,
  },
};

import { describe, expect, it } from 'vitest';
import type { SampledPosterior } from '../../../host/fit.ts';
import { OLYMPICS } from './animal-ai-olympics.ts';
import type { Battery } from './battery.ts';
import { OBJECTS, WORDS } from './bundled.ts';
import {
  CELLS,
  CELLS_IN_SECOND_SETTING,
  COMPENSATING,
  SCENES,
  SCENES_IN_SECOND_SETTING,
} from './common-sense.ts';
import { PRINTED, PRODUCTS } from './object-permanence-choice.ts';
import { NORMALISED, QUESTIONS, TWO_SLOPES } from './propensity.ts';
import { expectRecovered, fitBattery, spreadOf } from './recover.ts';
import { COMPENSATORY, DEMANDING } from './sensitivity.ts';
import { STEPS } from './tutorial.ts';

/** The spreads that are named say that the posterior is far narrower than the prior. */
const CASES: readonly (readonly [
  what: string,
  battery: Battery,
  limits: Readonly<Record<string, number>>,
])[] = [
  ['object permanence', OBJECTS, { memoryAbility: 1, opAbility: 8, flatNavAbility: 4, rampAbility: 0.2 }],
  [
    'words',
    WORDS,
    { acuity: 0.02, blurTolerance: 0.6, noiseTolerance: 10, rotationTolerance: 3, spelling: 0.2 },
  ],
  [
    'object permanence with two outcomes',
    PRODUCTS,
    { opAbility: 15, flatNavAbility: 8, visualAcuity: 25, leftAbility: 0.12, rightAbility: 0.12 },
  ],
  ['the Olympics', OLYMPICS, { noiseLevel: 0.2 }],
  [
    'common sense from scenes, in the first setting',
    SCENES,
    {
      navigationAbility: 0.25,
      agentialAbility: 0.5,
      objectualAbility: 0.5,
      toolUseAbility: 0.4,
      noise: 0.05,
    },
  ],
  [
    'common sense from scenes, in the second setting',
    SCENES_IN_SECOND_SETTING,
    { navigationAbility: 0.3, agentialAbility: 0.4, objectualAbility: 0.4, noise: 0.12 },
  ],
  [
    'common sense from cells, in the first setting',
    CELLS,
    { navigationAbility: 0.12, agentialAbility: 0.3, objectualAbility: 0.3, noise: 0.02, precision: 4 },
  ],
  [
    'common sense from cells, in the second setting',
    CELLS_IN_SECOND_SETTING,
    { navigationAbility: 0.15, agentialAbility: 0.2, objectualAbility: 0.25, noise: 0.04, precision: 4 },
  ],
  ['common sense where abilities compensate', COMPENSATING, { noise: 0.1 }],
  ['capabilities and propensities', QUESTIONS, { ultracrepidarianism: 0.3, redness: 0.6 }],
  ['a propensity in windows that are normalised naively', NORMALISED[1]!, { tendency: 0.2 }],
  ['a propensity in windows that are not normalised', NORMALISED[2]!, { tendency: 0.25 }],
  [
    'a propensity in windows with two slopes',
    TWO_SLOPES,
    { tendency: 0.25, steepnessBelow: 1, steepnessAbove: 0.2 },
  ],
  ['simple navigation that demands both abilities', DEMANDING, { visualAcuity: 12, navigation: 3 }],
  [
    'simple navigation where one ability makes up for the other',
    COMPENSATORY,
    { visualAcuity: 12, navigation: 3 },
  ],
  ['step 1 of the tutorial', STEPS[0]!, { objPermAbility: 40 }],
  ['step 2 of the tutorial', STEPS[1]!, { objPermAbility: 70, navAbility: 70 }],
  ['step 3 of the tutorial', STEPS[2]!, { objPermAbility: 80, navAbility: 80, lavaAbility: 0.1 }],
  [
    'step 4 of the tutorial',
    STEPS[3]!,
    { objPermAbility: 100, navAbility: 100, lavaAbility: 0.12, visualAcuityAbility: 5 },
  ],
  [
    'step 5 of the tutorial',
    STEPS[4]!,
    { objPermAbility: 80, navAbility: 80, lavaAbility: 0.1, visualAcuityAbility: 3 },
  ],
  [
    'step 6 of the tutorial',
    STEPS[5]!,
    { objPermAbility: 120, navAbility: 220, lavaAbility: 0.15, visualAcuityAbility: 5, centreAbility: 0.06 },
  ],
];

const fits = new Map<Battery, Promise<SampledPosterior>>();

/** `fitBattery` as it fits by itself, once for each battery: some are looked at more than once. */
function fitOf(battery: Battery): Promise<SampledPosterior> {
  const fit = fits.get(battery) ?? fitBattery(battery);
  fits.set(battery, fit);
  return fit;
}

describe('a fit to a simulated battery finds its profile:', () => {
  it.for(CASES)('%s', async ([, battery, limits]) => {
    expectRecovered(await fitOf(battery), battery.profile, limits);
  });
});

describe('object permanence with two outcomes, with demands added as Table 4 prints them', () => {
  it('has a mode at the profile, and others where one demand stops nobody', async () => {
    const { modes } = await fitBattery(PRINTED, { chains: 1, warmup: 300, draws: 300, scouts: 16 });
    const [best, ...others] = modes;
    for (const [name, truth] of Object.entries(PRINTED.profile)) {
      const { mean, sd } = best!.values[name]!;
      expect(Math.abs(mean - truth) / sd, name).toBeLessThan(4);
    }
    // Chains that begin there stay there: no goal is hidden by more than 130.
    expect(
      others.some(({ values }) => values.opAbility!.mean > 300 || values.flatNavAbility!.mean > 150),
    ).toBe(true);
  });
});

describe('how sure a fit is', () => {
  // The standard deviations of uniform priors are their widths divided by √12; that of the bias's prior is 1.
  const priors = {
    navigationAbility: 5.3 / Math.sqrt(12),
    visualAbility: 1.9 / Math.sqrt(12),
    rightLeftBias: 1,
  };

  it('is little after the 69 tasks of the Olympics, and much after fifty times as many', async () => {
    const [few, many] = [await fitOf(OLYMPICS), await fitBattery({ ...OLYMPICS, rows: 50 * OLYMPICS.rows })];
    expectRecovered(many, OLYMPICS.profile, {});
    for (const [name, prior] of Object.entries(priors)) {
      expect(spreadOf(few, name), name).toBeGreaterThan(0.5 * prior);
      expect(spreadOf(many, name), name).toBeLessThan(0.35 * prior);
    }
  });

  it('is little of abilities that can stand in for each other', async () => {
    const [together, instead] = [await fitOf(SCENES), await fitOf(COMPENSATING)];
    expect(spreadOf(instead, 'objectualAbility')).toBeGreaterThan(2 * spreadOf(together, 'objectualAbility'));
  });
});

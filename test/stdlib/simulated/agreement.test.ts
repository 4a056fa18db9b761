import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../../compiler/analyse.ts';
import { combinations } from '../../../compiler/choose/alternatives.ts';
import { someOf } from '../../random-cases.ts';
import { column, ROWS } from '../navigation/battery.ts';
import { expectAgreement } from './agreement.ts';
import { OLYMPICS } from './animal-ai-olympics.ts';
import { type Battery, columnsOf, readLayout } from './battery.ts';
import { OBJECTS } from './bundled.ts';
import { CELLS, COMPENSATING, SCENES } from './common-sense.ts';
import { PRINTED, PRODUCTS } from './object-permanence-choice.ts';
import { NORMALISED, QUESTIONS, TWO_SLOPES, WINDOWS } from './propensity.ts';
import { SELECTIONS } from './sensitivity.ts';
import { STEPS } from './tutorial.ts';

describe('the sensitivity analysis', () => {
  it('is of sixty layouts', () => {
    const { choices } = analyseSource({
      name: 'sensitivity.ml',
      text: readLayout('sensitivity/sensitivity'),
    });
    expect(combinations(choices)).toBe(60);
    expect(SELECTIONS.length).toBe(60);
  });

  const rows = ROWS.filter((_, index) => index % 5 === 0);
  const columns = new Map([
    ['goalDistance', column(rows, 'goalDistance')],
    ['goalSize', column(rows, 'goalSize')],
    // The agent of appendix G: 20 × 20 pixels, and a tenth of its actions left out.
    ['success', column(rows, 'p20-nu0.1')],
  ]);

  it.for(someOf(SELECTIONS))('has a module that says what the interpreter says, of %o', async (selection) => {
    await expectAgreement('sensitivity/sensitivity', selection, columns, {
      visualAcuity: 30,
      navigation: 24,
    });
  });
});

const BOTH_SETTINGS = ['unbounded', 'bounded'].flatMap((prior) =>
  ['downscaled', 'mixed'].map((noise) => ({ prior, noise })),
);
/** Within every prior, the bounded ones too. */
const WITHIN = Object.fromEntries(
  Object.entries(COMPENSATING.profile).map(([name, value]) => [name, Math.min(value, 1.9)]),
);

const OTHERS: readonly Battery[] = [
  PRINTED,
  PRODUCTS,
  { ...PRODUCTS, choices: { acuity: 'ablated' } },
  { ...OBJECTS, choices: { navigationPrior: 'printed' } },
  OLYMPICS,
  ...[SCENES, CELLS].flatMap((battery) =>
    BOTH_SETTINGS.map((choices) => ({ ...battery, choices, profile: { ...WITHIN, precision: 20 } })),
  ),
  ...BOTH_SETTINGS.flatMap((choices) =>
    ['weighted', 'full'].map((compensation) => ({
      ...COMPENSATING,
      choices: { ...choices, compensation },
      profile: WITHIN,
    })),
  ),
  WINDOWS,
  ...NORMALISED,
  TWO_SLOPES,
  ...['all', 'ultracrepidarianism', 'none'].map((propensities) => ({
    ...QUESTIONS,
    choices: { propensities },
  })),
  ...STEPS,
  ...STEPS.map((step) => ({ ...step, choices: { logistic999: 'code' } })),
];

describe('a module says what the interpreter says, of', () => {
  it.for(OTHERS.map((battery) => ({ battery, chosen: Object.values(battery.choices ?? {}).join(', ') })))(
    '$battery.layout $chosen',
    async ({ battery }) => {
      const columns = columnsOf({ ...battery, rows: 200 });
      await expectAgreement(battery.layout, battery.choices ?? {}, columns, battery.profile);
    },
  );
});

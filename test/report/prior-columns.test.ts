import { describe, expect, it } from 'vitest';
import type { EvaluatedPrior } from '../../compiler/interpret/priors.ts';
import { compile, load } from '../../index.ts';
import { type KnownPrior, withPriorColumns } from '../../reporting/report/live/prior-columns.ts';

/** A layout with these priors. */
const layoutWith = (priors: Readonly<Record<string, string>>) => `layout Many
unit px, s
category reader
demand size : px
demand wait : s
capability acuity : 1 / px ~ ${priors.acuity} // read, like this, past a comma
capability low[reader], high[ reader ] : px ~ ${priors.low} in [0, 9]
capability span : px ~ normal(0, 3)
param rate : 1 / px ~ ${priors.rate}
param gap : s ~ ${priors.gap}
robustness spelling : probability ~ ${priors.spelling}
robustness slip : probability ~ ${priors.slip}
param tail : s ~ ${priors.tail}
param one, two ~ normal(0, 1) ordered
param way ~ choose way { narrow: normal(0, 1), wide: normal(0, 2) }
observe right ~ bernoulli(downscale(slip, margin(acuity, 1 / size) and margin(low[reader] + high[reader] + span, size, rate)
                          and margin(gap, wait, 1 / tail) and logistic(one + two * size / 1 px + way) and spelling))`;

const FITTED = {
  acuity: 'uniform(0, 0.5)',
  low: 'normal(2, 1)',
  rate: 'exponential(4)',
  gap: 'lognormal(1, 0.5)',
  spelling: 'uniform(0.25, 1)',
  slip: 'beta(mean = 0.1, precision = 10)',
  tail: 'half_student_t(3, 2)',
};
const MOVED = {
  acuity: 'uniform(0.05, 0.7)',
  rate: 'exponential(2.5)',
  gap: 'lognormal(1.5, 0.8)',
  spelling: 'uniform(0.1, 0.875)',
  slip: 'beta(2, 7)',
  tail: 'half_student_t(5, 1)',
};

const prior = (name: string, unit: string, family: string, parameters: Readonly<Record<string, number>>) => ({
  ...{ name, unit, isProbability: unit === 'probability' },
  fitted: { family, parameters } as unknown as EvaluatedPrior,
});

const PRIORS: readonly KnownPrior[] = [
  prior('acuity', '1 / px', 'uniform', { lo: 0.05, hi: 0.7 }),
  prior('rate', '1 / px', 'exponential', { rate: 2.5 }),
  prior('gap', 's', 'lognormal', { mu: 1.5, sigma: 0.8 }),
  prior('spelling', 'probability', 'uniform', { lo: 0.1, hi: 0.875 }),
  prior('slip', 'probability', 'beta', { a: 2, b: 7 }),
  prior('tail', 's', 'half_student_t', { df: 5, scale: 1 }),
  prior('low', 'px', 'normal', { mean: 1, sd: 2 }),
  prior('one', '', 'normal', { mean: 1, sd: 2 }),
  prior('way', '', 'normal', { mean: 1, sd: 2 }),
];

const DATA = {
  ...{ size: [1, 4, 9, 12], wait: [1, 1, 2, 4], right: [1, 1, 0, 1], reader: ['a', 'b', 'a', 'b'] },
};
const POINT = {
  ...{ acuity: 0.3, low: { a: 2, b: 3 }, high: { a: 1.5, b: 4 }, span: 2.5, rate: 0.7, gap: 2 },
  ...{ spelling: 0.6, slip: 0.2, tail: 1.5, one: -0.5, two: 0.25, way: 0.5 },
};

describe('a layout whose priors take their numbers from the table', () => {
  it('has the density of the layout with these numbers', async () => {
    const text = layoutWith({ ...FITTED });
    const written = withPriorColumns(text, { way: 'wide' }, PRIORS)!;
    // Latents in order belong together.
    expect(written.columns.map((columns) => columns !== null)).toEqual([
      ...[true, true, true, true, true, true, true, false, true],
    ]);
    const columns: Record<string, readonly (number | string)[]> = { ...DATA };
    for (const [place, ofPrior] of written.columns.entries()) {
      for (const [parameter, column] of Object.entries(ofPrior ?? {})) {
        const numbers = PRIORS[place]!.fitted.parameters as unknown as Readonly<Record<string, number>>;
        columns[column] = DATA.size.map(() => numbers[parameter]!);
      }
    }
    const { bytes, manifest } = await written.prepared.compile(undefined, { predicts: false });
    const bound = await (await load(bytes)).bind(columns as never);
    const names = manifest.columns.map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith('prior_of_'))).toEqual([
      'size',
      'wait',
      'reader',
      'right',
    ]);
    // Only the first of two latents is moved: the others keep the prior of the statement.
    const apart = layoutWith({ ...FITTED, ...MOVED }).replace(
      'capability low[reader], high[ reader ] : px ~ normal(2, 1) in [0, 9]',
      'capability low[reader] : px ~ normal(1, 2) in [0, 9]\ncapability high[reader] : px ~ normal(2, 1) in [0, 9]',
    );
    const way = apart.replace('wide: normal(0, 2)', 'wide: normal(1, 2)');
    const other = await load((await compile(way, { choices: { way: 'wide' } })).bytes);
    const expected = (await other.bind(DATA)).logDensity(POINT);
    const found = bound.logDensity(POINT);
    expect(found.logDensity).toBeCloseTo(expected.logDensity, 10);
    for (const [place, slope] of expected.gradient.entries())
      expect(found.gradient[place]).toBeCloseTo(slope, 9);
  });

  it('is none where no prior can be written so', () => {
    expect(withPriorColumns(layoutWith({ ...FITTED }), {}, PRIORS.slice(-2, -1))).toBeNull();
  });
});

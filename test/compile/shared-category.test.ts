import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { compileSource } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { sketchFromDeclarations, sketchOfLayout } from '../../compiler/stage/sketch.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { casesOf } from '../random-cases.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';
import { expectPredicted, newRows } from './expect-predicted.ts';

/** A layout of matches between models, judged by somebody. */
const layoutOf = ({ strength, sharp, logit }: Parts) => `layout Arena
category model = left, right
category judge
demand here in [-1, 1]
param spread ~ half_normal(1)
param gain ~ normal(0, 1)
capability strength[model] ~ ${strength}
robustness steady[model] : probability ~ beta(2, 2)
param sharp[judge] ~ ${sharp}
param wit[model], charm[model] ~ normal(gain, 1) correlated lkj(2)
report odds[model] = exp(strength[model]) * gain
let gap = strength[left] - strength[right]
observe wins ~ bernoulli(${logit})
observe margin_of ~ normal(gap * sharp[judge], exp(0.1 * strength[right]))
`;

interface Parts {
  readonly strength: string;
  readonly sharp: string;
  readonly logit: string;
}

const parts: fc.Arbitrary<Parts> = fc.record({
  strength: fc.constantFrom(
    'normal(0, spread)',
    'normal(gain, 1) centred',
    'normal(gain, spread) noncentred',
    'normal(mean(here), 1) in [-9, inf]',
    'uniform(-3, 3 + spread)',
    'student_t(4, gain, spread)',
    'normal(3 * steady[model], 1)',
  ),
  sharp: fc.constantFrom('normal(1, 1)', 'lognormal(gain, spread)', 'normal(mean(here, by = judge), spread)'),
  logit: fc.constantFrom(
    'logistic(gap)',
    'logistic(gap * sharp[judge] + here)',
    'logistic(strength[right])',
    'logistic(wit[left] - charm[right] + wit[right] * here)',
    'logistic(exp(strength[left]) - strength[right] * here) and steady[left]',
    'mix(0.5, logistic(strength[left]), steady[right])',
    'steady[left] and not steady[right]',
    'all(steady[left], steady[right], logistic(here * strength[left]))',
  ),
});

/** Rows by random numbers; some models are never left, and some never right. */
function dataOf(seed: readonly number[], models: number, rows: number): Data {
  const at = (place: number) => seed[place % seed.length]!;
  const column = (value: (row: number) => number) =>
    Float64Array.from({ length: rows }, (_, row) => value(row));
  return {
    rows,
    columns: {
      left: column((row) => row % (models - 1)),
      right: column((row) =>
        row === 0 ? models - 1 : 1 + ((row * 5 + Math.floor(row / models)) % (models - 1)),
      ),
      judge: column((row) => row % 3),
      here: column((row) => 2 * at(row) - 1),
      wins: column((row) => (at(row + 9) > 0.5 ? 1 : 0)),
      margin_of: column((row) => 3 * at(row + 7) - 1),
    },
  };
}

function expectClose(found: number, wanted: number, tolerance: number, what: string): void {
  if (found === wanted) return;
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(wanted)),
  );
}

const numbers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 30 });
const manyModels = fc.integer({ min: 3, max: 12 });

/** A point on the unconstrained scale, not far out. */
const pointOf = (seed: readonly number[], models: number, { latents }: TypedLayout) =>
  Array.from(
    {
      length: latents.reduce(
        (sum, { index }) => sum + (index === null ? 1 : index === 'model' ? models : 3),
        0,
      ),
    },
    (_, i) => 1.2 * Math.sin(seed[0]! + 2 * i),
  );

describe('a category in two columns', () => {
  it.each([...Object.entries(SKETCHES), ['the data are known', 'of the data'] as const])(
    'means in a module what the interpreter says, where %s',
    async (_, known) => {
      await fc.assert(
        fc.asyncProperty(
          parts,
          numbers,
          manyModels,
          fc.constantFrom(3, 40),
          async (chosen, seed, models, times) => {
            const data = dataOf(seed, models, times * models + 1);
            const text = layoutOf(chosen);
            const sketch = known === 'of the data' ? sketchOf(new Map(Object.entries(data.columns))) : known;
            const { bytes, manifest, layout } = await compileToFit({ name: 'arena.ml', text }, sketch);
            const module = bindModule(bytes, manifest, data);
            const repeated = sketchOfLayout(layout, sketch ?? sketchFromDeclarations(layout));
            const meaning = interpret(layout, data, nonCentredLatents(repeated));
            const point = pointOf(seed, models, layout);
            const values = meaning.constrain(point);
            const own = layout.latents.flatMap(({ name }) => values[name]!);
            for (const [i, value] of module.constrain(point).entries())
              expectClose(value, own[i]!, 1e-10, `value ${i}`);
            expect(module.outsideSupport(own)).toBe(0);
            expectClose(module.logDensity(own).value, meaning.logDensity(values), 1e-10, 'the log density');
            const reports = Object.values(meaning.reports(values)).flat();
            for (const [i, value] of module.reports(own, reports.length).entries())
              expectClose(value, reports[i]!, 1e-10, `report ${i}`);
            for (const [found, wanted] of [
              [
                module.logDensityUnconstrained(point),
                (u: ArrayLike<number>) => meaning.logDensityUnconstrained(u),
              ],
              [
                module.logPriorUnconstrained(point),
                (u: ArrayLike<number>) => meaning.logPriorUnconstrained(u),
              ],
            ] as const) {
              expectClose(found.value, wanted(point), 1e-10, 'the log density');
              expectSlopes(found.gradient, wanted, point);
            }
          },
        ),
        { numRuns: casesOf(48), endOnFailure: true },
      );
    },
    120_000,
  );

  it('means in predictions of other rows what the interpreter says', async () => {
    await fc.assert(
      fc.asyncProperty(parts, numbers, manyModels, async (chosen, seed, models) => {
        const data = dataOf(seed, models, 3 * models + 1);
        const { bytes, layout } = await compileSource({ name: 'arena.ml', text: layoutOf(chosen) });
        const values = interpret(layout, data).constrain(pointOf(seed, models, layout));
        const own = layout.latents.flatMap(({ name }) => values[name]!);
        await expectPredicted({ bytes, layout, data }, newRows(layout, data), [{ own, values }]);
      }),
      { numRuns: casesOf(48), endOnFailure: true },
    );
  }, 120_000);
});

/** Latents between centred and noncentred: the unconstrained scale at any centrings, against the interpreter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { casesOf } from '../random-cases.ts';
import { bindModule } from './bound-module.ts';

const observed = (mean: string, ...priors: readonly string[]) => `layout Centred
category person, step
demand d in [-3, 3]
param middle ~ normal(0.3, 1)
param spread ~ half_normal(1)
param pull ~ normal(0.8, 0.2)
${priors.join('\n')}
observe y ~ normal(${mean}, 1)
`;

/** Layouts, and the latents whose centring is learnt. */
const LAYOUTS: Readonly<Record<string, readonly [text: string, learnt: readonly string[]]>> = {
  'levels of one population': [observed('a[person]', 'param a[person] ~ normal(middle, spread)'), ['a']],
  'levels whose location is theirs': [
    observed('a[person]', 'param a[person] ~ normal(middle + mean(d, by = person), spread)'),
    ['a'],
  ],
  'levels that sum to zero': [
    observed('d * a[person]', 'param a[person] ~ normal(0, spread) sum to zero'),
    ['a'],
  ],
  'positive levels': [observed('log(a[person])', 'param a[person] ~ lognormal(middle, spread)'), ['a']],
  'single values': [
    observed('a * b', 'param a ~ normal(middle, 2)', 'param b ~ lognormal(0, exp(a / 2))'),
    ['a', 'b'],
  ],
  'a population in a population': [
    observed(
      'a[person] + b[step]',
      'param a[person] ~ normal(middle, spread)',
      'param scale[step] ~ lognormal(0, spread)',
      'param b[step] ~ normal(middle, scale[step])',
    ),
    ['a', 'scale', 'b'],
  ],
  'correlated levels': [
    observed(
      'a[person] + d * b[person] * c[person]',
      'param a[person], b[person], c[person] ~ normal(middle, spread) correlated lkj(2)',
    ),
    ['a', 'b', 'c'],
  ],
  'a walk': [observed('a[step]', 'param a[step] ~ normal(previous(a[step], middle), spread)'), ['a']],
  'a walk that is pulled back': [
    observed('a[step]', 'param a[step] ~ normal(middle + pull * (previous(a[step], 0.5) - middle), spread)'),
    ['a'],
  ],
  'a walk of logarithms': [
    observed(
      'log(a[step])',
      'param a[step] ~ lognormal(log(previous(a[step], exp(middle))) / 2 - pull, spread)',
    ),
    ['a'],
  ],
  'a walk whose steps differ': [
    observed(
      'a[step]',
      'param size[step] ~ lognormal(0, spread)',
      'param a[step] ~ normal(-previous(a[step], middle), size[step])',
    ),
    ['size', 'a'],
  ],
  'a walk that is no line': [
    observed('a[step]', 'param a[step] ~ normal(exp(previous(a[step], middle) / 4), spread)'),
    [],
  ],
  'a walk that widens': [
    observed('a[step]', 'param a[step] ~ normal(0, 1 + previous(a[step], middle) ^ 2)'),
    [],
  ],
  'authors who say how': [
    observed(
      'a[person] + b[person] + c[step]',
      'param a[person] ~ normal(middle, spread) centred',
      'param b[person] ~ normal(middle, spread) noncentred',
      'param c[step] ~ normal(pull * previous(c[step], middle), spread) noncentred',
    ),
    [],
  ],
};

const table = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 }))
  .map(([persons, steps]) => {
    const rows = Array.from({ length: Math.max(persons, steps) + 2 }, (_, row) => row);
    return {
      rows: rows.length,
      columns: {
        person: rows.map((row) => row % persons),
        step: rows.map((row) => row % steps),
        d: rows.map((row) => Math.sin(row)),
        y: rows.map((row) => Math.cos(3 * row)),
      },
    };
  });

describe.each(Object.entries(LAYOUTS))('a layout of %s', (_what, [text, learnt]) => {
  it('means what the interpreter says at any centrings', async () => {
    const { bytes, manifest, layout } = await compileToFit({ name: 'centred.ml', text });
    expect(manifest.latents.filter((each) => each.centring === 'learnt').map(({ name }) => name)).toEqual(
      learnt,
    );
    const isNonCentred = nonCentredLatents(sketchFromDeclarations(layout));
    const weight = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        table,
        fc.array(weight, { minLength: 30, maxLength: 30 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.boolean(),
        (data, weights, seed, isFirst) => {
          const module = bindModule(bytes, manifest, {
            rows: data.rows,
            columns: Object.fromEntries(
              manifest.columns.map(({ name }) => [name, data.columns[name as keyof typeof data.columns]]),
            ),
          });
          const levels = (name: string) => {
            const { index } = layout.latents.find((latent) => latent.name === name)!;
            return index === null ? 1 : Math.max(...data.columns[index as 'person']) + 1;
          };
          const left = [...weights];
          const centrings = new Map(learnt.map((name) => [name, left.splice(0, levels(name))] as const));
          expect(module.centrings).toBe(weights.length - left.length);
          if (!isFirst) module.setCentrings([...centrings.values()].flat());
          const meaning = interpret(layout, data, isNonCentred, isFirst ? undefined : centrings);
          const size = layout.latents.reduce((sum, { name }) => sum + levels(name), 0);
          const point = Array.from({ length: size }, (_, index) => 0.9 * Math.sin(seed + 1.7 * index));
          const close = (found: number, wanted: number) =>
            expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));
          const found = module.logDensityUnconstrained(point);
          close(found.value, meaning.logDensityUnconstrained(point));
          close(module.logPriorUnconstrained(point).value, meaning.logPriorUnconstrained(point));
          Object.values(meaning.constrain(point))
            .flat()
            .forEach((value, index) => {
              close(module.constrain(point)[index]!, value);
            });
          expectSlopes(found.gradient, (u) => meaning.logDensityUnconstrained(u), point);
        },
      ),
      { numRuns: casesOf(25), endOnFailure: true },
    );
  });
});

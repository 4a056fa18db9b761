import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { indexed } from '../indexed-case.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { expectReports, SKETCHES } from './agreement.ts';
import { bindModule, type Evaluated } from './bound-module.ts';

const VALUE_TOLERANCE = 1e-10;

function expectClose(found: number, wanted: number, what: string): void {
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    VALUE_TOLERANCE * Math.max(1, Math.abs(wanted)),
  );
}

function expectSame(
  found: Evaluated,
  meaning: (unconstrained: ArrayLike<number>) => number,
  unconstrained: readonly number[],
  names: readonly string[],
): void {
  expectClose(found.value, meaning(unconstrained), 'the log density');
  expectSlopes(found.gradient, meaning, unconstrained, names);
}

describe('a module of a layout with indexed latents', () => {
  it.each(Object.entries(SKETCHES))(
    'agrees with the interpreter, where %s',
    async (_, sketch) => {
      await fc.assert(
        fc.asyncProperty(arbitraryCase, fc.nat(255), async (random, chosen) => {
          const { text, selection, layout, data, unconstrained, values, names } = indexed(
            random,
            (latent) => ((chosen >> (latent % 8)) & 1) === 1,
          );
          const { bytes, manifest } = await compileToFit({ name: 'indexed.ml', text }, sketch, {
            choices: selection,
          });
          const module = bindModule(bytes, manifest, data);
          const isNonCentred = nonCentredLatents(sketch ?? sketchFromDeclarations(layout));
          const meaning = interpret(layout, data, isNonCentred);
          const own = layout.latents.flatMap(({ name }) => values[name]!) as number[];
          expect(module.outsideSupport(own)).toBe(0);
          expectClose(module.logDensity(own).value, meaning.logDensity(values), 'the log density');
          expectReports(module, meaning, own, values);
          expectSame(
            module.logDensityUnconstrained(unconstrained),
            (u) => meaning.logDensityUnconstrained(u),
            unconstrained,
            names,
          );
          expectSame(
            module.logPriorUnconstrained(unconstrained),
            (u) => meaning.logPriorUnconstrained(u),
            unconstrained,
            names,
          );
          const constrained = Object.values(meaning.constrain(unconstrained)).flat();
          module.constrain(unconstrained).forEach((value, index) => {
            expectClose(value, constrained[index]!, names[index]!);
          });
        }),
        { numRuns: casesOf(12), endOnFailure: true },
      );
    },
    60_000,
  );

  it.each([0.75, 4])(
    'is compiled where %d degrees of freedom alone decide that a mean exists',
    async (df) => {
      const text = `layout Seats
category place
capability reach[place] ~ uniform(0, 8)
observe length ~ student_t(${df}, reach[place], scale = 1)
`;
      const { bytes, manifest, layout } = await compileToFit({ name: 'seats.ml', text });
      const data = { rows: 3, columns: { place: [0, 1, 1], length: [2, 5, 3] } };
      const found = bindModule(bytes, manifest, data).logDensity([3, 4]).value;
      expectClose(found, interpret(layout, data).logDensity({ reach: [3, 4] }), 'the log density');
    },
  );

  // The bound alone reads the statistic, or a part of the density does too; each end, both, and what levels differ in or not.
  it.each([
    'uniform(-1, 1 + max(d, by = place) ^ 2)',
    'uniform(min(d, by = place) - 1, 2)',
    'uniform(min(d, by = place), max(d, by = place) + 1)',
    'normal(0, 2) in [min(d, by = place), inf]',
    'normal(0, 2) in [-inf, 1 + max(d, by = place)]',
    'cauchy(mean(d, by = place), 1) in [min(d, by = place) - 1, max(d, by = place) + 1]',
    'scaled_beta(2, 3, min(d), 3 * max(d, by = place))',
    'uniform(low, low + 1 + max(d, by = place))',
  ])('agrees with the interpreter where a bound reads a statistic by levels: %s', async (prior) => {
    const text = `layout Seats
category place
demand d
param low ~ normal(0, 1)
capability reach[place] ~ ${prior}
observe length ~ normal(reach[place] + low, 1)
`;
    const data = {
      rows: 5,
      columns: { place: [0, 1, 1, 2, 2], d: [1, 2, 0.5, 1.5, 1], length: [2, 5, 3, 1, NaN] },
    };
    const { bytes, manifest, layout } = await compileToFit({ name: 'seats.ml', text });
    const isNonCentred = nonCentredLatents(sketchFromDeclarations(layout));
    const [module, meaning] = [bindModule(bytes, manifest, data), interpret(layout, data, isNonCentred)];
    const unconstrained = [0.2, -0.6, 0.3, 0.9];
    const values = meaning.constrain(unconstrained);
    const own = [values.low, values.reach].flat() as number[];
    expectSame(
      module.logDensityUnconstrained(unconstrained),
      (u) => meaning.logDensityUnconstrained(u),
      unconstrained,
      ['low', 'reach[0]', 'reach[1]', 'reach[2]'],
    );
    expect(module.outsideSupport(own)).toBe(0);
    // Each level has a bound of its own, beyond which it alone lies outside.
    for (const [index, far] of [-1e3, -1e3, 1e3, 1e3].entries()) {
      if (index === 0) continue;
      const moved = own.with(index, far);
      const isInside = meaning.logDensity({ low: moved[0]!, reach: moved.slice(1) }) > -Infinity;
      expect(module.outsideSupport(moved)).toBe(isInside ? 0 : index + 1);
    }
  });
});

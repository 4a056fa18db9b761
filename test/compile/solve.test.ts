import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constantOf } from '../../compiler/check/constant-value.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';
import { DATA, LEVELS, testAgreement } from './persons-agreement.ts';

const head = `layout L
unit s
unit minute = 60 s
category person
demand d : minute in [-3, 3]
param slope ~ lognormal(0, 0.5)
param turn ~ normal(0, 1)
param base ~ normal(0, 1)
capability reach[person] ~ normal(base, 1)
`;

const observed = 'observe y ~ normal(chance * 2 - 1, 1)\n';

testAgreement('an equation', {
  'of one value': `${head}let chance = logistic(slope * (base - d / minute))\nreport r = solve(d, chance = 0.4)\n${observed}`,
  'by levels': `${head}let chance = logistic(slope * (reach[person] - d / minute))\nreport r[person] : minute = solve(d, chance = 0.4)\n${observed}`,
  'converted to the unit of the report': `${head}let chance = logistic(slope * (reach[person] - d / minute))\nreport r[person] : s = solve(d, chance = 0.4)\n${observed}`,
  'whose direction depends on a latent': `${head}let chance = logistic(turn * (reach[person] - d / minute))\nreport r[person] = solve(d, chance = 0.4)\n${observed}`,
  'several lets deep': `${head}let gap = reach[person] - d / minute\nlet sharp = slope * gap\nlet chance = mix(0.1, logistic(sharp), 0.5)\nreport r[person] = solve(d, chance = 0.5)\nreport far = solve(d, sharp = 0.2, reach = base)\n${observed}`,
  'of a number with a unit': `${head}let left = reach[person] * 1 minute - slope * d\nlet chance = logistic(left / minute)\nreport r[person] = solve(d, left = 6 s, from = -100 minute, to = 100 minute)\n${observed}`,
  'without a solution': `${head}let chance = 0.5 * logistic(slope * (reach[person] - d / minute))\nreport low[person] = solve(d, chance = 0.9)\nreport high[person] = solve(d, chance = 1e-9)\n${observed}`,
  'at whose value another latent is held': `${head}let chance = logistic(slope * (reach[person] - d / minute))\nreport r = solve(d, chance = 0.4, reach = base + 1, slope = 2)\n${observed}`,
  'that reads statistics': `${head}let chance = logistic(slope * (reach[person] + (mean(d, by = person) - d) / minute))\nreport r[person] = solve(d, chance = 0.4)\n${observed}`,
  'beside a report in closed form': `${head}let chance = logistic(slope * (reach[person] - d / minute))\nreport before[person] = reach[person] / slope\nreport r[person] = solve(d, chance = 0.4)\nreport after = base * slope\n${observed}`,
});

/** Makes a let that rises or falls with `d`. */
const margins = [
  'logistic(slope * (reach[person] - d / minute))',
  'logistic(turn * (reach[person] - d / minute) / 3)',
  'logistic(reach[person] - expm1(d / 3 minute))',
  'logistic(reach[person] + slope - (d / minute) ^ 3 / 9)',
  'mix(0.05, logistic(reach[person] - slope * d / minute), 1)',
  'logistic(reach[person] - d / minute) and logistic(base - slope * d / minute)',
  'not (logistic(d / minute - reach[person]) or logistic(slope * (d / minute - base)))',
  'power_mean(-1, logistic(reach[person] - d / minute), logistic(1 - slope * d / minute))',
  'at_most(logistic(reach[person] - d / minute), logistic(1 - slope * d / 2 minute))',
];

describe('random equations', () => {
  it('have the same solutions in the module and in the interpreter, at which both sides are equal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...margins),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.constantFrom(...Object.values(SKETCHES)),
        fc.double({ min: 0, max: 6, noNaN: true }),
        async (margin, target, sketch, from) => {
          const text = `${head}let chance = ${margin}\nreport r[person] = solve(d, chance = ${target})\n${observed}`;
          const layout = readLayout(text);
          const { bytes, manifest } = await compileToFit({ name: 'random.ml', text }, sketch);
          const module = bindModule(bytes, manifest, DATA);
          const meaning = interpret(layout, DATA);
          const point = Array.from({ length: 3 + LEVELS }, (_, i) => 1.3 * Math.sin(from + 2 * i));
          const values = meaning.constrain(point);
          const own = Object.values(values).flat() as number[];
          const wanted = meaning.reports(values).r as number[];
          const found = module.reports(own, LEVELS);
          for (const [level, solution] of wanted.entries()) {
            expect(found[level], text).toBeGreaterThanOrEqual(-3);
            expect(found[level], text).toBeLessThanOrEqual(3);
            expect(Math.abs(found[level]! - solution), text).toBeLessThanOrEqual(1e-9);
          }
        },
      ),
      { numRuns: casesOf(60) },
    );
  });
});

it('solutions far below the upper end of the range are as precise as others', async () => {
  const text = `layout L
demand d in [0, 1e9]
param middle ~ lognormal(0, 10)
let chance = logistic(3 * (log(middle) - log(d)))
report half = solve(d, chance = 0.5)
observe right ~ bernoulli(chance)
`;
  const { bytes, manifest } = await compileToFit({ name: 'far.ml', text });
  const module = bindModule(bytes, manifest, {
    rows: 2,
    columns: { d: Float64Array.of(1, 2), right: Float64Array.of(0, 1) },
  });
  for (const middle of [1e-7, 1e-3, 1, 12345, 9e8])
    expect(module.reports([middle], 1)[0]! / middle).toBeCloseTo(1, 11);
  expect(module.reports([1e12], 1)[0]).toBe(1e9);
});

it('the range of a solution is in the unit of its report', async () => {
  const text = `${head}let chance = logistic(slope * (base - d / minute))\nreport r : s = solve(d, chance = 0.4)\nreport plain = solve(d, chance = 0.4, from = 60 s)\n${observed}`;
  const { manifest } = await compileToFit({ name: 'range.ml', text });
  expect(manifest.reports!.map(({ range, unit }) => ({ ...range, unit }))).toEqual([
    { lo: -180, hi: 180, unit: 's' },
    { lo: 1, hi: 3, unit: 'minute' },
  ]);
  expect(constantOf(readLayout(text).reports[0]!.value)).toBeNull();
});

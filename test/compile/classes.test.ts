import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagsInOrder } from '../../compiler/check/summed-classes.ts';
import { compileSource } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';
import { expectPredicted, newRows } from './expect-predicted.ts';

const PERSONS = 5;
const ITEMS = 3;

interface Parts {
  readonly share: string;
  readonly weighed: string;
  readonly success: string;
  readonly time: string;
  readonly clause: string;
}

/** What the two layouts have in common: one with classes, and one in which the same flags are demands of persons. */
const layoutOf = ({ success, time, clause }: Parts, classes: string) => `layout Classes
category person, item
demand age[person] in [0.1, 10]
demand needs in [0, 1]
demand times : count in [0, 3]
param base ~ normal(0, 1)
param ability[person] ~ normal(base, 1)
param hard[item] ~ normal(0, spread)
param spread ~ half_normal(1)
param slip, guess : probability ~ beta(2, 6)
${classes}
let speed = 1 + knows[person] + 2 * slow[person]
report typical = logistic(base)
observe success ~ ${success}
observe time ~ ${time}${clause}
observe other ~ normal(base + needs, 1)
`;

const classesOf = ({ share, weighed }: Parts) => `class knows[person] ~ bernoulli(${share})
class way[person] in { ${weighed} }`;

const FLAGS = `demand knows[person], slow[person], steady[person] : flag`;

const parts: fc.Arbitrary<Parts> = fc.record({
  share: fc.constantFrom('guess', 'logistic(base * age[person])', '0.3', 'logistic(ability[person])'),
  weighed: fc.constantFrom(
    'slow: slip, steady: not slip',
    'slow: exp(ability[person]), steady: 1, quick: age[person]',
    'slow: 0.2, steady: 0.5',
  ),
  success: fc.constantFrom(
    'bernoulli(mix(knows[person], guess, not slip))',
    'bernoulli_logit(ability[person] * knows[person] - hard[item])',
    'bernoulli(logistic(speed - hard[item]) and (knows[person] or guess))',
    'binomial(3, mix(knows[person] or slow[person], guess, logistic(needs - hard[item])))',
    'bernoulli(not steady[person] and logistic(ability[person]))',
  ),
  time: fc.constantFrom(
    'lognormal(log(speed) - 0.3 * base, spread)',
    'normal(ability[person] + slow[person] * needs, 0.5 + steady[person])',
    'exponential(speed * exp(hard[item]))',
    'gamma(2, speed)',
    'normal(base, 1)',
    'mixture {0.2: exponential(speed), 0.8: lognormal(base, spread)}',
    'mixture {guess and knows[person]: gamma(2, speed), not (guess and knows[person]): exponential(exp(base))}',
  ),
  clause: fc.constantFrom('', ' weight needs', ' count times'),
});

/** Rows of persons and items; a person may have none with an outcome. */
function dataOf(seed: readonly number[], rows: number): Data {
  const at = (place: number) => seed[place % seed.length]!;
  const column = (value: (row: number) => number) =>
    Float64Array.from({ length: rows }, (_, row) => value(row));
  const person = column((row) => row % PERSONS);
  return {
    rows,
    columns: {
      person,
      item: column((row) => (row * 7 + Math.floor(row / PERSONS)) % ITEMS),
      age: person.map((level) => 0.2 + 3 * at(level + 1)),
      needs: column((row) => Math.round(4 * at(row + 2)) / 4),
      times: column((row) => Math.floor(4 * at(row + 6))),
      success: column((row) => (person[row] === 1 || at(row) < 0.1 ? Number.NaN : at(row + 9) > 0.5 ? 1 : 0)),
      time: column((row) => (at(row + 4) < 0.2 ? Number.NaN : 0.1 + 3 * at(row + 3))),
      other: column((row) => 2 * at(row + 5)),
    },
  };
}

const numbers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 30 });
const SIZE = 1 + PERSONS + ITEMS + 1 + 2;

function expectClose(found: number, wanted: number, tolerance: number, what: string): void {
  if (found === wanted) return;
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(wanted)),
  );
}

describe('classes', () => {
  it.each([...Object.entries(SKETCHES), ['the data are known', 'of the data'] as const])(
    'mean in a module what the interpreter says, where %s',
    async (_, known) => {
      await fc.assert(
        fc.asyncProperty(parts, numbers, fc.constantFrom(11, 40), async (chosen, seed, rows) => {
          const text = layoutOf(chosen, classesOf(chosen));
          const data = dataOf(seed, rows);
          const sketch = known === 'of the data' ? sketchOf(new Map(Object.entries(data.columns))) : known;
          const { bytes, manifest, layout } = await compileToFit({ name: 'classes.ml', text }, sketch);
          const module = bindModule(bytes, manifest, data);
          const meaning = interpret(
            layout,
            data,
            nonCentredLatents(sketch ?? sketchFromDeclarations(layout)),
          );
          const point = Array.from({ length: SIZE }, (_, i) => 1.2 * Math.sin(seed[0]! + 2 * i));
          const values = meaning.constrain(point);
          const own = layout.latents.flatMap(({ name }) => values[name]!);
          expectClose(module.logDensity(own).value, meaning.logDensity(values), 1e-10, 'the log density');
          const reports = Object.values(meaning.reports(values)).flat();
          for (const [i, value] of module.reports(own, reports.length).entries())
            expectClose(value, reports[i]!, 1e-10, `report ${i}`);
          const found = module.logDensityUnconstrained(point);
          const wanted = (u: ArrayLike<number>) => meaning.logDensityUnconstrained(u);
          expectClose(found.value, wanted(point), 1e-10, 'the log density');
          expectSlopes(found.gradient, wanted, point);
        }),
        { numRuns: casesOf(48), endOnFailure: true },
      );
    },
    120_000,
  );

  it('are given where a module predicts, which then says what the interpreter says', async () => {
    await fc.assert(
      fc.asyncProperty(parts, numbers, fc.nat(2 ** 15 - 1), async (chosen, seed, states) => {
        const text = layoutOf(chosen, classesOf(chosen));
        const data = dataOf(seed, 40);
        const { bytes, layout } = await compileSource({ name: 'classes.ml', text });
        const point = Array.from({ length: SIZE }, (_, i) => 1.2 * Math.sin(seed[0]! + 2 * i));
        const values = interpret(layout, data).constrain(point);
        const own = layout.latents.flatMap(({ name }) => values[name]!);
        const flags = new Map(
          flagsInOrder(layout).map(({ name }, place) => [
            name,
            Float64Array.from({ length: PERSONS }, (_, level) => (states >> ((3 * level + place) % 15)) & 1),
          ]),
        );
        await expectPredicted({ bytes, layout, data }, newRows(layout, data), [{ own, values, flags }]);
      }),
      { numRuns: casesOf(24), endOnFailure: true },
    );
  }, 120_000);

  it('are summed over as every way to give them to all levels is, one by one', () => {
    const chosen: Parts = {
      share: 'guess',
      weighed: 'slow: 0.2, steady: 0.5, quick: 0.3',
      success: 'bernoulli(logistic(speed - hard[item]) and (knows[person] or guess))',
      time: 'normal(ability[person] + slow[person] * needs, 0.5 + steady[person])',
      clause: '',
    };
    const summed = readLayout(layoutOf(chosen, classesOf(chosen)));
    const given = readLayout(layoutOf(chosen, FLAGS));
    fc.assert(
      fc.property(numbers, (seed) => {
        // Six rows of the first three persons: 6³ ways to give them their flags.
        const persons = 3;
        const whole = dataOf(seed, 6);
        const person = whole.columns.person!;
        const data: Data = {
          rows: 6,
          columns: { ...whole.columns, person: Float64Array.from(person, (_, row) => row % persons) },
        };
        const size = SIZE - PERSONS + persons;
        const point = Array.from({ length: size }, (_, i) => 1.2 * Math.sin(seed[0]! + 2 * i));
        const meaning = interpret(summed, data);
        const values = meaning.constrain(point);
        const guess = values.guess as number;
        const prior = meaning.logPrior(values);
        const states = [0, 1].flatMap((knows) => [0, 1, 2].map((way) => ({ knows, way })));
        const ways = Array.from({ length: states.length ** persons }, (_, code) =>
          Array.from(
            { length: persons },
            (_, level) => states[Math.floor(code / states.length ** level) % states.length]!,
          ),
        );
        const shares = [0.2, 0.5, 0.3];
        let total = 0;
        const knowing = new Float64Array(persons);
        for (const way of ways) {
          const of = (flag: (state: (typeof states)[number]) => number) =>
            Float64Array.from({ length: 6 }, (_, row) => flag(way[row % persons]!));
          const columns = {
            ...data.columns,
            knows: of(({ knows }) => knows),
            slow: of((state) => Number(state.way === 0)),
            steady: of((state) => Number(state.way === 1)),
          };
          const density = Math.exp(interpret(given, { rows: 6, columns }).logDensity(values) - prior);
          const share = way.reduce(
            (product, { knows, way: of }) => product * (knows ? guess : 1 - guess) * shares[of]!,
            1,
          );
          total += share * density;
          for (const [level, { knows }] of way.entries()) knowing[level]! += knows * share * density;
        }
        expectClose(meaning.logDensity(values) - prior, Math.log(total), 1e-10, 'the log likelihood');
        const reported = meaning.reports(values).knows as number[];
        for (const [level, value] of reported.entries())
          expectClose(value, knowing[level]! / total, 1e-10, `the probability of level ${level}`);
      }),
      { numRuns: casesOf(12) },
    );
  });
});

describe('a row that is impossible in one of the classes', () => {
  const text = `layout Impossible
category person
param guess : probability ~ beta(2, 6)
class steady[person] ~ bernoulli(0.5)
observe success ~ bernoulli(not steady[person] and guess)
`;
  /** An odd number of members is completed by padding, in which an infinite value may not count. */
  const tables = {
    'one success': { person: [0], success: [1] },
    'one failure': { person: [0], success: [0] },
    both: { person: [0, 0], success: [0, 1] },
    'three persons': { person: [0, 1, 0, 1, 2, 2], success: [0, 1, 1, 0, 0, 1] },
    'missing answers': { person: [0, 1, 0, 1], success: [0, Number.NaN, 1, Number.NaN] },
  };

  it.each(Object.entries(SKETCHES))('leaves the others, where %s', async (_, sketch) => {
    const { bytes, manifest, layout } = await compileToFit({ name: 'impossible.ml', text }, sketch);
    for (const [what, columns] of Object.entries(tables)) {
      const data = { rows: columns.person.length, columns };
      const meaning = interpret(layout, data);
      for (const point of [[-2.5], [0.3]]) {
        const found = bindModule(bytes, manifest, data).logDensityUnconstrained(point);
        expectClose(found.value, meaning.logDensityUnconstrained(point), 1e-10, what);
        expectSlopes(found.gradient, (u) => meaning.logDensityUnconstrained(u), point);
      }
    }
  });

  it.each(Object.entries(SKETCHES))(
    'leaves nothing if it is impossible in all, where %s',
    async (_, sketch) => {
      const never = text
        .replace('not steady[person] and guess', 'steady[person]')
        .replace(/^param.*\n/m, 'param base ~ normal(0, 1)\n');
      const { bytes, manifest, layout } = await compileToFit({ name: 'never.ml', text: never }, sketch);
      const data = { rows: 3, columns: { person: [0, 0, 1], success: [0, 1, 1] } };
      expect(interpret(layout, data).logDensityUnconstrained([0.3])).toBe(-Infinity);
      expect(bindModule(bytes, manifest, data).logDensityUnconstrained([0.3]).value).toBe(-Infinity);
    },
  );
});

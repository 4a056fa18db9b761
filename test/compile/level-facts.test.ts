import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSource } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { type DataSketch, sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { withPairs } from '../../host/pairs.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { expectSlopes } from '../expect-slopes.ts';
import { casesOf } from '../random-cases.ts';
import { SKETCHES } from './agreement.ts';
import { bindModule } from './bound-module.ts';
import { expectPredicted, newRows } from './expect-predicted.ts';

/** A layout of tasks within families within domains, which differ in demands of their own, and of models that do. */
const layoutOf = ({ hard, base, skill, logit, sampled }: Parts) => `layout Families
category task in family
category family in domain
category domain, model
demand size[family] in [0.1, 10]
demand length[task] in [0.1, 10]
demand compute[model] in [0.1, 10]
demand open[task] : flag
demand chance[domain] : probability
demand here in [-1, 1]
param spread ~ half_normal(1)
param gain ~ normal(0, 1)
param top[domain] ~ normal(0, 1)
param base[family] ~ ${base} ${base.includes(' in ') ? '' : sampled}
param hard[task] ~ ${hard} ${hard.includes(' in ') ? '' : sampled}
capability skill[model] ~ ${skill}
param wit[task], charm[task] ~ normal(base[family], 1) correlated lkj(2)
let relative = log(compute[model]) - mean(log(compute[model]))
report above[task] = hard[task] - base[family] * size[family] + top[domain]
report far[model] = skill[model] + relative
report plain[family] = base[family] + length_of * size[family]
let length_of = gain * mean(length[task])
observe y ~ normal(hard[task], 1)
observe z ~ normal(skill[model] * gain, 1)
observe success ~ bernoulli(${logit})
`;

interface Parts {
  readonly hard: string;
  readonly base: string;
  readonly skill: string;
  readonly logit: string;
  readonly sampled: string;
}

const parts: fc.Arbitrary<Parts> = fc.record({
  hard: fc.constantFrom(
    'normal(base[family], spread)',
    'normal(base[family] + gain * log(length[task]), 0.5 + size[family])',
    'normal(base[family] * top[domain], exp(0.1 * base[family]))',
    'normal(log(size[family]), 1)',
    'normal(mean(here, by = family), spread + chance[domain])',
    'normal(open[task] * gain + (1 - open[task]) * top[domain], spread)',
    'normal(top[domain], 1) in [-4 - size[family], 20]',
    'normal(previous(hard[task], base[family]) * 0.5 + base[family], spread)',
  ),
  base: fc.constantFrom(
    'normal(top[domain], 1)',
    'normal(top[domain], spread) in [-20, 30 * size[family]]',
    'normal(gain * size[family], spread + 0.1)',
    'normal(0, size[family])',
  ),
  skill: fc.constantFrom(
    'normal(gain * log(compute[model]), spread)',
    'normal(log(compute[model]), 1)',
    'normal(previous(skill[model], 0) + gain * compute[model], spread)',
    'uniform(-2 - compute[model], 3 + compute[model])',
    'student_t(4, gain * relative, 1)',
    'lognormal(gain * relative, spread)',
  ),
  logit: fc.constantFrom(
    'logistic(skill[model] - hard[task])',
    'logistic(wit[task] - charm[task] * base[family])',
    'logistic(skill[model] - hard[task] - 0.2 * base[family] * compute[model])',
    'mix(chance[domain], logistic(skill[model] - top[domain]), 0.5)',
    'logistic(skill[model] - hard[task] + here * length[task]) and logistic(1 - base[family])',
    'logistic(skill[model] * size[family] - log(length[task] + compute[model]))',
  ),
  sampled: fc.constantFrom('', 'centred', 'noncentred'),
});

/** Rows by random numbers: as many tasks as there are numbers, some of them in several rows. */
function dataOf(seed: readonly number[], tasks: number, rows: number): Data {
  const at = (place: number) => seed[place % seed.length]!;
  const column = (value: (row: number) => number) =>
    Float64Array.from({ length: rows }, (_, row) => value(row));
  const task = column((row) => row % tasks);
  const [families, domains, models] = [Math.min(4, tasks), Math.min(2, tasks), 3];
  const family = task.map((each) => each % families);
  const domain = family.map((each) => each % domains);
  const model = column((row) => (row * 5 + Math.floor(row / tasks)) % models);
  const positive = (levels: Float64Array, shift: number) =>
    levels.map((level) => 0.2 + 3 * at(level + shift));
  return {
    rows,
    columns: {
      ...{ task, family, domain, model },
      size: positive(family, 1),
      length: positive(task, 2),
      compute: positive(model, 3),
      open: task.map((level) => (at(level + 4) > 0.5 ? 1 : 0)),
      chance: domain.map((level) => at(level + 5)),
      here: column((row) => 2 * at(row) - 1),
      y: column((row) => 3 * at(row + 7) - 1),
      z: column((row) => 3 * at(row + 8) - 1),
      success: column((row) => (at(row + 9) > 0.5 ? 1 : 0)),
    },
  };
}

function expectClose(found: number, wanted: number, tolerance: number, what: string): void {
  if (found === wanted) return;
  expect(Math.abs(found - wanted), `${what} is ${found}, not ${wanted}`).toBeLessThanOrEqual(
    tolerance * Math.max(1, Math.abs(wanted)),
  );
}

/** Expects a module and the interpreter to agree on values, densities, slopes and reports at a point of `size` numbers. */
async function expectMeaning(
  text: string,
  data: Data,
  known: DataSketch | undefined | 'of the data',
  size: number,
  phase: number,
): Promise<void> {
  const sketch = known === 'of the data' ? sketchOf(new Map(Object.entries(data.columns))) : known;
  const { bytes, manifest, layout } = await compileToFit({ name: 'facts.ml', text }, sketch);
  const module = bindModule(bytes, manifest, data);
  const meaning = interpret(layout, data, nonCentredLatents(sketch ?? sketchFromDeclarations(layout)));
  const point = Array.from({ length: size }, (_, i) => 1.2 * Math.sin(phase + 2 * i));
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
    [module.logDensityUnconstrained(point), (u: ArrayLike<number>) => meaning.logDensityUnconstrained(u)],
    [module.logPriorUnconstrained(point), (u: ArrayLike<number>) => meaning.logPriorUnconstrained(u)],
  ] as const) {
    expectClose(found.value, wanted(point), 1e-10, 'the log density');
    expectSlopes(found.gradient, wanted, point);
  }
}

const numbers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 7, maxLength: 30 });

describe('demands of levels, and categories that lie within others', () => {
  it.each([...Object.entries(SKETCHES), ['the data are known', 'of the data'] as const])(
    'mean in a module what the interpreter says, where %s',
    async (_, known) => {
      await fc.assert(
        fc.asyncProperty(
          parts,
          numbers,
          fc.integer({ min: 4, max: 11 }),
          fc.constantFrom(3, 12),
          async (chosen, seed, tasks, times) => {
            const text = layoutOf(chosen);
            const data = dataOf(seed, tasks, times * tasks + 1);
            await expectMeaning(text, data, known, 2 + 2 + 4 + tasks + 3 + 2 * tasks + 1, seed[0]!);
          },
        ),
        { numRuns: casesOf(48), endOnFailure: true },
      );
    },
    120_000,
  );

  it('mean in predictions of other rows what the interpreter says', async () => {
    await fc.assert(
      fc.asyncProperty(parts, numbers, fc.integer({ min: 4, max: 11 }), async (chosen, seed, tasks) => {
        const data = dataOf(seed, tasks, 3 * tasks + 1);
        const { bytes, layout } = await compileSource({ name: 'facts.ml', text: layoutOf(chosen) });
        const point = Array.from({ length: 12 + 3 * tasks }, (_, i) => 1.2 * Math.sin(seed[0]! + 2 * i));
        const values = interpret(layout, data).constrain(point);
        const own = layout.latents.flatMap(({ name }) => values[name]!);
        await expectPredicted({ bytes, layout, data }, newRows(layout, data), [{ own, values }]);
      }),
      { numRuns: casesOf(48), endOnFailure: true },
    );
  }, 120_000);
});

/** Persons who feel more or less at home with each testlet; which pairs there are depends on the rows. */
const pairsLayout = ({ feel, eta, sampled }: Record<'feel' | 'eta' | 'sampled', string>) => `layout Pairs
category person
category item in testlet
category testlet
demand length[testlet] in [0.1, 10]
param spread[testlet] ~ half_normal(1)
param mood[person] ~ normal(0, 1)
param feel[person, testlet] ~ ${feel} ${sampled}
report whole[person, testlet] = mood[person] + feel[person, testlet] * length[testlet]
param hard[item] ~ normal(0, 1)
observe y ~ normal(${eta}, 1)
`;

const pairParts = fc.record({
  feel: fc.constantFrom(
    'normal(0, spread[testlet])',
    'normal(mood[person] * length[testlet], 0.1 + spread[testlet])',
    'normal(mood[person], 1)',
    // Walks of each person through the testlets.
    'normal(previous(feel[person, testlet], mood[person]), spread[testlet])',
    'normal(0.5 * previous(feel[person, testlet], 0) + length[testlet], 0.5)',
    'lognormal(log(previous(feel[person, testlet], 1)), 0.3)',
  ),
  eta: fc.constantFrom(
    'mood[person] + feel[person, testlet] - hard[item]',
    'exp(0.1 * feel[person, testlet]) - hard[item] * mood[person]',
    'feel[person, testlet]',
  ),
  sampled: fc.constantFrom('', 'centred', 'noncentred'),
});

function pairsData(seed: readonly number[], people: number, items: number): Data {
  const cells = Array.from({ length: people * items - 2 }, (_, row) => row);
  // The first person may have none of the second testlet, between two others.
  const isGap = (row: number) => seed[0]! > 0.5 && row % people === 0 && Math.floor(row / people) % 3 === 1;
  const kept = cells.filter((row) => !isGap(row));
  const rows = kept.length;
  const at = (place: number) => seed[place % seed.length]!;
  const column = (value: (row: number) => number) => Float64Array.from(kept, (row) => value(row));
  const given = {
    person: column((row) => row % people),
    item: column((row) => Math.floor(row / people) % items),
    testlet: column((row) => (Math.floor(row / people) % items) % 3),
  };
  const levels = Object.entries(given).map(([name, codes]): [string, string[]] => [
    name,
    Array.from({ length: Math.max(...codes) + 1 }, (_, level) => String(level + 1)),
  ]);
  const columns = new Map<string, Float64Array>([
    ...Object.entries(given),
    ['length', given.testlet.map((level) => 0.2 + 3 * at(level + 1))],
    ['y', column((row) => 3 * at(row + 7) - 1)],
  ]);
  const manifest = { columns: [{ name: 'person.testlet', pairOf: ['person', 'testlet'] as const }] };
  const whole = withPairs(manifest, { columns, levels: new Map(levels) });
  return { rows, columns: Object.fromEntries(whole.columns) };
}

describe('latents with a value for each pair of levels', () => {
  it.each([...Object.entries(SKETCHES), ['the data are known', 'of the data'] as const])(
    'mean in a module what the interpreter says, where %s',
    async (_, known) => {
      await fc.assert(
        fc.asyncProperty(
          pairParts,
          numbers,
          fc.integer({ min: 2, max: 6 }),
          fc.integer({ min: 3, max: 7 }),
          async (chosen, seed, people, items) => {
            const data = pairsData(seed, people, items);
            const count = (name: string) => Math.max(...Array.from(data.columns[name]!)) + 1;
            const size = ['testlet', 'person', 'person.testlet', 'item'].reduce(
              (sum, name) => sum + count(name),
              0,
            );
            await expectMeaning(pairsLayout(chosen), data, known, size, seed[0]!);
          },
        ),
        { numRuns: casesOf(32), endOnFailure: true },
      );
    },
    120_000,
  );
});

/** Tables of levels: rows that stand in the order of a category, and pairs of two categories, each with a place. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { nonCentredLatents } from '../../compiler/stage/parametrise.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { casesOf } from '../random-cases.ts';
import { bindModule } from './bound-module.ts';

const PERSON_ITEM = `category person, item
capability skill[person] ~ normal(0, 2)
param hard[item] ~ normal(0, 2)
`;

/** Layouts of two categories, the first of them of the outer level, and a demand. */
const LAYOUTS: Readonly<Record<string, string>> = {
  'a difference of levels': `layout Rasch
${PERSON_ITEM}observe success ~ bernoulli(logistic(skill[person] - hard[item]))
`,
  'a difference of levels, with what all rows share': `layout Shared
${PERSON_ITEM}param shared ~ normal(0, 1)
capability pull[item] ~ normal(0, 1)
observe success ~ bernoulli(logistic(shared + 0.5 * skill[person] - hard[item] - pull[item] * pull[item]))
`,
  'a product of levels': `layout TwoParameters
${PERSON_ITEM}param sharp[item] ~ lognormal(0, 0.3)
observe success ~ bernoulli(logistic(sharp[item] * (skill[person] - hard[item])))
`,
  'a conjunction of differences': `layout Both
${PERSON_ITEM}capability other[person] ~ normal(0, 1)
param harder[item] ~ normal(0, 1)
observe success ~ bernoulli(logistic(skill[person] - hard[item]) and logistic(other[person] - harder[item]))
`,
  'a guess beside the difference': `layout Guess
${PERSON_ITEM}param guess : probability ~ beta(1, 3)
observe success ~ bernoulli(mix(guess, logistic(skill[person] - hard[item]), 1))
`,
  'demands that differ from row to row': `layout Drift
category person, item
demand size, far in [-3, 3]
capability skill[person] ~ normal(0, 2)
capability reach[person] ~ normal(0, 2)
observe success ~ bernoulli(margin(skill[person], size) and margin(reach[person], far))
`,
  'demands beside levels of both': `layout Demands
${PERSON_ITEM}demand size, far in [-3, 3]
param gain ~ normal(0, 1)
observe success ~ bernoulli(logistic(skill[person] - hard[item] - size))
`,
  'a product of levels and a demand': `layout Slopes
${PERSON_ITEM}demand size, far in [-3, 3]
observe success ~ bernoulli(logistic(skill[person] * (size - hard[item])))
`,
  'two outcomes of the same pairs': `layout Two
${PERSON_ITEM}observe success ~ bernoulli(logistic(skill[person] - hard[item]))
observe quick ~ bernoulli(logistic(skill[person] - 2 * hard[item]))
`,
  times: `layout Times
${PERSON_ITEM}observe time ~ lognormal(hard[item] - skill[person], 0.5)
`,
};

/** What the data look like: rows that have all pairs, rows in groups, and rows that share nothing. */
const SKETCHES = {
  'every pair': (columns: readonly string[]) =>
    columns.reduce(
      (product, column) => product * (column === 'person' ? 50 : column === 'item' ? 60 : 500),
      1,
    ),
  'many rows of each level': (columns: readonly string[]) =>
    columns.length === 1 ? (columns[0] === 'person' ? 20 : 50) : 1e5,
  'no level again': () => 1e5,
};

interface Row {
  readonly person: number;
  readonly item: number;
  readonly success: number;
  readonly size: number;
}

const rowOf = (persons: number, items: number) =>
  fc.record({
    person: fc.nat(persons - 1),
    item: fc.nat(items - 1),
    success: fc.constantFrom(0, 1, Number.NaN),
    size: fc.integer({ min: -6, max: 6 }).map((twice) => twice / 2),
  });

/** Tables that have every pair once, but for some that are missing and some that are there again; and tables with few pairs. */
const tables = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9 }))
  .chain(([persons, items]) => {
    const all: fc.Arbitrary<Row>[] = [];
    for (let person = 0; person < persons; person++)
      for (let item = 0; item < items; item++)
        all.push(rowOf(persons, items).map((row) => ({ ...row, person, item })));
    const most = fc
      .tuple(
        fc.tuple(...all),
        fc.array(rowOf(persons, items), { maxLength: 4 }),
        fc.array(fc.nat(all.length - 1), { maxLength: 3 }),
      )
      .map(([rows, more, gone]) => [...rows.filter((_, index) => !gone.includes(index)), ...more]);
    return (
      fc
        .oneof(most, fc.array(rowOf(persons, items), { minLength: 1, maxLength: 12 }))
        .filter((rows) => rows.length > 0)
        // Each level that there is has a row.
        .map((rows) => [...rows, ...levelsOf(persons, 'person', rows), ...levelsOf(items, 'item', rows)])
        .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }))
    );
  });

function levelsOf(count: number, category: 'person' | 'item', rows: readonly Row[]): Row[] {
  return Array.from({ length: count }, (_, level) => level)
    .filter((level) => rows.every((row) => row[category] !== level))
    .map((level) => ({ person: 0, item: 0, success: 1, size: 0, [category]: level }));
}

function columnsOf(rows: readonly Row[]): Record<string, number[]> {
  const each = (value: (row: Row, index: number) => number) => rows.map(value);
  return {
    person: each(({ person }) => person),
    item: each(({ item }) => item),
    success: each(({ success }) => success),
    quick: each(({ success, item }) => (item % 2 === 0 ? success : 1 - success)),
    time: each(({ size, success }) => (Number.isNaN(success) ? success : Math.exp(size))),
    size: each(({ size }) => size),
    far: each(({ size }, index) => -size / 2 + (index % 3)),
  };
}

describe.each(Object.entries(LAYOUTS))('a population with %s', (_what, text) => {
  it.each(Object.entries(SKETCHES))(
    'means what the interpreter says, compiled for %s',
    async (_of, distinct) => {
      const sketch = { rows: 1e5, distinct };
      const { bytes, manifest, layout } = await compileToFit({ name: 'population.ml', text }, sketch);
      const isNonCentred = nonCentredLatents(sketch);
      await fc.assert(
        fc.property(tables, fc.integer(), fc.constantFrom(0.3, 1, 5, 60), (rows, seed, scale) => {
          const columns = columnsOf(rows);
          const data = {
            rows: rows.length,
            columns: Object.fromEntries(manifest.columns.map(({ name }) => [name, columns[name]!])),
          };
          const module = bindModule(bytes, manifest, data);
          const meaning = interpret(layout, data, isNonCentred);
          const levels = (category: string) => Math.max(...columns[category]!) + 1;
          // Beside a guess, the slope of what is surely passed is the difference of two numbers near 1.
          const size = layout.latents.some(({ type }) => type.kind === 'probability')
            ? Math.min(scale, 5)
            : scale;
          const dimension = layout.latents.reduce(
            (sum, { index }) => sum + (index === null ? 1 : levels(index)),
            0,
          );
          const point = Array.from({ length: dimension }, (_, index) => size * Math.sin(seed + 1.7 * index));
          const found = module.logDensityUnconstrained(point);
          const wanted = meaning.logDensityUnconstrained(point);
          expect(Math.abs(found.value - wanted)).toBeLessThanOrEqual(1e-11 * Math.max(1, Math.abs(wanted)));
          found.gradient.forEach((slope, index) => {
            const step = 1e-4 * Math.max(1, Math.abs(point[index]!));
            const at = (by: number) =>
              meaning.logDensityUnconstrained(point.map((u, other) => (other === index ? u + by * step : u)));
            const difference = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step);
            const slack = 1e-5 * Math.max(1, Math.abs(difference), Math.abs(wanted) * 1e-3);
            expect(
              Math.abs(slope - difference),
              `slope ${index}: ${slope}, not ${difference}`,
            ).toBeLessThanOrEqual(slack);
          });
        }),
        { numRuns: casesOf(25), endOnFailure: true },
      );
    },
  );
});

it('gives every pair a place, and stands rows in groups, where the sketch says so', async () => {
  const code = async (name: string, distinct: (columns: readonly string[]) => number) =>
    showSource({ name: 'population.ml', text: LAYOUTS[name]! }, 'assemblyscript', { rows: 1e5, distinct });
  expect(await code('a difference of levels', SKETCHES['every pair'])).toContain('InGrid(): void');
  expect(await code('a product of levels', SKETCHES['every pair'])).toContain('InGrid(): void');
  const grouped = await code('demands that differ from row to row', SKETCHES['many rows of each level']);
  expect(grouped).toContain('groupMembers(');
  expect(await code('a difference of levels', SKETCHES['no level again'])).not.toContain('InGrid(): void');
});

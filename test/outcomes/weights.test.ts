/** What weights and counts of rows mean beside tables that are written out. */
import { describe, expect, it } from 'vitest';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { bound, compileText } from '../emit/bound-layout.ts';

const ROWS = 60;
const persons = Array.from({ length: ROWS }, (_, row) => row % 6);
const items = Array.from({ length: ROWS }, (_, row) => Math.floor(row / 6) % 5);
const copies = Array.from({ length: ROWS }, (_, row) => [1, 1, 2, 0, 7, 1][(row * 7) % 6]!);

/** Each row as often as its count says. */
function writtenOut(columns: Readonly<Record<string, readonly number[]>>): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [
      name,
      values.flatMap((value, row) => Array.from({ length: copies[row]! }, () => value)),
    ]),
  );
}

const SKETCHES: Readonly<Record<string, DataSketch>> = {
  'at levels': { rows: 1e6, distinct: (columns) => 2 * columns.length },
  'row by row': { rows: 100, distinct: () => 100 },
  'of pairs': { rows: 1e4, distinct: (columns) => 100 ** Math.min(2, columns.length) },
};

const LAYOUTS = {
  'of persons and items': {
    observed: 'success ~ bernoulli(logistic(skill[person] - hard[item]))',
    declared: `category person, item
param spread ~ half_normal(1)
capability skill[person] ~ normal(0, spread)
param hard[item] ~ normal(0, 1)`,
    columns: {
      person: persons,
      item: items,
      success: persons.map((person, row) => +((person + row) % 3 > 0)),
    },
    size: 12,
  },
  'with a mixture': {
    observed: 'success ~ bernoulli(mix(0.02, 0.5, margin(reach, far)))',
    declared: `demand far in [0, 10]
capability reach ~ normal(3, 2)`,
    columns: { far: items, success: items.map((item, row) => +(item < 2 + (row % 3))) },
    size: 1,
  },
  'of times': {
    observed: 'time ~ lognormal(log(pace) + 0.2 * far, spread) censored where stopped',
    declared: `demand far in [0, 10]
demand stopped : flag
param pace ~ half_normal(3)
param spread ~ half_normal(1)`,
    columns: {
      far: items,
      stopped: persons.map((person) => +(person === 2)),
      time: persons.map((person, row) => 0.5 + person + (row % 4)),
    },
    size: 2,
  },
  'with statistics': {
    observed: 'success ~ bernoulli(logistic(skill[person] - (far - mean(far)) / sd(far)))',
    declared: `category person
demand far in [0, 10]
demand chance in [0, 1]
param gain ~ normal(0, 1)
capability skill[person] ~ normal(gain * mean(far, by = person) + 0.1 * max(far - 2 * chance, by = person), count(far) / 50)`,
    columns: {
      // Each has a row that stands for some.
      person: persons.map((_, row) => row % 5),
      far: items,
      chance: items.map((item, row) => (copies[row] === 0 ? 1 : item / 5)),
      success: persons.map((person, row) => +((person + row) % 3 > 0)),
    },
    size: 6,
  },
};

describe.each(Object.entries(SKETCHES))('for data sketched as %s, counts of rows', (_, sketch) => {
  it.each(Object.entries(LAYOUTS))('%s mean what the rows written out do', async (_, each) => {
    const text = (demands: string, clause: string) =>
      `layout Counted\n${demands}${each.declared}\nobserve ${each.observed}${clause}\n`;
    const columns = Object.fromEntries(
      Object.entries(each.columns).map(([name, values]) => [name, values]),
    ) as Record<string, number[]>;
    const counted = bound(await compileText(text('demand n : count\n', ' count n'), sketch), {
      ...columns,
      n: copies,
    });
    const plain = bound(await compileText(text('', ''), sketch), writtenOut(columns));
    for (const shift of [-0.7, 0, 0.4]) {
      const point = Array.from({ length: each.size }, (_, index) => shift + Math.sin(index));
      const [a, b] = [counted, plain].map(({ module }) => module.logDensityUnconstrained(point));
      expect(Math.abs(a!.value - b!.value)).toBeLessThanOrEqual(1e-12 * Math.abs(b!.value));
      for (const [index, slope] of a!.gradient.entries()) expect(slope).toBeCloseTo(b!.gradient[index]!, 10);
    }
  });
});

/** The draws of rows and of counts are the same bytes if each step of their arithmetic is. */
it.each(Object.entries(LAYOUTS))('adds counted rows %s as it adds the rows written out', async (_, each) => {
  const text = (demands: string, clause: string) =>
    `layout Counted\n${demands}${each.declared}\nobserve ${each.observed}${clause}\n`;
  const { columns } = each as { readonly columns: Readonly<Record<string, readonly number[]>> };
  // Distinct rows, each once, as a database groups them. None has a count of 0, since the rows written out then lack it.
  const kept = new Map<string, { readonly row: number; count: number }>();
  for (const [row, count] of copies.entries()) {
    const key = JSON.stringify(Object.values(columns).map((values) => values[row]));
    const known = kept.get(key);
    if (known !== undefined) known.count += count;
    else if (count > 0) kept.set(key, { row, count });
  }
  const short = (values: readonly number[]) => [...kept.values()].map(({ row }) => values[row]!);
  const grouped = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, short(values)]));
  const n = [...kept.values()].map(({ count }) => count);
  const long = writtenOut(columns);
  const counts = text('demand n : count\n', ' count n');
  const counted = bound(await compileText(counts, sketchOf(new Map(Object.entries({ ...grouped, n })))), {
    ...grouped,
    n,
  });
  const plain = bound(await compileText(text('', ''), sketchOf(new Map(Object.entries(long)))), long);
  for (const shift of [-0.7, 0.1, 0.4]) {
    const point = Array.from({ length: each.size }, (_, index) => shift + Math.sin(index));
    expect(counted.module.logDensityUnconstrained(point)).toEqual(
      plain.module.logDensityUnconstrained(point),
    );
  }
});

it('keeps a level that occurs only in rows with a count of 0', async () => {
  const text = `layout Kept
category person
demand n : count
demand far in [0, 10]
capability skill[person] ~ normal(3, 2)
observe success ~ bernoulli(margin(skill[person], far)) count n
`;
  const { module, meaning } = bound(await compileText(text, SKETCHES['at levels']!), {
    ...{ person: [0, 1, 2], n: [3, 2, 0], far: [1, 4, 6], success: [1, 0, 1] },
  });
  const point = [0.3, -0.4, 1.1];
  const { value, gradient } = module.logDensityUnconstrained(point);
  expect(value).toBeCloseTo(meaning.logDensityUnconstrained(point), 10);
  // Nothing is known of the last person but the prior.
  expect(gradient[2]).toBeCloseTo(-1.1, 12);
});

it('counts rows for statistics only where all outcomes of a table have the same count', async () => {
  const text = (second: string) => `layout Two
demand n : count
demand m : count
demand far in [0, 10]
capability reach ~ normal(mean(far), 2)
observe success ~ bernoulli(margin(reach, far)) count n
observe time ~ lognormal(0.1 * reach, 1) count ${second}
`;
  const data = { n: [1, 3], m: [2, 2], far: [2, 6], success: [1, 0], time: [1.5, 2.5] };
  for (const [second, mean] of [
    ['n', 5],
    ['m', 4],
  ] as const) {
    const { module, meaning } = bound(await compileText(text(second), SKETCHES['row by row']!), data);
    expect(module.statistic(0), second).toBe(mean);
    expect(module.logDensityUnconstrained([0.2]).value).toBeCloseTo(
      meaning.logDensityUnconstrained([0.2]),
      10,
    );
  }
});

it('counts the rows of each table by its own outcomes, where a level tells both tables the column', async () => {
  const text = (clause: string) => `layout Facts
category model
demand n[model] : count
demand far in [0, 10]
param base ~ normal(mean(far), 2)
capability reach[model] ~ normal(base, 2)
observe success ~ bernoulli(margin(reach[model], far)) count n
table ratings {
  category model
  observe rated ~ normal(reach[model], 1)${clause}
}
`;
  const data = {
    ...{ n: [2, 3, 2, 3], far: [2, 6, 0, 0], table: [0, 0, 1, 1], model: [0, 1, 0, 1] },
    ...{ success: [1, 0, Number.NaN, Number.NaN], rated: [Number.NaN, Number.NaN, 2.5, 4] },
  };
  for (const clause of ['', ' count n']) {
    const { module, meaning } = bound(await compileText(text(clause), SKETCHES['at levels']!), data);
    expect(module.statistic(0), clause).toBeCloseTo(4.4, 12);
    const point = [0.2, -0.3, 0.8];
    const { value } = module.logDensityUnconstrained(point);
    expect(value, clause).toBeCloseTo(meaning.logDensityUnconstrained(point), 10);
  }
});

it('takes counts of millions in the interpreter without writing the rows out', async () => {
  const text = `layout Many
demand n : count
demand far in [0, 10]
capability reach ~ normal(mean(far), 2)
observe success ~ bernoulli(margin(reach, far)) count n
`;
  const data = { n: [1e9, 3e9], far: [2, 6], success: [1, 0] };
  const { module, meaning } = bound(await compileText(text, SKETCHES['row by row']!), data);
  expect(module.statistic(0)).toBe(5);
  expect(meaning.logDensityUnconstrained([0.2]) / module.logDensityUnconstrained([0.2]).value).toBeCloseTo(
    1,
    12,
  );
});

it('leaves out rows with a weight of 0, whatever they hold', async () => {
  const text = (clause: string) => `layout Left
demand w in [0, inf]
demand far in [-1000, 10]
capability reach ~ normal(3, 2)
observe success ~ bernoulli(margin(reach, 400 * far))${clause}
`;
  const sketch = SKETCHES['row by row']!;
  // At a probability of 0 a success is impossible.
  const left = bound(await compileText(text(' weight w'), sketch), {
    w: [1, 0, 2.5],
    far: [0, 10, 0],
    success: [1, 1, 0],
  });
  const { value, gradient } = left.module.logDensityUnconstrained([0.3]);
  expect(Number.isFinite(value)).toBe(true);
  expect(value).toBeCloseTo(left.meaning.logDensityUnconstrained([0.3]), 10);
  expect(gradient.every(Number.isFinite)).toBe(true);
});

it('takes a share of success, by a factor, as the mean of the log likelihoods of a success and a failure', async () => {
  const far = [0, 3, 5, 8, 10, 2, 6];
  const layout = (demands: string, outcome: string) => `layout Share
demand far in [0, 10]
${demands}capability reach ~ normal(3, 2)
let reaches = margin(reach, far)
${outcome}
observe score ~ normal(reach, 1)
`;
  const score = far.map((each) => each / 3);
  const sketch = SKETCHES['row by row']!;
  const plain = await compileText(layout('', 'observe done ~ bernoulli(reaches)'), sketch);
  const [won, lost] = [1, 0].map((done) => bound(plain, { far, score, done: far.map(() => done) }));
  const shared = await compileText(
    layout('demand credit in [0, 1]\n', 'factor credit * log(reaches) + (1 - credit) * log(not reaches)'),
    sketch,
  );
  for (const credit of [0, 0.25, 0.5, 0.9, 1]) {
    const partial = bound(shared, { far, score, credit: far.map(() => credit) });
    for (const point of [[-1.3], [0.3], [6.1]]) {
      const [a, b, c] = [partial, won!, lost!].map(({ module }) => module.logDensityUnconstrained(point));
      expect(a!.value).toBeCloseTo(credit * b!.value + (1 - credit) * c!.value, 10);
      expect(a!.gradient[0]).toBeCloseTo(credit * b!.gradient[0]! + (1 - credit) * c!.gradient[0]!, 10);
      expect(partial.meaning.logDensityUnconstrained(point)).toBeCloseTo(a!.value, 10);
    }
  }
});

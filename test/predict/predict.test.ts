import { describe, expect, it } from 'vitest';
import { compileSource, prepare } from '../../compiler/compile.ts';
import { interpretPrediction } from '../../compiler/interpret/predict.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitLayout } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { ofAllRows, pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import { predict } from '../../host/predict/predict.ts';
import { HostError } from '../../module/host-error.ts';
import { encodeLevels } from '../../module/levels.ts';
import { quantile } from '../../statistics/quantile.ts';

const text = `layout Arena
unit m
demand distance : m in [0, 10]
demand dark, lava : flag
category agent
capability reach[agent] : m ~ uniform(0, 10)
capability nerve : probability ~ beta(1, 1)
capability care  : probability ~ beta(1, 1)
robustness noise : probability ~ beta(1, 9)
let far    = mean(distance)
let brave  = presence(nerve, dark) and presence(care, lava)
let moves  = margin(reach[agent], distance, steepness = 1 / 1 m)
observe success ~ bernoulli(mix(noise, moves and brave, mean(success, by = agent)))
observe time ~ normal(far / 1 m, 1)
`;
const { bytes, layout } = await compileSource({ name: 'arena.ml', text });
const model = await loadModule(bytes);

const ROWS = 24;
const AGENTS = ['Ada', 'Bo', 'Cy'];
const agents = Array.from({ length: ROWS }, (_, row) => AGENTS[row % 3]!);
const column = (value: (row: number) => number) =>
  Float64Array.from({ length: ROWS }, (_, row) => value(row));
const training = new Map([
  ['distance', column((row) => (row * 7) % 10)],
  ['dark', column((row) => row % 2)],
  ['lava', column((row) => (row % 5 === 0 ? 1 : 0))],
  ['agent', encodeLevels(agents).codes],
  ['success', column((row) => (row % 4 < 2 ? 1 : 0))],
  ['time', column((row) => 4 + Math.sin(row))],
]);

const levels = new Map([['agent', AGENTS]]);
const fitted = {
  ...(await fitLayout(model, training, {
    pool: openThisThread(),
    chains: 2,
    warmup: 100,
    draws: 60,
    scouts: 0,
    levels,
  })),
  levels,
};

/** Rows of one agent, the first and the last alike, without outcomes. */
const rows = new Map<string, Float64Array | readonly string[]>([
  ['distance', Float64Array.of(2, 9, 2)],
  ['dark', Float64Array.of(1, 0, 1)],
  ['lava', Float64Array.of(1, 1, 1)],
  ['agent', ['Cy', 'Cy', 'Cy']],
]);

/** What the interpreter says at every draw. */
function meant(new_: ReadonlyMap<string, ArrayLike<number>>, count: number) {
  const at = interpretPrediction(
    layout,
    { rows: ROWS, columns: Object.fromEntries(training) },
    { rows: count, columns: Object.fromEntries(new_) },
  );
  return fitted.draws.flatMap(({ latents }) =>
    Array.from(latents[0]!, (_, draw) => {
      const [ada, bo, cy, nerve, care, noise] = latents.map((values) => values[draw]!);
      return at({ reach: [ada!, bo!, cy!], nerve: nerve!, care: care!, noise: noise! });
    }),
  );
}

const missing = Float64Array.of(Number.NaN, Number.NaN, Number.NaN);
const wanted = meant(
  new Map<string, ArrayLike<number>>([
    ...['distance', 'dark', 'lava'].map((name) => [name, rows.get(name) as Float64Array] as const),
    ['agent', [2, 2, 2]],
    ['success', missing],
    ['time', missing],
  ]),
  3,
);
const chances = (row: number) => Float64Array.from(wanted, ({ means }) => means[0]![row]!);

describe('a fit', () => {
  it('keeps the statistics of its data', () => {
    expect(fitted.statistics.values).toEqual([4.25]);
    expect(model.manifest.levelStatistics).toEqual([{ text: 'mean(success, by = agent)', by: 'agent' }]);
    expect(fitted.statistics.byLevel).toEqual([[0.5, 0.5, 0.5]]);
  });
});

describe('predicted rows', () => {
  it('have the mean, spread and interval of their chance over the draws, though outcomes are absent', async () => {
    const { draws, outcomes } = await predict(model, fitted, rows, { probability: 0.8 });
    expect(draws).toBe(120);
    const { mean, sd, lower, upper } = outcomes.success!;
    for (const row of [0, 1, 2]) {
      const sorted = chances(row).sort();
      const average = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
      expect(mean[row]).toBeCloseTo(average, 12);
      const squares = sorted.reduce((sum, value) => sum + (value - average) ** 2, 0);
      expect(sd[row]).toBeCloseTo(Math.sqrt(squares / (sorted.length - 1)), 12);
      expect(lower[row]).toBeCloseTo(quantile(sorted, 0.1), 12);
      expect(upper[row]).toBeCloseTo(quantile(sorted, 0.9), 12);
    }
    // The mean distance of the data that were fitted, not of these.
    expect([...outcomes.time!.mean]).toEqual([4.25, 4.25, 4.25]);
    expect([...outcomes.time!.sd]).toEqual([0, 0, 0]);
  });

  it('have their narrowest interval where that is asked for', async () => {
    const wide = await predict(model, fitted, rows, { probability: 0.8 });
    const narrow = await predict(model, fitted, rows, { probability: 0.8, interval: 'highest-density' });
    const width = ({ lower, upper }: { lower: Float64Array; upper: Float64Array }) => upper[1]! - lower[1]!;
    expect(width(narrow.outcomes.success!)).toBeLessThanOrEqual(width(wide.outcomes.success!));
  });

  it('tell every draw, or every so many of each chain', async () => {
    const all = await predict(model, fitted, rows, { values: true, outcomes: ['success'] });
    const values = all.outcomes.success!.values!;
    for (const row of [0, 1, 2]) {
      chances(row).forEach((value, draw) => {
        expect(values[row * 120 + draw]).toBeCloseTo(value, 12);
      });
    }
    const some = await predict(model, fitted, rows, { values: true, every: 25 });
    expect(some.draws).toBe(6);
    expect([...some.outcomes.success!.values!.subarray(6, 12)]).toEqual(
      [0, 25, 50, 60, 85, 110].map((draw) => values[120 + draw]),
    );
  });

  it('tell derived nodes, one number each where it is the same in all rows', async () => {
    const { derived } = await predict(model, fitted, rows, { derived: ['far', 'moves'] });
    expect([...derived.far!.mean]).toEqual([4.25]);
    const moves = wanted.reduce((sum, each) => sum + each.derived[2]![1]!, 0) / wanted.length;
    expect(derived.moves!.mean[1]).toBeCloseTo(moves, 12);
  });

  it('have drawn outcomes, for each row and draw its own', async () => {
    const { outcomes } = await predict(model, fitted, rows, { seed: 3n });
    const { drawn, mean } = outcomes.success!;
    expect(new Set(drawn)).toEqual(new Set([0, 1]));
    const share = (row: number) =>
      drawn!.subarray(row * 120, (row + 1) * 120).reduce((sum, value) => sum + value, 0) / 120;
    for (const row of [0, 1, 2])
      expect(Math.abs(share(row) - mean[row]!)).toBeLessThan(4 * Math.sqrt(0.25 / 120));
    // The first and the last row are alike.
    expect([...drawn!.subarray(0, 120)]).not.toEqual([...drawn!.subarray(240)]);
    const again = await predict(model, fitted, rows, { seed: 3n });
    expect(again.outcomes.success!.drawn).toEqual(drawn);
  });

  it('are what they are in whatever blocks', async () => {
    const many = 1200;
    const repeated = (name: string) => {
      const values = rows.get(name)!;
      return Array.from({ length: many }, (_, row) => values[row % 3]!);
    };
    const table = new Map<string, Float64Array | readonly string[]>([
      // No two alike, and 60 chains, so that it takes several blocks.
      ['distance', Float64Array.from({ length: many }, (_, row) => (10 * row) / many)],
      ...['dark', 'lava'].map((name) => [name, Float64Array.from(repeated(name) as number[])] as const),
      ['agent', repeated('agent') as string[]],
    ]);
    const longer = { ...fitted, draws: Array.from({ length: 60 }, (_, chain) => fitted.draws[chain % 2]!) };
    const whole = await predict(model, longer, table, { seed: 1n, explain: true });
    const last = new Map([...table].map(([name, values]) => [name, values.slice(-1)]));
    const alone = await predict(model, longer, last, { explain: true });
    const [all, one] = [whole.outcomes.success!, alone.outcomes.success!];
    expect(all.mean.at(-1)).toBe(one.mean[0]);
    expect(all.upper.at(-1)).toBe(one.upper[0]);
    expect(all.explanation!.factors.map(({ cost }) => cost.at(-1))).toEqual(
      one.explanation!.factors.map(({ cost }) => cost[0]),
    );
  });
});

describe('an explanation', async () => {
  const { outcomes } = await predict(model, fitted, rows, { explain: true });
  const { factors, costliest, innermost } = outcomes.success!.explanation!;

  it('names the factors of the conjunction that the chance is mixed of, and theirs', () => {
    expect(factors.map(({ name }) => name)).toEqual([
      'moves',
      'brave',
      'presence(nerve, dark)',
      'presence(care, lava)',
    ]);
  });

  it('says what each costs: together, what the conjunction costs', () => {
    const [moves, brave, dark, lava] = factors.map(({ cost }) => cost);
    for (const row of [0, 1, 2]) {
      const cost = (name: string) => {
        const place = model.manifest.derived.findIndex((each) => each.name === name);
        return -wanted.reduce((sum, each) => sum + Math.log(each.derived[place]![row]!), 0) / wanted.length;
      };
      expect(moves![row]).toBeCloseTo(cost('moves'), 10);
      expect(brave![row]).toBeCloseTo(cost('brave'), 10);
      expect(dark![row]! + lava![row]!).toBeCloseTo(brave![row]!, 10);
    }
    // It is not dark in the second row.
    expect(dark![1]).toBe(0);
  });

  it('finds the costliest, and the costliest of its own factors', () => {
    for (const row of [0, 1, 2]) {
      const [moves, brave, dark, lava] = factors.map(({ cost }) => cost[row]!);
      const top = moves! >= brave! ? 0 : 1;
      expect(costliest[row]).toBe(top);
      expect(innermost[row]).toBe(top === 0 ? 0 : dark! >= lava! ? 2 : 3);
    }
  });

  it('is none of an outcome that is no conjunction', () => {
    expect(outcomes.time!.explanation).toBeNull();
  });
});

describe('pointwise log likelihoods', () => {
  const observed = new Map<string, Float64Array | readonly string[]>([
    ...rows,
    ['success', Float64Array.of(1, Number.NaN, 1)],
    ['time', Float64Array.of(4, 5, 4)],
  ]);

  it('are one number for each draw and row, NaN where the outcome is missing', async () => {
    const found = await pointwiseLogLikelihood(model, fitted, observed);
    const { draws, distinct, distinctOf, values } = found.success!;
    expect([draws, distinct, [...distinctOf]]).toEqual([120, 2, [0, 1, 0]]);
    const all = ofAllRows(found.success!);
    expect(values.length).toBe(240);
    wanted.forEach((_, draw) => {
      expect(all[draw * 3]).toBeCloseTo(Math.log(chances(0)[draw]!), 10);
      expect(all[draw * 3 + 1]).toBeNaN();
      expect(all[draw * 3 + 2]).toBe(all[draw * 3]);
    });
    expect(found.time!.values[0]).toBeCloseTo(-0.03125 - 0.5 * Math.log(2 * Math.PI), 12);
  });

  it('are of every so many draws where that is asked for', async () => {
    const all = await pointwiseLogLikelihood(model, fitted, observed);
    const some = await pointwiseLogLikelihood(model, fitted, observed, { every: 30 });
    expect(some.time!.draws).toBe(4);
    expect([...some.success!.values.subarray(2, 3)]).toEqual([...all.success!.values.subarray(60, 61)]);
  });
});

describe('rows that cannot be predicted are refused', () => {
  const refusal = async (
    changes: readonly (readonly [string, Float64Array | readonly string[] | null])[],
  ) => {
    const changed = new Map(rows);
    for (const [name, values] of changes)
      if (values === null) changed.delete(name);
      else changed.set(name, values);
    try {
      await predict(model, fitted, changed);
    } catch (error) {
      if (error instanceof HostError) return `${error.message} ${error.remedy}`;
      throw error;
    }
    return 'none';
  };

  it.each<[string, readonly [string, Float64Array | readonly string[] | null][], string]>([
    [
      'with a level that the fit did not have',
      [['agent', ['Cy', 'Dee', 'Cy']]],
      'The category `agent` is "Dee" in row 2, a level that the fit did not have: it had "Ada", "Bo", "Cy". Leave out the row, or fit again to data that have rows of this level.',
    ],
    [
      'with a number that no level has',
      [['agent', Float64Array.of(0, 1, 3)]],
      'The category `agent` is 3 in row 3, a level that the fit did not have: it had 0, 1, 2. Leave out the row, or fit again to data that have rows of this level.',
    ],
    [
      'without their category',
      [['agent', null]],
      'There is no column for the category `agent`. Give one level a row for it.',
    ],
    [
      'without a demand',
      [['dark', null]],
      'There is no column for the demand `dark`. Give one number a row for it.',
    ],
    [
      'with names for numbers',
      [['dark', ['1', '0', '1']]],
      'The column `dark` does not hold numbers. Give a Float64Array.',
    ],
    [
      'with a demand out of range',
      [['distance', Float64Array.of(2, 11, 2)]],
      'The demand `distance` is 11 in row 2, which is not a number in [0, 10] m. Correct the value, or widen what the layout declares.',
    ],
    [
      'with an outcome that cannot be',
      [['success', Float64Array.of(Number.NaN, 2, 1)]],
      'The outcome `success` is 2 in row 2, which is not 0 or 1. Correct the value, or give the outcome another distribution.',
    ],
    [
      'of different lengths',
      [['lava', Float64Array.of(1)]],
      'The column `lava` has 1 rows where `distance` has 3. Give every column one number a row.',
    ],
  ])('%s', async (_, changes, message) => {
    expect(await refusal(changes)).toBe(message);
  });

  it('when there are none', async () => {
    const empty = new Map([...rows].map(([name, values]) => [name, values.slice(0, 0)]));
    await expect(predict(model, fitted, empty)).rejects.toThrow('The data have no rows.');
  });

  it.each([
    [{ every: 0 }, 'The setting `every` is 0.'],
    [{ probability: 1 }, 'The setting `probability` is 1.'],
    [{ seed: -1n }, 'The setting `seed` is -1.'],
    [{ derived: ['success'] }, '`success` is not a `let` of the layout.'],
    [{ outcomes: ['moves'] }, '`moves` is not an outcome of the layout.'],
  ])('under settings that mean nothing: %s', async (options, message) => {
    await expect(predict(model, fitted, rows, options)).rejects.toThrow(message);
  });

  it('by a module that was compiled for a fit alone', async () => {
    const alone = await prepare({ name: 'arena.ml', text }).compile(undefined, { predicts: false });
    const module = await loadModule(alone.bytes);
    expect(module.manifest).toEqual({ ...model.manifest, predicts: false });
    await expect(predict(module, fitted, rows)).rejects.toThrow('it was compiled to be fitted alone');
  });

  it('when the draws are of another fit', async () => {
    const other = { ...fitted, levels: new Map([['agent', ['Cy']]]) };
    await expect(predict(model, other, rows)).rejects.toThrow(
      "The fit's draws have 6 values each, where the module has 4 for the levels of this fit.",
    );
  });
});

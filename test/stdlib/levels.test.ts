/** Layouts that say something of levels: the tables that come with them, and what of those a fit finds again. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeDemands } from '../../analysis/simulate/design.ts';
import { type Simulation, simulateLayout } from '../../analysis/simulate/simulate.ts';
import { prepare } from '../../compiler/compile.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { compileToFit } from '../compile-to-fit.ts';

interface Worked {
  readonly table: string;
  readonly design: Parameters<typeof makeDemands>[1];
  readonly seed: bigint;
  /** Demands of levels that are given, by level, and not drawn: of those the ranges are open. */
  readonly given?: Readonly<Record<string, { readonly of: string; at(level: number): number }>>;
}

/** Four to an order of magnitude, from 10^20 on. */
const COMPUTE = Array.from({ length: 24 }, (_, step) =>
  Number(`${[1, 1.8, 3.2, 5.6][step % 4]}e${20 + Math.floor(step / 4)}`),
);

const LAYOUTS: Readonly<Record<string, Worked>> = {
  arena: {
    table: 'verdicts.csv',
    design: { kind: 'random', rows: 1500, levels: { model: 20 } },
    seed: 59n,
  },
  scaling: {
    table: 'answers.csv',
    design: { kind: 'crossed', rows: 1000, levels: { model: 24, item: 40 } },
    seed: 7n,
    // In no order of the models' names.
    given: { compute: { of: 'model', at: (level) => COMPUTE[(level * 7) % 24]! } },
  },
  families: {
    table: 'attempts.csv',
    design: { kind: 'crossed', rows: 1000, levels: { task: 60, family: 8, model: 15 } },
    seed: 44n,
  },
};

const textOf = (name: string) => readFileSync(`stdlib-layouts/${name}/${name}.ml`, 'utf8');

function simulated(name: string): Simulation {
  const { design, seed, given = {} } = LAYOUTS[name]!;
  const { layout } = prepare({ name: `${name}.ml`, text: textOf(name) });
  const drawn = layout.demands.filter((demand) => given[demand.name] === undefined);
  const { columns, levels } = makeDemands({ ...layout, demands: drawn }, design, seed);
  const demands = new Map(columns);
  for (const [demand, { of, at }] of Object.entries(given)) demands.set(demand, columns.get(of)!.map(at));
  // Names such as model07, and families by letters.
  const named = new Map(
    [...levels].map(([category, names]) => [
      category,
      names.map((_, level) => nameOf(ownerOf(layout, category), level)),
    ]),
  );
  return simulateLayout(layout, { demands, levels: named, profile: 'prior', seed });
}

function ownerOf({ categories }: Parameters<typeof makeDemands>[0], column: string): string {
  return categories.find(({ columns }) => columns.includes(column))?.name ?? column;
}

function nameOf(category: string, level: number): string {
  return category === 'family'
    ? `family${'ABCDEFGH'[level]}`
    : `${category}${String(level + 1).padStart(2, '0')}`;
}

/** Large numbers with an exponent. */
function numberText(value: number): string {
  return value >= 1e15 ? value.toExponential().replace('+', '') : String(Number(value.toPrecision(6)));
}

describe.each(Object.entries(LAYOUTS))('%s', (name, { table }) => {
  it('has a table that its prior draws', async () => {
    const { columns, levels } = simulated(name);
    const rows = columns.values().next().value!.length;
    const line = (row: number) =>
      [...columns].map(([column, values]) => levels.get(column)?.[values[row]!] ?? numberText(values[row]!));
    const lines = [[...columns.keys()], ...Array.from({ length: rows }, (_, row) => line(row))];
    await expect(`${lines.map((cells) => cells.join(',')).join('\n')}\n`).toMatchFileSnapshot(
      `../../stdlib-layouts/${name}/${table}`,
    );
  });

  it('is fitted to what was drawn, and finds it again', async () => {
    const { columns, levels, profile } = simulated(name);
    const { bytes } = await compileToFit({ name: `${name}.ml`, text: textOf(name) });
    const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, {
      levels,
      ...{ chains: 2, warmup: 400, draws: 500, scouts: 0, pool: openThisThread() },
    });
    expect(verdict.status).not.toBe('failed');
    const distance = (parameter: string, truth: number) => {
      const { mean, sd } = summary[parameter]!;
      return (mean! - truth) / sd!;
    };
    const single: number[] = [];
    const ofLevels: number[] = [];
    for (const [latent, value] of Object.entries(profile)) {
      if (typeof value === 'number') single.push(distance(latent, value));
      else
        for (const [level, each] of Object.entries(value))
          ofLevels.push(distance(`${latent}[${level}]`, each));
    }
    for (const each of single) expect(Math.abs(each)).toBeLessThan(3);
    const square = ofLevels.reduce((sum, each) => sum + each ** 2, 0) / ofLevels.length;
    expect(square).toBeGreaterThan(0.4);
    expect(square).toBeLessThan(1.8);
  });

  it('takes at most two thirds of the lines of its Stan program', () => {
    const linesOf = (text: string) =>
      text.split('\n').filter((each) => /\S/.test(each) && !/^\s*\/\//.test(each));
    const stan = readFileSync(`test/stdlib/stan/${name}.stan`, 'utf8');
    expect(linesOf(textOf(name)).length).toBeLessThanOrEqual((2 / 3) * linesOf(stan).length);
  });
});

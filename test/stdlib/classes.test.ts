/** Layouts with classes: the tables that come with them, and what of these a fit finds again. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ProfileValues } from '../../analysis/simulate/profile-values.ts';
import { simulateLayout } from '../../analysis/simulate/simulate.ts';
import { prepare } from '../../compiler/compile.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { encodeLevels } from '../../module/levels.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { compileToFit } from '../compile-to-fit.ts';

const PERSONS = 100;

interface Study {
  readonly table: string;
  readonly items: number;
  /** Demands of items, by name. */
  readonly demands: Readonly<Record<string, (item: number) => number>>;
  readonly seed: bigint;
  /** The true values, for persons and items by their names; null where the prior draws them. */
  profile(persons: readonly string[], items: readonly string[]): ProfileValues | 'prior';
  readonly flags: Readonly<Record<string, string>>;
}

/** Which of three skills an item needs: each alone, each two, and all. */
const NEEDS = [[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]];
const needs = (skill: number) => (item: number) => Number(NEEDS[item % NEEDS.length]!.includes(skill));

const STUDIES: Readonly<Record<string, Study>> = {
  skills: {
    table: 'answers.csv',
    items: 21,
    demands: { 'needs.add': needs(0), 'needs.borrow': needs(1), 'needs.carry': needs(2) },
    seed: 5n,
    profile: () => 'prior',
    flags: { 'has.add': ', add', 'has.borrow': ', borrow', 'has.carry': ', carry' },
  },
  'rapid-guessing': {
    table: 'answers.csv',
    items: 20,
    demands: {},
    seed: 2n,
    profile: (persons, items) => ({
      ...{ trying: 0.7, click: 3, longer: 4, uneven: 0.8 },
      ability: standardNormal(persons, 0),
      hard: standardNormal(items, 1),
    }),
    flags: { tries: '' },
  },
};

function standardNormal(levels: readonly string[], index: number): Record<string, number> {
  return Object.fromEntries(
    levels.map((level, part) => [level, openStream(1n, 'latent', index, part).normal()] as const),
  );
}

const textOf = (name: string) => readFileSync(`stdlib-layouts/${name}/${name}.ml`, 'utf8');

/** Each person answers each item. */
function answers(name: string, { items, demands, seed, profile }: Study) {
  const { layout } = prepare({ name: `${name}.ml`, text: textOf(name) });
  const rows = Array.from({ length: PERSONS * items }, (_, row) => row);
  const named = (prefix: string, number: number) => `${prefix}${String(number + 1).padStart(3, '0')}`;
  const person = encodeLevels(rows.map((row) => named('p', Math.floor(row / items))));
  const item = encodeLevels(rows.map((row) => named('i', row % items)));
  return simulateLayout(layout, {
    demands: new Map([
      ['person', person.codes],
      ['item', item.codes],
      ...Object.entries(demands).map(
        ([demand, of]) => [demand, Float64Array.from(rows, (row) => of(row % items))] as const,
      ),
    ]),
    levels: new Map([
      ['person', person.levels],
      ['item', item.levels],
    ]),
    profile: profile(person.levels, item.levels),
    seed,
  });
}

describe.each(Object.entries(STUDIES))('%s', (name, study) => {
  it('has a table that its prior draws', async () => {
    const { columns, levels } = answers(name, study);
    const header = [...columns.keys()];
    const cell = (column: string, row: number) => {
      const value = columns.get(column)![row]!;
      return levels.has(column) ? levels.get(column)![value]! : String(Number(value.toPrecision(4)));
    };
    const lines = Array.from({ length: PERSONS * study.items }, (_, row) =>
      header.map((column) => cell(column, row)).join(','),
    );
    await expect(`${[header.join(','), ...lines].join('\n')}\n`).toMatchFileSnapshot(
      `../../stdlib-layouts/${name}/${study.table}`,
    );
  });

  it('finds latents and classes where they were drawn', async () => {
    const { columns, levels, profile, classes } = answers(name, study);
    const { bytes } = await compileToFit({ name: `${name}.ml`, text: textOf(name) });
    const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, {
      levels,
      ...{ chains: 2, warmup: 300, draws: 300, scouts: 0, pool: openThisThread() },
    });
    expect(verdict.status).not.toBe('failed');
    const distances = Object.entries(profile).flatMap(([latent, value]) => {
      const each = typeof value === 'number' ? { '': value } : value;
      return Object.entries(each).map(([level, truth]) => {
        const [own, ...of] = latent.split('.');
        const called = [...(level === '' ? [] : [level]), ...of].join(', ');
        const { mean, sd } = summary[called === '' ? own! : `${own}[${called}]`]!;
        return (mean! - truth) / sd!;
      });
    });
    for (const each of distances) expect(Math.abs(each)).toBeLessThan(4);
    const square = distances.reduce((sum, each) => sum + each ** 2, 0) / distances.length;
    expect(square).toBeGreaterThan(0.5);
    expect(square).toBeLessThan(1.6);
    for (const [flag, dimension] of Object.entries(study.flags)) {
      const truth = [...classes.get(flag)!];
      expect(new Set(truth).size).toBe(2);
      const chances = levels
        .get('person')!
        .map((level) => summary[`${flag.split('.')[0]}[${level}${dimension}]`]!.mean!);
      const right = truth.filter((value, place) => Math.round(chances[place]!) === value).length;
      expect(right / PERSONS).toBeGreaterThan(0.9);
      // As many are wrong as the probabilities say.
      const expected = chances.reduce((sum, p) => sum + Math.min(p, 1 - p), 0);
      expect(Math.abs(PERSONS - right - expected)).toBeLessThan(3.5 * Math.sqrt(expected + 1));
    }
  });
});

/** Speed and accuracy: the table that comes with the layout, and what of it a fit finds again. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { simulateLayout } from '../../analysis/simulate/simulate.ts';
import { prepare } from '../../compiler/compile.ts';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { encodeLevels } from '../../module/levels.ts';
import { compileToFit } from '../compile-to-fit.ts';

const FOLDER = 'stdlib-layouts/speed-accuracy';
const TEXT = readFileSync(`${FOLDER}/speed-accuracy.ml`, 'utf8');
const PERSONS = 90;
const ITEMS = 20;

/** Each person answers each item, in an order of their own. */
function answers() {
  const { layout } = prepare({ name: 'speed-accuracy.ml', text: TEXT });
  const rows = Array.from({ length: PERSONS * ITEMS }, (_, row) => row);
  const named = (prefix: string, number: number) => `${prefix}${String(number + 1).padStart(2, '0')}`;
  const person = encodeLevels(rows.map((row) => named('p', Math.floor(row / ITEMS))));
  const item = encodeLevels(rows.map((row) => named('i', (row * 7 + Math.floor(row / ITEMS)) % ITEMS)));
  return simulateLayout(layout, {
    demands: new Map([
      ['person', person.codes],
      ['item', item.codes],
    ]),
    levels: new Map([
      ['person', person.levels],
      ['item', item.levels],
    ]),
    profile: 'prior',
    seed: SEED,
  });
}

/** With which the able take their time, and hard items are long. */
const SEED = 3n;

it('the table that comes with the layout is what its prior draws', async () => {
  const { columns, levels } = answers();
  const [person, item] = ['person', 'item'].map((name) => columns.get(name)!);
  const lines = Array.from(person!, (code, row) =>
    [
      levels.get('person')![code],
      levels.get('item')![item![row]!],
      columns.get('right')![row],
      Number(columns.get('time')![row]!.toPrecision(4)),
    ].join(','),
  );
  await expect(`${['person,item,right,time', ...lines].join('\n')}\n`).toMatchFileSnapshot(
    `../../${FOLDER}/answers.csv`,
  );
});

it('correlations, and persons and items, are found where they were drawn', async () => {
  const { columns, levels, profile } = answers();
  const { bytes } = await compileToFit({ name: 'speed-accuracy.ml', text: TEXT });
  const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, {
    levels,
    ...{ chains: 2, warmup: 400, draws: 500, scouts: 0, pool: openThisThread() },
  });
  expect(verdict.status).not.toBe('failed');
  const distance = (name: string, truth: number) => {
    const { mean, sd } = summary[name]!;
    return (mean! - truth) / sd!;
  };
  const single = Object.entries(profile).flatMap(([name, value]) =>
    typeof value === 'number' && !name.includes('.') ? [distance(name, value)] : [],
  );
  for (const each of single) expect(Math.abs(each)).toBeLessThan(3.5);
  for (const [pair, name] of [
    ['ability, speed', 'correlation.ability.speed'],
    ['hard, long', 'correlation.hard.long'],
  ]) {
    expect(Math.abs(distance(`correlation[${pair}]`, profile[name!] as number))).toBeLessThan(3);
  }
  expect(summary['correlation[ability, speed]']!.sd).toBeLessThan(0.15);
  const ofPersons = levels
    .get('person')!
    .flatMap((level) =>
      ['ability', 'speed'].map((name) =>
        distance(`${name}[${level}]`, (profile[name] as Record<string, number>)[level]!),
      ),
    );
  const square = ofPersons.reduce((sum, each) => sum + each ** 2, 0) / ofPersons.length;
  expect(square).toBeGreaterThan(0.6);
  expect(square).toBeLessThan(1.6);
});

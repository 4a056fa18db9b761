import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { fit as fitOnce } from '../../host/fit.ts';
import { loadModule } from '../../host/load.ts';
import { encodeLevels } from '../../module/levels.ts';
import { compileToFit } from '../compile-to-fit.ts';

const FOLDER = 'stdlib-layouts/training';

/** What the table was simulated with. */
const skillAt = (checkpoint: number) => -1.6 + 3.2 / (1 + Math.exp(-(checkpoint / 500 - 11) / 3));

it('the skill of a system in training is found at every checkpoint', async () => {
  const rows: Record<string, string>[] = parse(readFileSync(`${FOLDER}/training.csv`), { columns: true });
  const { codes, levels } = encodeLevels(rows.map(({ checkpoint }) => checkpoint!));
  const numbers = (name: string) => Float64Array.from(rows, (row) => Number(row[name]));
  const columns = new Map([
    ['checkpoint', codes],
    ['difficulty', numbers('difficulty')],
    ['success', numbers('success')],
  ]);
  const text = readFileSync(`${FOLDER}/training.ml`, 'utf8');
  const { bytes } = await compileToFit({ name: 'training.ml', text });
  const { summary, verdict } = await fitOnce(await loadModule(bytes), columns, {
    levels: new Map([['checkpoint', levels]]),
    ...{ chains: 2, warmup: 300, draws: 400, scouts: 0, pool: openThisThread() },
  });
  expect(verdict.status).not.toBe('failed');
  expect(levels).toHaveLength(24);
  const errors = levels.map((level) => {
    const { mean, sd } = summary[`skill[${level}]`]!;
    expect(sd).toBeLessThan(0.35);
    return (mean! - skillAt(Number(level))) / sd!;
  });
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(4);
  // Neighbours err alike, so that the sum of squares spreads more than for as many independent errors.
  expect(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length).toBeLessThan(3);
});

import { describe, expect, it } from 'vitest';
import { compile, load, openThisThread } from '../../index.ts';
import { LADDER, ladderTable } from '../cli/ladder.ts';

/** The ladder's columns, read by hand. */
function ladderColumns(): Map<string, Float64Array> {
  const rows = ladderTable()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const column = (index: number) => Float64Array.from(rows, (fields) => Number(fields[index]));
  return new Map([
    ['height', column(0)],
    ['dark', column(1)],
    ['side', column(2)],
    ['tries', column(3)],
    ['success', column(7)],
  ]);
}

describe('the public API', () => {
  it('goes from a layout and columns to a profile', async () => {
    const { bytes } = await compile({ name: 'ladder.ml', text: LADDER });
    const data = await (await load(bytes)).bind(ladderColumns());
    const fit = await data.fit({ pool: openThisThread(), seed: 5 });
    expect(Object.keys(fit.summary())).toEqual(['climb', 'nightSight', 'lean']);
    expect(fit.verdict.status).toBe('converged');
    expect(fit.summary().climb!.mean).toBeGreaterThan(1);
    expect(fit.summary().climb!.mean).toBeLessThan(3);
  });
});

import { describe, expect, it } from 'vitest';
import { countDamage } from './damage.ts';
import { DAMAGE_CASES } from './damage-cases.ts';

/** How many damaged copies of each; `test/slow/files` has a hundred times as many. */
const RUNS = 300;

describe('no damage changes rows in silence', () => {
  it.each(Object.entries(DAMAGE_CASES))('%s', async (name, { bytes, isSilent }) => {
    const { examples, ...counts } = await countDamage(name, bytes, RUNS, 14, isSilent);
    expect(examples.map((each) => Buffer.from(each).toString('latin1'))).toEqual([]);
    expect(counts.silent).toBe(0);
    expect(counts.refused).toBeGreaterThan(name.endsWith('.csv') ? 0 : RUNS / 20);
  });
});

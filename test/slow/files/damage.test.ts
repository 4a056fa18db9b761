import { describe, expect, it } from 'vitest';
import { countDamage } from '../../files/damage.ts';
import { DAMAGE_CASES } from '../../files/damage-cases.ts';

/** How many damaged copies of each, and from which seed. */
const RUNS = Number(process.env.THEODOLITE_DAMAGE ?? 30_000);
const SEED = Number(process.env.THEODOLITE_DAMAGE_SEED ?? 1);

describe(`no damage of ${RUNS} changes rows in silence`, () => {
  it.each(Object.entries(DAMAGE_CASES))('%s', async (name, { bytes, isSilent }) => {
    const { examples, ...counts } = await countDamage(name, bytes, RUNS, SEED, isSilent);
    console.log(`${name}: ${JSON.stringify(counts)}`);
    expect(examples.map((each) => Buffer.from(each).toString('latin1'))).toEqual([]);
  });
});

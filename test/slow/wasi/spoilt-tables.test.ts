import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, it } from 'vitest';
import { openBoth } from '../../wasi/both.ts';
import { KINDS, spoilt } from '../../wasi/tables.ts';

it('five thousand spoilt tables are taken or refused as the command does', async () => {
  const both = await openBoth(KINDS);
  const random = xoroshiro128plus(Number(process.env.THEODOLITE_FUZZ_SEED ?? 6));
  for (let i = 0; i < 5000; i++) {
    const table = spoilt(random);
    const { wanted, found } = await both.answer(table);
    expect(found, new TextDecoder().decode(table)).toEqual(wanted);
  }
  both.close();
});

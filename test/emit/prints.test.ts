import { describe, expect, it } from 'vitest';
import { showSource } from '../../compiler/compile.ts';

const TINY = {
  name: 'tiny.ml',
  text: `/// Who reads small letters, and who dares to in the dark.
layout Tiny

unit mm

/// Height of the letters.
demand size : mm in [0, 10]
demand dark : flag

capability sight : mm ~ uniform(0, 10)
capability nerve : probability ~ beta(1, 1)
/// How often the answer is a guess.
robustness noise : probability ~ beta(1, 9)

let sees = margin(sight, size, steepness = 1 / 1 mm)

observe read ~ bernoulli(mix(noise, sees and presence(nerve, dark), mean(read)))
`,
};

describe('of a small layout', () => {
  it.each(['graph', 'plan', 'assemblyscript'] as const)('the print of the %s is this', async (phase) => {
    const name = phase === 'assemblyscript' ? 'tiny.assemblyscript.ts.txt' : `tiny.${phase}.txt`;
    await expect(await showSource(TINY, phase)).toMatchFileSnapshot(`prints/${name}`);
  });

  it.each(['stage', 'derive', 'schedule'])('the print of the programs after %s is this', async (after) => {
    await expect(await showSource(TINY, { after })).toMatchFileSnapshot(`prints/tiny.after-${after}.txt`);
  });

  it('the print of the plan tells how many values there are, where data are given', async () => {
    const distinct = (columns: readonly string[]) =>
      columns.reduce((product, name) => product * (name === 'dark' ? 2 : 5), 1);
    const plan = await showSource(TINY, 'plan', { rows: 80, distinct });
    await expect(plan).toMatchFileSnapshot('prints/tiny.plan-with-data.txt');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';

let both: Both;
beforeAll(async () => {
  both = await openBoth(`layout Stages
category stage in {base, tuned, "v1.9, beta", distilled}
category person
demand height in [0, 10]
capability climb[stage] ~ normal(previous(climb[stage], 5), 1)
capability help[person] ~ normal(0, 1)
observe success ~ bernoulli(margin(climb[stage] + help[person], height))
`);
}, 60_000);
afterAll(() => both.close());

/** Rows that name the stages in another order than the layout does. */
const table = (stages: readonly string[]) =>
  `stage,person,height,success\n${stages
    .flatMap((stage, place) =>
      [1, 4, 6].map((height) => `${stage},p${place},${height},${(height + place) % 2}`),
    )
    .join('\n')}\n`;

describe('levels that a layout lists', () => {
  it('are in that order in the draws of the command module and of the host, which are the same bytes', async () => {
    const { wanted, found } = await both.answer(table(['distilled', '"v1.9, beta"', 'base', 'tuned']));
    expect(found).toEqual(wanted);
    expect(found.status).toBe(0);
    expect(found.stdout).toMatch(
      /climb\.1 = climb\[base\]\n.*climb\.2 = climb\[tuned\]\n.*climb\.3 = climb\[v1\.9, beta\]\n.*climb\.4 = climb\[distilled\]\n/,
    );
  });

  it('are those of them that the table has', async () => {
    const { wanted, found } = await both.answer(table(['distilled', 'base']));
    expect(found).toEqual(wanted);
    expect(found.stdout).toContain('climb.2 = climb[distilled]\n');
  });

  it('are no others', async () => {
    const { wanted, found } = await both.answer(table(['distilled', 'bse', 'base']));
    expect(found).toEqual(wanted);
    expect(found.status).not.toBe(0);
    expect(found.stderr).toMatchInlineSnapshot(`
      "error: table.csv, line 5, column \`stage\`: found "bse", a level that the layout does not list.
        = help: It lists base, tuned, v1.9, beta, distilled: correct the cell, or list the level where it stands in their order.
      error: table.csv, line 6, column \`stage\`: found "bse", a level that the layout does not list.
        = help: It lists base, tuned, v1.9, beta, distilled: correct the cell, or list the level where it stands in their order.
      error: table.csv, line 7, column \`stage\`: found "bse", a level that the layout does not list.
        = help: It lists base, tuned, v1.9, beta, distilled: correct the cell, or list the level where it stands in their order.
      "
    `);
  });
});

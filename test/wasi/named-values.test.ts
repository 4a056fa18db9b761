/** Outcomes whose values have names: read alike by the command module and by the host. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';

let both: Both;
beforeAll(async () => {
  both = await openBoth(`layout Verdicts
demand hard in [0, 10]
capability skill ~ normal(5, 2)
param lean ~ normal(0, 1)
param low, high ~ normal(0, 1) ordered
observe verdict in {left, "n/a", "tie, or both"} ~ categorical_logit(0, lean, lean * hard)
observe points in {0, 0.5, 1} ~ ordered_logistic(skill - hard, low, high)
`);
}, 60_000);
afterAll(() => both.close());

/** Rows with these verdicts and points; the file's other columns are the same in each. */
const table = (verdicts: readonly string[], points: readonly string[]) =>
  `hard,verdict,points\n${verdicts.map((verdict, row) => `${row},${verdict},${points[row]}`).join('\n')}\n`;

const VERDICTS = ['left', 'n/a', '"tie, or both"', 'left', '', 'n/a'];

describe('named values', () => {
  it('have the draws of both, the same bytes, with numbers however they are written', async () => {
    const { wanted, found } = await both.answer(table(VERDICTS, ['0', '.5', '1.0', '0.50', 'NA', '1']));
    expect(found).toEqual(wanted);
    expect(found.status).toBe(0);
    const plain = await both.answer(table(VERDICTS, ['0', '0.5', '1', '0.5', '', '1e0']));
    expect(plain.found.stdout).toBe(found.stdout);
  });

  it('are no others, and no numbers where the layout lists words', async () => {
    const { wanted, found } = await both.answer(
      table(['left', 'Left', '1', 'tie', '', 'n/a'], ['0', '1', '2', '0.5', '0.25', 'half']),
    );
    expect(found).toEqual(wanted);
    expect(found.status).not.toBe(0);
    expect(found.stderr).toMatchInlineSnapshot(`
      "error: table.csv, line 3, column \`verdict\`: found "Left", which is none of the values that the layout lists.
        = help: It lists left, n/a, tie, or both: correct the cell, or list the value in its place.
      error: table.csv, line 4, column \`verdict\`: found "1", which is none of the values that the layout lists.
        = help: It lists left, n/a, tie, or both: correct the cell, or list the value in its place.
      error: table.csv, line 4, column \`points\`: found "2", which is none of the values that the layout lists.
        = help: It lists 0, 0.5, 1: correct the cell, or list the value in its place.
      error: table.csv, line 5, column \`verdict\`: found "tie", which is none of the values that the layout lists.
        = help: It lists left, n/a, tie, or both: correct the cell, or list the value in its place.
      error: table.csv, line 6, column \`points\`: found "0.25", which is none of the values that the layout lists.
        = help: It lists 0, 0.5, 1: correct the cell, or list the value in its place.
      and 1 more problem
      "
    `);
  });
});

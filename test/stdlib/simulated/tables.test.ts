import { describe, expect, it } from 'vitest';
import { cellsOfAgents, scenesOfAgents } from './agents.ts';
import { OLYMPICS, olympicAgents } from './animal-ai-olympics.ts';
import { type Battery, columnsOf } from './battery.ts';
import { CELLS, COMPENSATING, SCENES } from './common-sense.ts';
import { PRODUCTS } from './object-permanence-choice.ts';
import { QUESTIONS, TWO_SLOPES, WINDOWS } from './propensity.ts';
import { STEPS } from './tutorial.ts';

/** Below `stdlib-layouts`. */
const TABLES: readonly (readonly [table: string, battery: Battery])[] = [
  ['object-permanence-choice/battery.csv', PRODUCTS],
  ['animal-ai-olympics/battery.csv', OLYMPICS],
  ['common-sense/instances.csv', SCENES],
  ['common-sense/cells.csv', CELLS],
  ['common-sense/compensation.csv', COMPENSATING],
  ['propensity/propensity.csv', WINDOWS],
  ['propensity/two-slopes.csv', TWO_SLOPES],
  ['propensity/capabilities-and-propensities.csv', QUESTIONS],
  ['tutorial/battery.csv', STEPS.at(-1)!],
];

/** Shares with four digits after the point, and demands as they were drawn. */
function csvOf(columns: ReadonlyMap<string, Float64Array>, rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) =>
    [...columns.values()].map((column) => Number(column[row]!.toFixed(4))).join(','),
  );
  return `${[[...columns.keys()].join(','), ...lines].join('\n')}\n`;
}

// `npx vitest run test/stdlib/simulated/tables.test.ts -u` writes them anew.
describe('the table that comes with a layout', () => {
  it.for(TABLES)('%s is what its battery simulates', async ([table, battery]) => {
    const csv = csvOf(columnsOf(battery), battery.rows);
    await expect(csv).toMatchFileSnapshot(`../../../stdlib-layouts/${table}`);
  });

  it.for([
    ['common-sense/agents.csv', scenesOfAgents],
    ['common-sense/cells-of-agents.csv', cellsOfAgents],
    ['animal-ai-olympics/agents.csv', olympicAgents],
  ] as const)('%s is what its agents do', async ([table, made]) => {
    await expect(made()).toMatchFileSnapshot(`../../../stdlib-layouts/${table}`);
  });
});

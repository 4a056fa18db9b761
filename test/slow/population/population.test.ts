/** Whether thirty agents can be fitted at once, as the page of the layout says. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openWorkspace } from '../../cli/run-command.ts';

const path = (name: string) => fileURLToPath(new URL(`../../../stdlib-layouts/${name}`, import.meta.url));

/** The agent whose rows have two readings. */
const DIVIDED = 'agent22';

interface Summary {
  readonly mean: number;
  readonly rhat: number;
}

it('thirty agents of nine abilities are fitted at once, without divergences', async () => {
  const workspace = openWorkspace();
  const { stdout, stderr } = await workspace.run(
    ...['fit', path('population/population.ml'), path('object-permanence/battery.csv')],
    ...['--outcome', 'success=agent*', '--stack', 'agent', '--rows', 'split=train'],
    ...['--chains', '2', '--warmup', '500', '--draws', '500', '--target-accept', '0.95', '--json'],
  );
  workspace.remove();
  const { subjects } = JSON.parse(stdout || `{"subjects": {}, "stderr": ${JSON.stringify(stderr)}}`);
  const { parameters, sampler, rows } = subjects.success;
  expect(rows).toBe(53_220);
  expect(Object.keys(parameters)).toHaveLength(30 * 9 + 16);
  expect(sampler.divergences).toBe(0);
  const summaries: readonly [string, Summary][] = Object.entries(parameters);
  const agreeing = summaries.filter(([name]) => !name.includes(DIVIDED) && name.includes('['));
  for (const [name, { rhat }] of agreeing) expect(rhat, name).toBeLessThan(1.1);
  // Heels that Table 8 of the paper tells, which fits of one agent find too.
  expect(parameters['rampAbility[agent9]'].mean).toBeLessThan(0.2);
  expect(parameters['lavaAbility[agent6]'].mean).toBeLessThan(0.2);
  expect(parameters['lavaAbility[agent7]'].mean).toBeLessThan(0.2);
  expect(parameters['visualAbility[agent11]'].mean).toBeLessThan(4.5);
  expect(parameters['flatNavAbility[agent3]'].mean).toBeLessThan(8);
  expect(parameters['memoryAbility[agent1]'].mean).toBeGreaterThan(4.2);
});

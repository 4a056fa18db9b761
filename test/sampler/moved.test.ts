import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';
import { openWorkspace } from '../cli/run-command.ts';
import { expectFoundWhereMoved, WORKED } from './expect-moved.ts';
import { moveLayout } from './moved-layout.ts';

describe('latents without bounds', () => {
  it('are moved and scaled by their text', () => {
    const text =
      'layout L\nunit m\ncategory step\n\nparam a, b : m ~ normal(2, 3)\nparam first ~ normal(0, 1)\ncapability c[step] ~ normal(previous(c[step], first), 0.5)\n\nobserve y ~ normal((a + b) / (1 m) + c[step], 1)\n';
    const { text: moved, moved: names } = moveLayout(text, { shift: 10, scale: 100 });
    expect(names).toEqual(['a', 'b', 'first', 'c']);
    expect(moved).toContain('param a, b : m ~ normal(100 * (2) + 10, 100 * (3))');
    expect(moved).toContain('normal(previous(c[step], 100 * (((first - 10 ) / 100)) + 10), 100 * (0.5))');
    expect(moved).toContain('((c[step] - 10 ) / 100)');
    expect(analyseSource({ name: 'moved', text: moved }).diagnostics).toEqual([]);
  });

  // The others are among the slow tests.
  it.for(WORKED.filter(({ layout }) => layout.endsWith('/training')))(
    'are found a thousand times as far away: $layout',
    { timeout: 240_000 },
    (worked) => expectFoundWhereMoved(worked, [{ shift: 1000, scale: 1000 }]),
  );

  // The other root has e^-50 of the mass, and lies where chains would begin if they did not ask the prior.
  it('are found where the prior says that they are, and not at 0', async () => {
    const workspace = openWorkspace();
    workspace.write('far.ml', 'layout Far\n\nparam a ~ normal(10, 1)\n\nobserve y ~ normal((a - 5)^2, 1)\n');
    workspace.write('far.csv', 'y\n24.1\n25.3\n25\n24.6\n26\n');
    try {
      for (const seed of [1, 2, 3, 4]) {
        const run = await workspace.run('fit', 'far.ml', 'far.csv', '--json', '--seed', String(seed));
        expect(run.status, run.stderr).toBe(0);
        const { a } = JSON.parse(run.stdout).subjects.y.parameters;
        expect(Math.abs(a.mean - 10)).toBeLessThan(0.01);
        expect(a.sd).toBeGreaterThan(0.04);
        expect(a.sd).toBeLessThan(0.05);
      }
    } finally {
      workspace.remove();
    }
  }, 120_000);
});

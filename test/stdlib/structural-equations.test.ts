/** The structural equation models of object permanence with two outcomes, where R has lavaan: no build needs it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'stdlib-layouts/object-permanence-choice';
const hasLavaan =
  spawnSync('Rscript', ['-e', 'quit(status = !requireNamespace("lavaan", quietly = TRUE))']).status === 0;

/** A table as `evaluate --predictions` writes it, with every fifth row held out and one rate for all. */
function predictions(): string {
  const [head, ...rows] = readFileSync(`${FOLDER}/battery.csv`, 'utf8').trim().split('\n');
  const names = head!.split(',');
  const lines = ['success', 'choice'].flatMap((outcome) =>
    rows.flatMap((row, place) => {
      if (place % 5 !== 0) return [];
      const observed = row.split(',')[names.indexOf(outcome)];
      return [`success,${outcome},1,1,converged,${place + 1},${observed},0.5,0.25,0.5`];
    }),
  );
  const columns = 'subject,outcome,repeat,fold,status,row,observed,layout,aggregate,logistic regression';
  return `${[columns, ...lines].join('\n')}\n`;
}

describe.skipIf(!hasLavaan)('structural equations by lavaan', () => {
  it('predict held-out rows better than a constant, the shared ones linearly and each outcome by itself', () => {
    const folder = mkdtempSync(join(tmpdir(), 'theodolite-lavaan-'));
    try {
      const path = join(folder, 'predictions.csv');
      writeFileSync(path, predictions());
      const run = spawnSync('Rscript', [`${FOLDER}/structural-equations.R`, `${FOLDER}/battery.csv`, path], {
        encoding: 'utf8',
      });
      expect(run.stderr).toBe('');
      const [, choice, success] = run.stdout.trim().split('\n');
      for (const [line, outcome] of [
        [choice!, 'choice'],
        [success!, 'success'],
      ] as const) {
        const [, name, ...scores] = line.trim().split(/\s+/);
        expect(name).toBe(outcome);
        const [layout, aggregate, , linearShared, linearOwn, , probitOwn] = scores.map(Number);
        // A prediction of a half scores a quarter.
        expect(layout).toBeCloseTo(0.25, 3);
        for (const score of [linearShared!, linearOwn!, probitOwn!]) expect(score).toBeLessThan(aggregate!);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});

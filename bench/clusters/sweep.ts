/** The sweep with which clusters are tried: a table of simulated agents, and a layout with ten alternatives. */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniformNumbers } from '../uniform.ts';

/** How large the sweep is, and how long a fit takes. */
export interface SweepSize {
  readonly agents: number;
  readonly rows: number;
  /** The number of draws of each of two chains, after as many steps of warm-up. */
  readonly draws: number;
}

const LAYOUT = `/// How high an agent climbs, and how far it jumps.
layout Reach
demand height in [0, 10]
demand gap in [0, 10]
capability climb ~ uniform(0, 12)
capability jump ~ uniform(0, 12)
let steepness = choose steepness { s1: 0.4, s2: 0.6, s3: 0.8, s4: 1, s5: 1.2 }
let chance = choose compensation {
  none: margin(climb, height, steepness) and margin(jump, gap, steepness),
  full: margin(climb + jump, height + gap, steepness)
}
observe success ~ bernoulli(chance)
`;
/** The alternatives of both choices together. */
export const LAYOUTS = 10;

/** A row per task, and a column of results per agent. */
function table({ agents, rows }: SweepSize): string {
  const random = uniformNumbers(1);
  const logistic = (x: number) => 1 / (1 + Math.exp(-x));
  const profiles = Array.from({ length: agents }, () => [2 + 8 * random(), 2 + 8 * random()] as const);
  const lines = Array.from({ length: rows }, () => {
    const [height, gap] = [10 * random(), 10 * random()];
    const results = profiles.map(([climb, jump]) =>
      Number(random() < logistic(climb - height) * logistic(jump - gap)),
    );
    return [height.toFixed(2), gap.toFixed(2), ...results].join(',');
  });
  const names = profiles.map((_, agent) => `agent${agent + 1}`);
  return `${[['height', 'gap', ...names].join(','), ...lines].join('\n')}\n`;
}

/**
 * Makes a folder in which `theodolite` is a program that also notes its processor time, one line per process, in
 * `processor.txt`.
 *
 * @param main the command's file
 */
export function writeWorkplace(folder: string, size: SweepSize, main: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'layout.ml'), LAYOUT);
  writeFileSync(join(folder, 'runs.csv'), table(size));
  const program = join(folder, 'theodolite');
  writeFileSync(
    program,
    `#!/bin/bash\nTIMEFORMAT='%U %S'\n{ time ${process.execPath} ${main} "$@" 2>&3; } 3>&2 2>>${join(folder, 'processor.txt')}\n`,
  );
  chmodSync(program, 0o755);
}

/** The words of the sweep, without its folder. */
export function sweepWords({ draws }: SweepSize): readonly string[] {
  const sampler = ['--chains', '2', '--scouts', '0', '--warmup', String(draws), '--draws', String(draws)];
  return ['layout.ml', 'runs.csv', '--outcome', 'success=agent*', ...sampler];
}

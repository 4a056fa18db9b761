/** Whether ranks are uniform. */
import { chiSquare, chiSquareBound } from '../simulate/goodness-of-fit.ts';
import type { Calibration } from './calibrate.ts';

/** Cells of equally many ranks; a simulation in each sixteenth is enough to see a shift, a slope and a hump. */
const CELLS = 16;

export interface Uniformity {
  /** The chi-squared of the ranks of each quantity, over the value that chance exceeds with the probability allowed. */
  readonly excess: ReadonlyMap<string, number>;
  /** The quantities whose ranks are not uniform. */
  readonly failing: readonly string[];
}

/**
 * Pearson's test of each quantity. The probability that any of them fails by chance is at most `chance`, as it is divided
 * among them (Bonferroni), and among as many other calibrations as are made beside this one.
 */
export function testUniformity({ draws, ranks }: Calibration, chance = 0.01, calibrations = 1): Uniformity {
  if ((draws + 1) % CELLS !== 0)
    throw new Error(`${draws + 1} ranks are not divided evenly into ${CELLS} cells`);
  const bound = chiSquareBound(CELLS - 1, chance / (ranks.size * calibrations));
  const excess = new Map(
    [...ranks].map(([name, each]) => {
      const counts = new Array<number>(CELLS).fill(0);
      for (const rank of each) counts[Math.floor((rank * CELLS) / (draws + 1))]! += 1;
      const expected = counts.map(() => each.length / CELLS);
      return [name, chiSquare(counts, expected) / bound] as const;
    }),
  );
  return { excess, failing: [...excess].filter(([, ratio]) => ratio > 1).map(([name]) => name) };
}

/** Whether draws come from a distribution: tests whose bounds chance passes about once in ten thousand times. */
import { expect } from 'vitest';
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';

/** The value that a standard normal exceeds with this probability. */
const UPPER = normalQuantile(1 - 1e-4);

/**
 * The value that a chi-squared variable exceeds with a probability: Wilson & Hilferty (1931), The distribution of
 * chi-square, Proceedings of the National Academy of Sciences 17, 684–688.
 */
export function chiSquareBound(degrees: number, probability: number): number {
  const spread = 2 / (9 * degrees);
  return degrees * (1 - spread + normalQuantile(1 - probability) * Math.sqrt(spread)) ** 3;
}

/** Pearson's chi-squared of counts beside those expected. */
export function chiSquare(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, cell) => sum + (count - expected[cell]!) ** 2 / expected[cell]!, 0);
}

/** Expects counts to be those of these probabilities; cells that expect fewer than five are put together. */
export function expectCounts(
  counts: readonly number[],
  probabilities: readonly number[],
  what: string,
): void {
  const total = counts.reduce((a, b) => a + b, 0);
  const cells: { count: number; expected: number }[] = [];
  let open = { count: 0, expected: 0 };
  counts.forEach((count, index) => {
    open = { count: open.count + count, expected: open.expected + total * probabilities[index]! };
    if (open.expected < 5) return;
    cells.push(open);
    open = { count: 0, expected: 0 };
  });
  const last = cells.pop()!;
  cells.push({ count: last.count + open.count, expected: last.expected + open.expected });
  expect(cells.length, what).toBeGreaterThan(1);
  const found = chiSquare(
    cells.map(({ count }) => count),
    cells.map(({ expected }) => expected),
  );
  expect(found, what).toBeLessThan(chiSquareBound(cells.length - 1, 1e-4));
}

/**
 * Expects the largest distance of the draws' distribution function from this one to be below the bound of Kolmogorov and
 * Smirnov, √(−ln(α/2)/(2n)) for many draws (Massart 1990, Annals of Probability 18, 1269–1283), with α = 1e-4.
 */
export function expectDistribution(
  draws: ArrayLike<number>,
  distribution: (x: number) => number,
  what: string,
): void {
  const sorted = Float64Array.from(draws).sort();
  const size = sorted.length;
  let distance = 0;
  for (let i = 0; i < size; i++) {
    const probability = distribution(sorted[i]!);
    distance = Math.max(distance, Math.abs(probability - i / size), Math.abs(probability - (i + 1) / size));
  }
  expect(distance, what).toBeLessThan(Math.sqrt(-Math.log(1e-4 / 2) / (2 * size)));
}

/** Expects the draws' mean and standard deviation; the fourth central moment, over sd⁴, says how sure the latter is. */
export function expectMoments(
  draws: ArrayLike<number>,
  { mean, sd, kurtosis }: { readonly mean: number; readonly sd: number; readonly kurtosis: number },
  what: string,
): void {
  const size = draws.length;
  const values = Array.from(draws);
  const found = values.reduce((a, b) => a + b, 0) / size;
  expect(Math.abs(found - mean), `mean of ${what}: ${found}, not ${mean}`).toBeLessThan(
    (UPPER * sd) / Math.sqrt(size),
  );
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / size;
  expect(Math.abs(variance - sd * sd), `variance of ${what}: ${variance}, not ${sd * sd}`).toBeLessThan(
    UPPER * sd * sd * Math.sqrt((kurtosis - 1) / size),
  );
}

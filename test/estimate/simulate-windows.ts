/** Outcomes of windows for a propensity, by the equation of the paper as it stands: nothing of the compiler has a part in it. */
import { openStream } from '../../statistics/random/stream.ts';

const logSigma = (x: number) => -Math.log1p(Math.exp(-Math.abs(x))) + Math.min(x, 0);

/** Equation (5) with a = 1: r is half the width of the window, a′ = e^{1/r}, and A = σ(a′ r)⁻². */
function probabilityOf(theta: number, lower: number, upper: number): number {
  const r = (upper - lower) / 2;
  const slope = Math.exp(Math.min(1 / r, 500));
  return Math.exp(
    logSigma(slope * (theta - lower)) + logSigma(slope * (upper - theta)) - 2 * logSigma(slope * r),
  );
}

export function simulateWindows(
  { lowest, highest }: { readonly lowest: readonly number[]; readonly highest: readonly number[] },
  theta: number,
  seed: bigint,
): number[] {
  const random = openStream(seed, 'outcome', 0);
  return lowest.map((lower, row) => (random.uniform() < probabilityOf(theta, lower, highest[row]!) ? 1 : 0));
}

/** Points at which gradients are measured: several, so that no call repeats the previous one. */
import { uniformNumbers } from './uniform.ts';

const SPREAD = 0.5;

/** `count` points on the unconstrained scale, each coordinate uniform within `spread` of the centre's. */
export function positionsNear(
  centre: readonly number[],
  count: number,
  seed: number,
  spread = SPREAD,
): Float64Array[] {
  const uniform = uniformNumbers(seed);
  return Array.from({ length: count }, () =>
    Float64Array.from(centre, (each) => each + spread * (2 * uniform() - 1)),
  );
}

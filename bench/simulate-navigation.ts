/** Simulated rows of the navigation layout: demands that never repeat, attempted by one agent with a known profile. */
import type { LoopColumns } from './loops/loop.ts';
import { uniformNumbers } from './uniform.ts';

/** The profile of the simulated agent, which succeeds about half the time. */
export const NAVIGATOR = { visualAcuity: 60, navigation: 30 } as const;

/** Goals up to 45 m away and 0.2 to 2 m wide, as in appendix D.1, and whether the agent reaches them. */
export function simulateNavigation(rows: number, seed: number): LoopColumns {
  const uniform = uniformNumbers(seed);
  const distance = new Float64Array(rows);
  const size = new Float64Array(rows);
  const success = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    distance[row] = 0.5 + 44.5 * uniform();
    size[row] = 0.2 + 1.8 * uniform();
    const detail = distance[row]! / size[row]!;
    const sees = NAVIGATOR.visualAcuity / (NAVIGATOR.visualAcuity + detail);
    const walks = 1 / (1 + Math.exp(distance[row]! - NAVIGATOR.navigation));
    success[row] = uniform() < sees * walks ? 1 : 0;
  }
  return new Map([
    ['goalDistance', distance],
    ['goalSize', size],
    ['success', success],
  ]);
}

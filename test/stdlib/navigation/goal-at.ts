/** A goal of the test's own. */
import { type ArenaTask, START } from '../../../stdlib-layouts/navigation/arena/tasks.ts';

/** A goal of this diameter at a place, m, and where the agent looks at first, degrees. */
export function goalAt(x: number, z: number, size: number, heading = 0): ArenaTask {
  const distance = Math.hypot(x - START.x, z - START.z);
  return { name: `at ${x}, ${z}`, x, z, size, distance, heading, split: 'train' };
}

/** Milliseconds to pass rows to an existing instance and bind them. */

import type { LoadedModule } from '../../host/load.ts';
import type { Battery } from '../battery.ts';
import { addRows, bind, openInstance } from '../bound-module.ts';
import { alone, type Result } from '../results.ts';
import { median } from '../rounds.ts';

const REPEATS = 15;

/** The median over new instances, in total and per million rows. */
export async function measureBinding(battery: Battery, loaded: LoadedModule): Promise<Result[]> {
  const columns = loaded.manifest.columns.map(({ name }) => battery.columns.get(name)!);
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const exports = await openInstance(loaded);
    const began = performance.now();
    addRows(exports, columns);
    bind(exports);
    times.push(performance.now() - began);
  }
  const milliseconds = median(times);
  return [
    alone(`binding, ${battery.name}, ${battery.rows} rows`, 'ms', milliseconds),
    alone(`binding, ${battery.name}, a million rows`, 'ms', (milliseconds * 1e6) / battery.rows),
  ];
}

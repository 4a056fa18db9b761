/** The duration of the whole OCR fit in seconds: four chains of 1000 + 2500 transitions on two threads. */
import { fit as fitOnce, type SampledPosterior } from '../../host/fit.ts';
import type { LoadedModule } from '../../host/load.ts';
import type { Battery } from '../battery.ts';
import { lessIsBetter, type Result } from '../results.ts';
import { median } from '../rounds.ts';

const REPEATS = 3;

/** Stan 2.21 with the same settings on a machine where the plain loop takes 220 µs per gradient. */
const STAN_SECONDS = 53;
const STAN_LOOP_MICROSECONDS = 220;

export const WHOLE_FIT = { chains: 4, warmup: 1000, draws: 2500, targetAccept: 0.95, workers: 2 } as const;

/**
 * Includes starting the threads, binding, sampling and the diagnostics; `loopMicroseconds` is the time of the loop on
 * this machine.
 */
export async function measureWholeFit(
  battery: Battery,
  loaded: LoadedModule,
  loopMicroseconds: number,
): Promise<Result> {
  const seconds: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const began = performance.now();
    usable(await fitOnce(loaded, battery.columns, { ...WHOLE_FIT, seed: BigInt(repeat + 1) }));
    seconds.push((performance.now() - began) / 1000);
  }
  return lessIsBetter(
    `whole fit, ${battery.name}, beside Stan scaled to this machine`,
    's',
    median(seconds),
    (STAN_SECONDS * loopMicroseconds) / STAN_LOOP_MICROSECONDS,
  );
}

/** A fast but unusable fit does not count. */
function usable({ summary }: SampledPosterior): void {
  for (const [name, { rhat }] of Object.entries(summary)) {
    if (rhat === null || rhat > 1.01)
      throw new Error(`the fit did not converge: R-hat of ${name} is ${rhat}`);
  }
}

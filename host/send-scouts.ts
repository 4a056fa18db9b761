/** How many scouts go out, and on which threads; loaded while chains are under way. */
import type { ChainPool } from './chain-pool.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';
import type { Maximum, ScoutReport } from './sampler-instance.ts';

/** What all scouts found. */
export interface Scouting {
  /** How many were asked for, and how many set out: fewer where they were cut short, more where they took little. */
  readonly asked: number;
  readonly scouts: number;
  /** One for each scout that arrived, in the order of their numbers: the same maximum may be there many times. */
  readonly maxima: readonly Maximum[];
  /** Gradients evaluated by all of them. */
  readonly gradients: number;
}

/** How many times more scouts are sent than were asked for, where they cost little. */
const MAX_TIMES = 8;

/** The gradients a transition of the chains that all scouts asked for may take together, and that further ones may. */
const MAX_GRADIENTS = 4;
const CHEAP_GRADIENTS = 1;

/** Scouts that one thread sends out in a row; what they find does not depend on it. */
const TOGETHER = 8;

/**
 * Sends out scouts, on the threads of a pool: as many as asked for, unless they take more than 4 gradients together for each transition of
 * the chains, and then further ones, up to 8 times as many, while all of them have taken fewer than 1. The same module, rows, seed and
 * numbers find the same, whatever runs them.
 *
 * @throws HostError when a scout breaks off, memory runs out, or the signal is aborted.
 */
export async function sendScouts(
  loaded: LoadedModule,
  rows: Rows,
  { asked, transitions, seed, pool, signal }: ScoutOptions,
): Promise<Scouting> {
  const reports: ScoutReport[] = [];
  let gradients = 0;
  const sendOut = async (first: number, all: number) => {
    const plans = Array.from({ length: Math.ceil(all / TOGETHER) }, (_, batch) => {
      const count = Math.min(TOGETHER, all - batch * TOGETHER);
      // What one thread may take depends on how many scouts it has, and on nothing that another thread does.
      const most = Math.max(1, (MAX_GRADIENTS * transitions * count) / asked);
      return { seed, first: first + batch * TOGETHER, count, most };
    });
    const found = (
      await Promise.all(plans.map((scouting) => pool.scout({ loaded, ...rows, scouting }, signal)))
    ).flat();
    reports.push(...found);
    gradients += found.reduce((sum, report) => sum + report.gradients, 0);
  };
  await sendOut(0, asked);
  const isWhole = reports.length === asked;
  for (let sent = asked; isWhole && sent < MAX_TIMES * asked; sent += asked) {
    if (gradients >= CHEAP_GRADIENTS * transitions) break;
    await sendOut(sent, asked);
  }
  return {
    asked,
    scouts: reports.length,
    maxima: reports.flatMap(({ maximum }) => (maximum === null ? [] : [maximum])),
    gradients,
  };
}

export interface ScoutOptions {
  readonly asked: number;
  /** Of all chains together, warm-up included. */
  readonly transitions: number;
  /** A whole number in [0, 2^64). */
  readonly seed: bigint;
  readonly pool: ChainPool;
  readonly signal?: AbortSignal;
}

/** How many scouts go out, and on which threads; loaded while chains are under way. */
import { transitionsOf } from './chain.ts';
import type { ChainPool } from './chain-pool.ts';
import type { SamplerSettings } from './draws.ts';
import type { FitPhase } from './fit-phase.ts';
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

/** The gradients that all scouts asked for may take together: so many per transition of the chains, and so many in any case. */
const MAX_GRADIENTS = 0.5;
const LEAST_GRADIENTS = 2000;

/** All scouts together may take this share of the chains' gradients; those asked for set out in any case. */
const CHEAP_SHARE = 0.1;

/**
 * Scouts that one thread sends out in a row. They share the maxima that they know (runtime/optimise/known-maxima.ts), so that this
 * number is part of what they find.
 */
const TOGETHER = 32;

/**
 * Sends out scouts, on the threads of a pool: as many as asked for, unless they take more than half a gradient together per transition
 * of the chains, and more than 2000. Once the chains are done, further ones follow, up to 8 times as many, where all of them together take at most a
 * tenth of the chains' gradients. The same module, rows, seed and numbers find the same, whatever runs them.
 *
 * @throws HostError when a scout breaks off, memory runs out, or the signal is aborted; and what `sampled` is rejected with.
 */
export async function sendScouts(
  loaded: LoadedModule,
  rows: Rows,
  { asked, sampled, pool, signal, onPhase, ...settings }: ScoutOptions,
): Promise<Scouting> {
  onPhase?.('sampling');
  const drawn = sampled.then((draws) => {
    if (asked > 0) onPhase?.('modes');
    return draws;
  });
  // It may fail while scouts are out; that is heard where it is awaited.
  drawn.catch(() => undefined);
  const { chains, seed } = settings;
  const transitions = chains * transitionsOf(settings);
  const reports: ScoutReport[] = [];
  let gradients = 0;
  const sendOut = async (first: number, all: number) => {
    const plans = Array.from({ length: Math.ceil(all / TOGETHER) }, (_, batch) => {
      const count = Math.min(TOGETHER, all - batch * TOGETHER);
      // What one thread may take depends on how many scouts it has, and on nothing that another thread does.
      const most = Math.max(1, (Math.max(LEAST_GRADIENTS, MAX_GRADIENTS * transitions) * count) / asked);
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
  const most = CHEAP_SHARE * (await drawn).reduce((sum, chain) => sum + chain.gradients, 0);
  for (let sent = asked; isWhole && sent < MAX_TIMES * asked; sent += asked) {
    // As many again take about as much each as those before.
    if (gradients * (1 + asked / sent) > most) break;
    await sendOut(sent, asked);
  }
  // Chains and scouts are done.
  onPhase?.('summary');
  return {
    asked,
    scouts: reports.length,
    maxima: reports.flatMap(({ maximum }) => (maximum === null ? [] : [maximum])),
    gradients,
  };
}

/** The settings of the chains, and what scouts are asked for. */
export interface ScoutOptions extends SamplerSettings {
  readonly asked: number;
  /** The chains, once they are done. */
  readonly sampled: Promise<readonly { readonly gradients: number }[]>;
  readonly pool: ChainPool;
  readonly signal?: AbortSignal;
  /** Told each phase: chains and scouts set out, scouts alone are under way, and both are done. */
  readonly onPhase?: ((phase: FitPhase) => void) | undefined;
}

/** Decides the number of scouts and their threads; loaded while chains run. */
import { transitionsOf } from './chain.ts';
import type { ChainPool } from './chain-pool.ts';
import type { SamplerSettings } from './draws.ts';
import type { FitPhase } from './fit-phase.ts';
import type { LoadedModule } from './load.ts';
import type { Rows } from './rows.ts';
import type { Maximum, ScoutReport } from './sampler-instance.ts';

/** The results of all scouts. */
export interface Scouting {
  /** The number requested, and the number sent: fewer if they were cut short, more if they were cheap. */
  readonly asked: number;
  readonly scouts: number;
  /** One for each scout that arrived, in numerical order; the same maximum may occur many times. */
  readonly maxima: readonly Maximum[];
  /** Gradients evaluated by all of them. */
  readonly gradients: number;
}

/** The maximum multiple of the requested number of scouts that is sent if they are cheap. */
const MAX_TIMES = 8;

/**
 * The budget of gradients for all requested scouts together: this number per transition of the chains, and a minimum.
 */
const MAX_GRADIENTS = 0.5;
const LEAST_GRADIENTS = 2000;

/** All scouts together may take this share of the chains' gradients; the requested scouts are sent in any case. */
const CHEAP_SHARE = 0.1;

/**
 * The number of scouts that one thread sends in sequence. They share the maxima that they know
 * (runtime/optimise/known-maxima.ts), so this number affects what they find.
 */
const TOGETHER = 32;

/**
 * Sends scouts, on the threads of a pool: the requested number, unless together they take more than half a gradient per
 * transition of the chains, and more than 2000. Once the chains are finished, more follow, up to 8 times the requested
 * number, as long as all of them together take at most a tenth of the chains' gradients. The same module, rows, seed
 * and numbers give the same results, on any pool.
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
  // It may fail while scouts run; the error is handled where it is awaited.
  drawn.catch(() => undefined);
  const { chains, seed } = settings;
  const transitions = chains * transitionsOf(settings);
  const reports: ScoutReport[] = [];
  let gradients = 0;
  const sendOut = async (first: number, all: number) => {
    const plans = Array.from({ length: Math.ceil(all / TOGETHER) }, (_, batch) => {
      const count = Math.min(TOGETHER, all - batch * TOGETHER);
      // The budget of a thread depends on its number of scouts, not on what another thread does.
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
    // Further scouts are assumed to cost about as much each as those before.
    if (gradients * (1 + asked / sent) > most) break;
    await sendOut(sent, asked);
  }
  // Chains and scouts are finished.
  onPhase?.('summary');
  return {
    asked,
    scouts: reports.length,
    maxima: reports.flatMap(({ maximum }) => (maximum === null ? [] : [maximum])),
    gradients,
  };
}

/** The settings of the chains, and the requested scouts. */
export interface ScoutOptions extends SamplerSettings {
  readonly asked: number;
  /** The chains, once they are finished. */
  readonly sampled: Promise<readonly { readonly gradients: number }[]>;
  readonly pool: ChainPool;
  readonly signal?: AbortSignal;
  /** Called for each phase: chains and scouts start, only scouts still run, and both are finished. */
  readonly onPhase?: ((phase: FitPhase) => void) | undefined;
}

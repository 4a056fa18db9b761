/** Fits that a live report makes again, in its worker, with priors that the reader moved. */
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitAgain } from '../../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import type { PredictiveDraws } from '../../../host/posterior.ts';
import { HostError } from '../../../module/host-error.ts';
import type { LiveData, LiveFit } from './live-data.ts';
import { unpacked } from './packed.ts';
import type { RefitData } from './refit-data.ts';
import { REFIT_SETTINGS } from './refit-settings.ts';

/** Draws that predict, and how they count. */
export interface Draws {
  readonly fitted: PredictiveDraws;
  /** Null where all count alike. */
  readonly weights: Float64Array | null;
  readonly found: string;
}

/** For each prior that was moved, by its place, its new parameters. */
export type MovedNumbers = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Guards the fits with the priors that were moved last. */
export class Refits {
  readonly #data: RefitData;
  readonly #live: LiveData;
  readonly #loaded: LoadedModule;
  readonly #columns: readonly Float64Array[];
  readonly #results = new Map<LiveFit, Draws | 'failed'>();
  #moved: MovedNumbers = {};
  #stop = new AbortController();
  /** That of the fits that are being made. */
  #making: AbortSignal | null = null;

  private constructor(
    live: LiveData,
    data: RefitData,
    loaded: LoadedModule,
    columns: readonly Float64Array[],
  ) {
    this.#live = live;
    this.#data = data;
    this.#loaded = loaded;
    this.#columns = columns;
  }

  static async open(live: LiveData, data: RefitData): Promise<Refits> {
    const loaded = await loadModule(await unpacked(data.module));
    const text = new TextDecoder().decode(await unpacked(data.columns));
    const columns = (JSON.parse(text) as (readonly (number | null)[])[]).map(numbersOf);
    return new Refits(live, data, loaded, columns);
  }

  /** Whether the page can fit with these priors. */
  isPossible(moved: MovedNumbers): boolean {
    return Object.keys(moved).every((place) => this.#data.priors[Number(place)] != null);
  }

  /** Says which priors are wanted now: fits with others are forgotten, and stopped. */
  want(moved: MovedNumbers): void {
    if (JSON.stringify(moved) === JSON.stringify(this.#moved)) return;
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#results.clear();
    this.#moved = moved;
  }

  /** A fit with the wanted priors; null before it was made. */
  resultOf(fit: LiveFit): Draws | 'failed' | null {
    return this.#results.get(fit) ?? null;
  }

  /**
   * Makes fits one after another, and tells each. Ends without those that are no longer wanted. Does nothing while those with the wanted
   * priors are being made: they are told for the newest question.
   */
  async make(fits: readonly LiveFit[], tell: (fit: LiveFit) => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    if (this.#making === signal) return;
    this.#making = signal;
    for (const fit of fits) {
      if (signal.aborted) return;
      if (this.#results.has(fit)) continue;
      const result = await this.#fit(fit, signal);
      if (signal.aborted) return;
      this.#results.set(fit, result ?? 'failed');
      await tell(fit);
    }
    this.#making = null;
  }

  /** Null where chains find no start, or do not agree. */
  async #fit(fit: LiveFit, signal: AbortSignal): Promise<Draws | null> {
    const columns = new Map(Object.entries(fit.rows!).map(([name, place]) => [name, this.#columns[place]!]));
    const { length: rows } = [...columns.values()][0]!;
    for (const [place, ofPrior] of this.#data.priors.entries()) {
      const { parameters } = this.#live.priors[place]!.fitted;
      const numbers: Readonly<Record<string, number>> = { ...parameters, ...this.#moved[place] };
      for (const [name, column] of Object.entries(ofPrior ?? {}))
        columns.set(column, new Float64Array(rows).fill(numbers[name]!));
    }
    try {
      const posterior = await fitAgain(this.#loaded, columns, {
        ...REFIT_SETTINGS,
        ...{ levels: new Map(fit.levels), pool: openThisThread(), signal },
      });
      const { draws, verdict, summary } = posterior;
      if (verdict.status === 'failed') return null;
      const known = Object.values(summary).flatMap(({ rhat }) => rhat ?? []);
      return {
        fitted: { ...basisOf(fit), draws: draws.map(({ latents }) => ({ latents })) },
        weights: null,
        found: `fitted again${known.length === 0 ? '' : `, R\u2011hat ${Math.max(...known).toFixed(2)}`}`,
      };
    } catch (error) {
      if (error instanceof HostError) return null;
      throw error;
    }
  }
}

/** What predictions need besides draws. */
export function basisOf({ levels, statistics }: LiveFit): Pick<PredictiveDraws, 'levels' | 'statistics'> {
  return {
    levels: new Map(levels),
    statistics: {
      values: [...numbersOf(statistics.values)],
      byLevel: statistics.byLevel.map((each) => [...numbersOf(each)]),
    },
  };
}

function numbersOf(numbers: readonly (number | null)[]): Float64Array {
  return Float64Array.from(numbers, (value) => value ?? Number.NaN);
}

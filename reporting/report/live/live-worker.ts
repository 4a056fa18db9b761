/** The worker of a live report: predicts a row with all fits, under the fitted priors or others, for which it fits again if it must. */
import type { EvaluatedPrior } from '../../../compiler/interpret/priors.ts';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitAgain } from '../../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import type { PredictiveDraws } from '../../../host/posterior.ts';
import { predict } from '../../../host/predict/predict.ts';
import { HostError } from '../../../module/host-error.ts';
import { pooled } from '../../../statistics/chains.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import { mean } from '../../../statistics/moments.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import { expected } from '../words/phrases.ts';
import type { LiveData, LiveFit } from './live-data.ts';
import { fromBase64, unpacked } from './packed.ts';
import type { RefitData } from './refit-data.ts';
import { REFIT_SETTINGS } from './refit-settings.ts';
import { type MovedPrior, reweigh, type Unweighed, weightedDraws } from './reweigh.ts';

/** What the page asks for. */
interface Question {
  readonly id: number;
  readonly outcome: string;
  readonly demands: Readonly<Record<string, number>>;
  readonly categories: Readonly<Record<string, string>>;
  /** For each prior that was moved, by its place, its new parameters. */
  readonly moved: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The place of the prior whose latent is shown; null for none. */
  readonly shown: number | null;
}

/** What one subject would do; or why that is not known. */
export interface LiveAnswer {
  readonly subject: string;
  /** `81 % (78 to 84)`. */
  readonly text: string;
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
  /** The latent that is shown; empty if it has several values. */
  readonly latent: string;
  /** How it was found with other priors: k̂ and its limit, or R-hat; empty where no prior was moved. */
  readonly found: string;
  /** Why there are no numbers; null if there are. */
  readonly without: Unweighed | 'fitting' | 'failed' | null;
}

/** The first with all subjects of a worker, and one more for each fit that was made again. */
export interface LiveMessage {
  readonly id: number;
  readonly isFirst: boolean;
  readonly answers: readonly LiveAnswer[];
}

/** Draws that predict, and how they count. */
interface Draws {
  readonly fitted: PredictiveDraws;
  /** Null where all count alike. */
  readonly weights: Float64Array | null;
  readonly found: string;
}

type MovedNumbers = Question['moved'];

/** Fits with the priors that were moved last. */
class Refits {
  readonly #data: RefitData;
  readonly #live: LiveData;
  readonly #loaded: LoadedModule;
  readonly #columns: readonly Float64Array[];
  readonly #results = new Map<LiveFit, Draws | 'failed'>();
  #moved = '{}';
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
    const columns = (JSON.parse(text) as (readonly (number | null)[])[]).map(known);
    return new Refits(live, data, loaded, columns);
  }

  /** Whether the page can fit with these priors. */
  isPossible(moved: MovedNumbers): boolean {
    return Object.keys(moved).every((place) => this.#data.priors[Number(place)] != null);
  }

  /** What is known of a fit with these priors: null before it was made. Forgets fits with others, and stops them. */
  resultOf(fit: LiveFit, moved: MovedNumbers): Draws | 'failed' | null {
    const key = JSON.stringify(moved);
    if (key !== this.#moved) {
      this.#stop.abort();
      this.#stop = new AbortController();
      this.#results.clear();
      this.#moved = key;
    }
    return this.#results.get(fit) ?? null;
  }

  /**
   * Makes fits one after another, and tells each. Ends without those that are no longer wanted. Does nothing while those with the same
   * priors are being made: they are told for the newest question.
   */
  async make(fits: readonly LiveFit[], moved: MovedNumbers, tell: (fit: LiveFit) => Promise<void>) {
    const { signal } = this.#stop;
    if (this.#making === signal) return;
    this.#making = signal;
    for (const fit of fits) {
      if (signal.aborted) return;
      if (this.#results.has(fit)) continue;
      const result = await this.#fit(fit, moved, signal);
      if (signal.aborted) return;
      this.#results.set(fit, result ?? 'failed');
      await tell(fit);
    }
    this.#making = null;
  }

  /** Null where chains find no start, or do not agree. */
  async #fit(fit: LiveFit, moved: MovedNumbers, signal: AbortSignal): Promise<Draws | null> {
    const columns = new Map(Object.entries(fit.rows!).map(([name, place]) => [name, this.#columns[place]!]));
    const { length: rows } = [...columns.values()][0]!;
    for (const [place, ofPrior] of this.#data.priors.entries()) {
      const { parameters } = this.#live.priors[place]!.fitted;
      const numbers: Readonly<Record<string, number>> = { ...parameters, ...moved[place] };
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
      const rhat = Math.max(...Object.values(summary).map((each) => each.rhat ?? 1));
      return {
        fitted: { ...basisOf(fit), draws: draws.map(({ latents }) => ({ latents })) },
        weights: null,
        found: `fitted again, R\u2011hat ${rhat.toFixed(2)}`,
      };
    } catch (error) {
      if (error instanceof HostError) return null;
      throw error;
    }
  }
}

/** Guards the data of the page. */
class LiveReport {
  readonly #data: LiveData;
  readonly #loaded: LoadedModule;
  readonly #fits: ReadonlyMap<LiveFit, PredictiveDraws>;
  readonly #refits: Refits | null;
  #last: Question | null = null;

  private constructor(data: LiveData, loaded: LoadedModule, refits: Refits | null) {
    this.#data = data;
    this.#loaded = loaded;
    this.#refits = refits;
    this.#fits = new Map(data.fits.map((fit) => [fit, drawsOf(fit)]));
  }

  static async open(data: LiveData): Promise<LiveReport> {
    const { refit } = data;
    return new LiveReport(
      data,
      await loadModule(await unpacked(data.module)),
      refit === null || 'why' in refit ? null : await Refits.open(data, refit),
    );
  }

  async answer(question: Question, send: (message: LiveMessage) => void): Promise<void> {
    this.#last = question;
    const { id, moved } = question;
    const answers: LiveAnswer[] = [];
    const unknown: LiveFit[] = [];
    for (const fit of this.#fits.keys()) {
      const draws = this.#drawsFor(fit, moved);
      if (draws === 'fitting') unknown.push(fit);
      answers.push(...(await this.#answerOf(fit, draws, question)));
    }
    send({ id, isFirst: true, answers });
    if (unknown.length === 0 || this.#last !== question) return;
    await this.#refits!.make(unknown, moved, async (fit) => {
      // The reader may have set another row since: the newest one is answered.
      for (let asked: Question | null = null; asked !== this.#last; ) {
        asked = this.#last!;
        const again = await this.#answerOf(fit, this.#drawsFor(fit, asked.moved), asked);
        if (asked === this.#last) send({ id: asked.id, isFirst: false, answers: again });
      }
    });
  }

  /** The draws of a fit with other priors, or why there are none. */
  #drawsFor(fit: LiveFit, moved: MovedNumbers): Draws | NonNullable<LiveAnswer['without']> {
    const fitted = this.#fits.get(fit)!;
    // Also where no prior is moved, so that a fit that is no longer wanted is stopped.
    const made = this.#refits?.resultOf(fit, moved) ?? null;
    if (Object.keys(moved).length === 0) return { fitted, weights: null, found: '' };
    const weighed = this.#reweigh(fit, moved);
    if (typeof weighed !== 'string') {
      const { paretoK, limit, weights } = weighed;
      const k = paretoK === -Infinity ? 'equal weights' : `k̂ ${shown(paretoK)} of ${limit.toFixed(2)}`;
      return { fitted, weights, found: `weighed, ${k}` };
    }
    if (weighed === 'improper' || this.#refits === null || !this.#refits.isPossible(moved)) return weighed;
    return made ?? 'fitting';
  }

  async #answerOf(
    { subjects }: LiveFit,
    drawn: Draws | NonNullable<LiveAnswer['without']>,
    { outcome, demands, categories, shown: place }: Question,
  ): Promise<LiveAnswer[]> {
    if (typeof drawn === 'string') {
      return subjects.map(({ id }) => ({
        ...{ subject: id, text: '', mean: 0, lower: 0, upper: 0, latent: '', found: '' },
        without: drawn,
      }));
    }
    const { fitted, weights, found } = drawn;
    const rows = new Map<string, Float64Array | readonly string[]>();
    for (const [name, value] of Object.entries(demands))
      rows.set(name, new Float64Array(subjects.length).fill(value));
    for (const [name, level] of Object.entries(categories))
      rows.set(
        name,
        subjects.map(() => level),
      );
    for (const name of Object.keys(subjects[0]!.levels))
      rows.set(
        name,
        subjects.map(({ levels }) => levels[name]!),
      );
    const column = this.#data.outcomes.find(({ name }) => name === outcome)!;
    const prediction = await predict(this.#loaded, fitted, rows, {
      outcomes: [outcome],
      values: true,
      probabilities: false,
    });
    const values = prediction.outcomes[outcome]!.values!;
    const { draws } = prediction;
    const taken = (all: Float64Array) =>
      weights === null ? all.slice().sort() : weightedDraws(all, weights);
    return subjects.map(({ id, ofPriors }, row) => {
      const own = taken(values.subarray(row * draws, (row + 1) * draws));
      const at = place === null ? null : ofPriors[place]!;
      const [lower, upper] = highestDensityInterval(own, 0.95);
      const ofLatent = (index: number) => pooled(fitted.draws.map(({ latents }) => latents[index]!));
      return {
        ...{ subject: id, text: expected(own, column), mean: mean(own), lower, upper, without: null, found },
        latent: at === null ? '' : latentText(taken(ofLatent(at)), this.#data.priors[place!]!.unit),
      };
    });
  }

  #reweigh(fit: LiveFit, moved: MovedNumbers) {
    const { draws } = this.#fits.get(fit)!;
    return reweigh(
      Object.entries(moved).map(([place, parameters]): MovedPrior => {
        const { fitted: before, isProbability } = this.#data.priors[Number(place)]!;
        return {
          ...{ fitted: before, isProbability },
          moved: { ...before, parameters } as unknown as EvaluatedPrior,
          draws: fit.ofPriors[Number(place)]!.map((each) => draws[0]!.latents[each]!),
        };
      }),
    );
  }
}

function shown(paretoK: number): string {
  return paretoK.toFixed(2).replace('-', '−');
}

/** `0.109 / px (0.103 to 0.115)`, of sorted draws. */
function latentText(draws: Float64Array, unit: string): string {
  const [lower, upper] = highestDensityInterval(draws, 0.95);
  const [middle, from, to] = numbersAlike([mean(draws), lower, upper], upper - lower);
  return `${middle}${unitSuffix(unit)} (${from} to ${to})`;
}

function drawsOf(fit: LiveFit): PredictiveDraws {
  const values = new Float64Array(fromBase64(fit.draws).buffer);
  const { count } = fit;
  return {
    ...basisOf(fit),
    draws: [
      {
        latents: Array.from({ length: values.length / count }, (_, place) =>
          values.subarray(place * count, (place + 1) * count),
        ),
      },
    ],
  };
}

/** What predictions need besides draws. */
function basisOf({ levels, statistics }: LiveFit): Pick<PredictiveDraws, 'levels' | 'statistics'> {
  return {
    levels: new Map(levels),
    statistics: {
      values: [...known(statistics.values)],
      byLevel: statistics.byLevel.map((each) => [...known(each)]),
    },
  };
}

function known(numbers: readonly (number | null)[]): Float64Array {
  return Float64Array.from(numbers, (value) => value ?? Number.NaN);
}

/** The part of a worker's scope that is used here. */
interface WorkerScope {
  onmessage: ((event: { readonly data: { readonly live: LiveData } | Question }) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as WorkerScope;
let opened: Promise<LiveReport> | null = null;

scope.onmessage = async ({ data }) => {
  try {
    if ('live' in data) {
      opened = LiveReport.open(data.live);
      await opened;
    } else {
      await (await opened!).answer(data, (message) => scope.postMessage(message));
    }
  } catch (error) {
    scope.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};

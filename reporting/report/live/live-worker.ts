/** The worker of a live report: predicts a row with all fits, under the fitted priors or others. */
import type { EvaluatedPrior } from '../../../compiler/interpret/priors.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import type { PredictiveDraws } from '../../../host/posterior.ts';
import { predict } from '../../../host/predict/predict.ts';
import { pooled } from '../../../statistics/chains.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import { mean } from '../../../statistics/moments.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import { expected } from '../words/phrases.ts';
import type { LiveData, LiveFit } from './live-data.ts';
import { fromBase64, unpacked } from './packed.ts';
import { basisOf, type Draws, type MovedNumbers, Refits } from './refits.ts';
import { type MovedPrior, reweigh, type Unweighed, weightedDraws } from './reweigh.ts';

/** What the page asks for. */
interface Question {
  readonly id: number;
  readonly outcome: string;
  readonly demands: Readonly<Record<string, number>>;
  readonly categories: Readonly<Record<string, string>>;
  readonly moved: MovedNumbers;
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
    // Also where no prior is moved, so that fits that are no longer wanted are stopped.
    this.#refits?.want(moved);
    const answers: LiveAnswer[] = [];
    const unknown: LiveFit[] = [];
    for (const fit of this.#fits.keys()) {
      const draws = this.#drawsFor(fit, moved);
      if (draws === 'fitting') unknown.push(fit);
      answers.push(...(await this.#answerOf(fit, draws, question)));
    }
    send({ id, isFirst: true, answers });
    if (unknown.length === 0 || this.#last !== question) return;
    await this.#refits!.make(unknown, async (fit) => {
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
    if (Object.keys(moved).length === 0) return { fitted, weights: null, found: '' };
    const weighed = this.#reweigh(fit, moved);
    if (typeof weighed !== 'string') {
      const { paretoK, limit, weights } = weighed;
      const k = paretoK === -Infinity ? 'equal weights' : `k̂ ${shown(paretoK)} of ${limit.toFixed(2)}`;
      return { fitted, weights, found: `weighed, ${k}` };
    }
    if (weighed === 'improper' || this.#refits === null || !this.#refits.isPossible(moved)) return weighed;
    return this.#refits.resultOf(fit) ?? 'fitting';
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

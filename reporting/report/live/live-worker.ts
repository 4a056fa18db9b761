/** The worker of a live report: predicts a row with all fits, under the fitted priors or others. */
import type { EvaluatedPrior } from '../../../compiler/interpret/priors.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import type { PredictiveDraws } from '../../../host/posterior.ts';
import { predict } from '../../../host/predict/predict.ts';
import { highestDensityInterval } from '../../../statistics/highest-density.ts';
import { mean } from '../../../statistics/moments.ts';
import { numbersAlike, unitSuffix } from '../../figures/draw/text.ts';
import { expected } from '../words/phrases.ts';
import type { LiveData, LiveFit } from './live-data.ts';
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
  /** k̂ and its limit; empty where no prior was moved. */
  readonly paretoK: string;
  readonly unweighed: Unweighed | null;
}

/** A fit that is ready to predict. */
interface ReadyFit {
  readonly fit: LiveFit;
  readonly fitted: PredictiveDraws;
}

/** Guards the data of the page. */
class LiveReport {
  readonly #data: LiveData;
  readonly #loaded: LoadedModule;
  readonly #fits: readonly ReadyFit[];

  private constructor(data: LiveData, loaded: LoadedModule) {
    this.#data = data;
    this.#loaded = loaded;
    this.#fits = data.fits.map((fit) => ({ fit, fitted: drawsOf(fit) }));
  }

  static async open(data: LiveData): Promise<LiveReport> {
    return new LiveReport(data, await loadModule(bytesOf(data.module)));
  }

  async answer(question: Question): Promise<LiveAnswer[]> {
    const answers: LiveAnswer[] = [];
    for (const ready of this.#fits) answers.push(...(await this.#answerOf(ready, question)));
    return answers;
  }

  async #answerOf(
    { fit, fitted }: ReadyFit,
    { outcome, demands, categories, moved, shown }: Question,
  ): Promise<LiveAnswer[]> {
    const { subjects } = fit;
    const weighed = this.#reweigh({ fit, fitted }, moved);
    if (typeof weighed === 'string') {
      return subjects.map(({ id }) => ({
        ...{ subject: id, text: '', mean: 0, lower: 0, upper: 0, latent: '', paretoK: '' },
        unweighed: weighed,
      }));
    }
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
      weighed === null ? all.slice().sort() : weightedDraws(all, weighed.weights);
    return subjects.map(({ id, ofPriors }, row) => {
      const own = taken(values.subarray(row * draws, (row + 1) * draws));
      const place = shown === null ? null : ofPriors[shown]!;
      const prior = shown === null ? null : this.#data.priors[shown]!;
      const [lower, upper] = highestDensityInterval(own, 0.95);
      return {
        ...{ subject: id, text: expected(own, column), mean: mean(own), lower, upper, unweighed: null },
        latent:
          place === null || prior === null
            ? ''
            : latentText(taken(fitted.draws[0]!.latents[place]!), prior.unit),
        paretoK:
          weighed === null
            ? ''
            : weighed.paretoK === -Infinity
              ? 'equal weights'
              : `${weighed.paretoK.toFixed(2).replace('-', '−')} of ${weighed.limit.toFixed(2)}`,
      };
    });
  }

  /** Null where no prior was moved. */
  #reweigh({ fit, fitted }: ReadyFit, moved: Question['moved']) {
    const priors = Object.entries(moved).map(([place, parameters]): MovedPrior => {
      const { fitted: before, isProbability } = this.#data.priors[Number(place)]!;
      return {
        ...{ fitted: before, isProbability },
        moved: { ...before, parameters } as unknown as EvaluatedPrior,
        draws: fit.ofPriors[Number(place)]!.map((each) => fitted.draws[0]!.latents[each]!),
      };
    });
    return priors.length === 0 ? null : reweigh(priors);
  }
}

/** `0.109 / px (0.103 to 0.115)`, of sorted draws. */
function latentText(draws: Float64Array, unit: string): string {
  const [lower, upper] = highestDensityInterval(draws, 0.95);
  const [middle, from, to] = numbersAlike([mean(draws), lower, upper], upper - lower);
  return `${middle}${unitSuffix(unit)} (${from} to ${to})`;
}

function drawsOf({ draws, count, levels, statistics }: LiveFit): PredictiveDraws {
  const values = new Float64Array(bytesOf(draws).buffer);
  const known = (numbers: readonly (number | null)[]) =>
    Float64Array.from(numbers, (value) => value ?? Number.NaN);
  return {
    levels: new Map(levels),
    statistics: {
      values: [...known(statistics.values)],
      byLevel: statistics.byLevel.map((each) => [...known(each)]),
    },
    draws: [
      {
        latents: Array.from({ length: values.length / count }, (_, place) =>
          values.subarray(place * count, (place + 1) * count),
        ),
      },
    ],
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
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
      const answers = await (await opened!).answer(data);
      scope.postMessage({ id: data.id, answers });
    }
  } catch (error) {
    scope.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};

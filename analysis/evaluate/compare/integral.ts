/** Integrals over the latents that belong to one group of rows, for all groups at once, at a draw of all other latents. */
import type { TypedExpression, TypedLayout } from '../../../compiler/check/typed-layout.ts';
import { priorParts } from '../../../compiler/families/priors.ts';
import { logistic } from '../../../compiler/interpret/log-probability.ts';
import {
  boundsOf,
  type EvaluatedPrior,
  logPriorDensity,
  normalOf,
  type Position,
} from '../../../compiler/interpret/priors.ts';
import type { ScopeOf } from '../../../compiler/interpret/scope.ts';
import type { Posterior } from '../../../host/posterior.ts';
import type { Points } from '../../../host/predict/draws.ts';
import type { Lattice } from '../../../statistics/lattice.ts';
import { logSumExp } from '../../../statistics/log-sum-exp.ts';
import { latentsIn } from '../../simulate/draw-new-levels.ts';
import { evaluatePrior, positionOfLatent } from '../../simulate/profile.ts';
import { SimulationError } from '../../simulate/simulation-error.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { BlockDraws, type Moments, meet, type NormalPrior } from './block-moments.ts';
import { type LatentBlock, latentPlaces, type OwnLatent } from './own-latents.ts';

/** Lets other work of the thread go on from time to time; returns whether it did. */
export type TakeTurn = () => Promise<boolean>;

/**
 * The log likelihood at a point, summed over the rows of each block, and then over the other rows of each group; valid until the next
 * call.
 */
export type SumsAt = (point: ArrayLike<number>) => Float64Array;

/** The layout with its names bound to the rows and the statistics of the fit. */
export interface BoundPriors {
  readonly layout: TypedLayout;
  readonly scopeOf: ScopeOf;
}

/** One of the numbers that are integrated over. */
interface Coordinate extends OwnLatent {
  /**
   * How often its prior changes: with each draw, with each draw and level, or with each point, since it reads another of these
   * numbers.
   */
  readonly changes: 'with draws' | 'with levels' | 'with points';
  /** Whether another prior reads it. */
  readonly isRead: boolean;
}

/**
 * The scale of the logistic distribution of the points along each axis, in standard deviations of the draws. It is wider than they
 * are: given the rest of a draw, own latents lie in a narrow part of where all draws lie. In many dimensions width costs too much: the
 * points would miss the middle.
 */
function scaleIn(dimensions: number): number {
  const deviation = 1 + 1.6 / (dimensions + 1);
  return (deviation * Math.sqrt(3)) / Math.PI;
}

/** The number of draws by which points are placed. */
const MOMENT_DRAWS = 400;

export interface IntegratedDraw {
  /** By block: the log of its integral, and the square of its relative error. */
  readonly logs: Float64Array;
  readonly errors: Float64Array;
  /** By group: the log density of its rows that read no latent of its own. */
  readonly others: Float64Array;
}

/** Guards the profile that priors read, and the priors of the current draw. */
export class Integral {
  readonly #blocks: readonly (readonly Coordinate[])[];
  readonly #setting: BoundPriors;
  readonly #read: readonly ReadLatent[];
  readonly #profile = new Map<string, Position[]>();
  /** The greatest number of latents in a block. */
  readonly dimensions: number;
  /** Per block and coordinate; null where it changes with points. */
  readonly #priors: (EvaluatedPrior | null)[][];
  #moments: readonly Moments[] = [];

  /** Use `Integral.open`. */
  private constructor(blocks: readonly LatentBlock[], setting: BoundPriors, posterior: Posterior) {
    this.#setting = setting;
    this.#blocks = coordinatesOf(blocks, setting.layout);
    this.#read = latentsRead(this.#blocks, setting.layout, posterior);
    this.#priors = this.#blocks.map((block) => block.map(() => null));
    this.dimensions = this.#blocks.reduce((most, { length }) => Math.max(most, length), 0);
  }

  static async open(
    blocks: readonly LatentBlock[],
    setting: BoundPriors,
    { posterior, points }: { readonly posterior: Posterior; readonly points: Points },
    takeTurn: TakeTurn,
  ): Promise<Integral> {
    const integral = new Integral(blocks, setting, posterior);
    const draws = integral.#blocks.map(({ length }) => new BlockDraws(length));
    const used = Math.min(MOMENT_DRAWS, points.count);
    for (let each = 0; each < used; each++) {
      const point = points.at(Math.floor(((each + 0.5) * points.count) / used));
      integral.#readDraw(point);
      for (const [place, block] of integral.#blocks.entries()) {
        draws[place]!.add(
          block.map((coordinate, index) => {
            const prior = integral.#priors[place]![index] ?? integral.#priorOf(coordinate);
            return { value: toLine(point[coordinate.place]!, boundsOf(prior)), ...normalOnLine(prior) };
          }),
        );
      }
      await takeTurn();
    }
    integral.#moments = draws.map((each) => each.moments());
    return integral;
  }

  /** Takes over a draw: what the priors read of it, and the priors that do not change from point to point. */
  #readDraw(point: Float64Array): void {
    for (const { latent, place, levels } of this.#read) {
      const positions = Array.from({ length: levels }, (_, level) =>
        positionOfLatent(latent, point[place + level]!),
      );
      this.#profile.set(latent.name, positions);
    }
    const ofDraw = new Map<string, EvaluatedPrior>();
    for (const [block, coordinates] of this.#blocks.entries()) {
      for (const [index, coordinate] of coordinates.entries()) {
        const { latent, changes } = coordinate;
        if (changes === 'with points') continue;
        const known = changes === 'with draws' ? ofDraw.get(latent.name) : undefined;
        const prior = known ?? this.#priorOf(coordinate);
        if (changes === 'with draws') ofDraw.set(latent.name, prior);
        this.#priors[block]![index] = prior;
      }
    }
  }

  /** @throws EvaluationError when it has no density */
  #priorOf({ latent, called, level }: Coordinate): EvaluatedPrior {
    const place = { category: latent.index!, level };
    try {
      return evaluatePrior(latent, called, this.#setting.scopeOf, place, this.#profile);
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      throw new EvaluationError(error.message, error.remedy);
    }
  }

  /** @param number that of the draw, by which the lattice is shifted */
  at(draw: Float64Array, number: number, lattice: Lattice, sumsAt: SumsAt): IntegratedDraw {
    this.#readDraw(draw);
    const blocks = this.#blocks.length;
    // The points of even numbers and those of odd ones are two estimates, whose difference bounds the error of both together.
    const halves = [new LogSums(blocks), new LogSums(blocks)] as const;
    const logs = new Float64Array(blocks);
    const point = draw.slice();
    let others = new Float64Array(0);
    for (let step = 0; step < lattice.size; step++) {
      const deviates = this.#deviates((dimension) => lattice.at(step, dimension, number));
      this.#place(deviates, point, logs);
      const sums = sumsAt(point);
      if (step === 0) others = sums.slice(blocks);
      for (let block = 0; block < blocks; block++) halves[step % 2]!.add(block, logs[block]! + sums[block]!);
    }
    const [even, odd] = halves.map((half) => half.logs());
    return {
      logs: logs.map((_, block) => logSumExp([even![block]!, odd![block]!]) - Math.log(lattice.size)),
      errors: logs.map((_, block) => Math.tanh((even![block]! - odd![block]!) / 2) ** 2),
      others,
    };
  }

  /**
   * Writes the own latents of all groups into a draw.
   *
   * @param logs takes by block the log of the prior density there, divided by the density of the points
   */
  #place({ deviates, logDensities }: Deviates, point: Float64Array, logs: Float64Array): void {
    for (const [block, coordinates] of this.#blocks.entries()) {
      const { evidence, root } = this.#moments[block]!;
      const size = coordinates.length;
      const scale = scaleIn(size);
      let log = size * Math.log(scale) - logDensities[size - 1]!;
      for (const [index, coordinate] of coordinates.entries()) {
        let deviation = 0;
        for (let k = 0; k <= index; k++) deviation += root[index * size + k]! * scale * deviates[k]!;
        const prior = this.#priors[block]![index] ?? this.#priorOf(coordinate);
        const { centre, sd } = meet(evidence[index]!, normalOnLine(prior));
        const onLine = centre + sd * deviation;
        log += Math.log(sd * root[index * size + index]!);
        const { position, logSlope } = fromLine(onLine, coordinate, boundsOf(prior));
        log += logPriorDensity(prior, position) + logSlope;
        point[coordinate.place] = position.value;
        if (coordinate.isRead) this.#profile.get(coordinate.latent.name)![coordinate.level] = position;
      }
      logs[block] = log;
    }
  }

  /** @param shareAt a coordinate of a point of the unit cube */
  #deviates(shareAt: (dimension: number) => number): Deviates {
    const deviates = new Float64Array(this.dimensions);
    const logDensities = new Float64Array(this.dimensions);
    let log = 0;
    for (let k = 0; k < this.dimensions; k++) {
      const share = shareAt(k);
      const [below, above] = [Math.log(share), Math.log1p(-share)];
      deviates[k] = below - above;
      log += below + above;
      logDensities[k] = log;
    }
    return { deviates, logDensities };
  }
}

/** Standard logistic deviates, and the log density of the first of them, of the first two, and so on. */
interface Deviates {
  readonly deviates: Float64Array;
  readonly logDensities: Float64Array;
}

/** A latent whose values priors read. */
interface ReadLatent {
  readonly latent: OwnLatent['latent'];
  /** The place of its first value in a draw. */
  readonly place: number;
  /** The number of its values. */
  readonly levels: number;
}

function coordinatesOf(blocks: readonly LatentBlock[], layout: TypedLayout): Coordinate[][] {
  const own = new Map(
    blocks.flatMap(({ latents }) => latents.map(({ latent }) => [latent.name, latent] as const)),
  );
  const indexed = layout.latents.filter(({ index }) => index !== null).map(({ name }) => name);
  const reads = new Map(
    [...own].map(([name, { prior }]) => [name, latentsIn(layout, priorParts(prior))] as const),
  );
  const changesOf = (name: string): Coordinate['changes'] => {
    const read = reads.get(name)!;
    if ([...own.keys()].some((other) => read.has(other))) return 'with points';
    const differs = indexed.some((other) => read.has(other)) || readsLevel(layout, own.get(name)!);
    return differs ? 'with levels' : 'with draws';
  };
  const kinds = new Map(
    [...own.keys()].map((name) => [
      name,
      { changes: changesOf(name), isRead: [...reads.values()].some((read) => read.has(name)) },
    ]),
  );
  return blocks.map(({ latents }) => latents.map((each) => ({ ...each, ...kinds.get(each.latent.name)! })));
}

/** Whether a prior reads a demand or a statistic of the level. */
function readsLevel({ lets }: TypedLayout, { prior }: OwnLatent['latent']): boolean {
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const seen = new Set<string>();
  const pending: TypedExpression[] = [...priorParts(prior)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'column' || (next.kind === 'statistic' && next.by !== null)) return true;
    if (next.kind === 'call') pending.push(...next.arguments);
    if (next.kind !== 'let' || seen.has(next.name)) continue;
    seen.add(next.name);
    pending.push(values.get(next.name)!);
  }
  return false;
}

function latentsRead(
  blocks: readonly (readonly Coordinate[])[],
  layout: TypedLayout,
  { manifest, levels }: Posterior,
): ReadLatent[] {
  const own = new Set(blocks.flatMap((block) => block.map(({ latent }) => latent)));
  const read = latentsIn(
    layout,
    [...own].flatMap(({ prior }) => priorParts(prior)),
  );
  const places = latentPlaces(manifest, levels);
  return layout.latents
    .filter(({ name }) => read.has(name))
    .map((latent) => ({
      latent,
      place: places.get(latent.name)!,
      levels: latent.index === null ? 1 : levels.get(latent.index)!.length,
    }));
}

/** The prior on the scale of `toLine`, if it is normal there. */
function normalOnLine(prior: EvaluatedPrior): NormalPrior {
  const normal = normalOf(prior);
  const { lo, hi } = boundsOf(prior);
  if (normal === null || hi !== Infinity || lo !== (normal.isLogarithm ? 0 : -Infinity)) return NOT_NORMAL;
  return { mean: normal.mean, precision: 1 / normal.sd ** 2 };
}

const NOT_NORMAL: NormalPrior = { mean: 0, precision: 0 };

interface Bounds {
  readonly lo: number;
  readonly hi: number;
}

/** A value within its bounds as a number without any. */
function toLine(value: number, { lo, hi }: Bounds): number {
  if (Number.isFinite(lo)) return Math.log(value - lo) - (Number.isFinite(hi) ? Math.log(hi - value) : 0);
  return Number.isFinite(hi) ? -Math.log(hi - value) : value;
}

/** The inverse of `toLine`, with the log of its slope. */
function fromLine(
  onLine: number,
  { latent }: Coordinate,
  { lo, hi }: Bounds,
): { readonly position: Position; readonly logSlope: number } {
  if (!Number.isFinite(lo)) {
    if (!Number.isFinite(hi)) return { position: positionOfLatent(latent, onLine), logSlope: 0 };
    return { position: positionOfLatent(latent, hi - Math.exp(-onLine)), logSlope: -onLine };
  }
  if (!Number.isFinite(hi))
    return { position: positionOfLatent(latent, lo + Math.exp(onLine)), logSlope: onLine };
  const share = logistic(onLine);
  const value = lo + (hi - lo) * Math.exp(share.lnP);
  const logSlope = Math.log(hi - lo) + share.lnP + share.lnComplement;
  // A pair keeps the digits of a probability near 0 and 1.
  const isWhole = latent.type.kind === 'probability' && lo === 0 && hi === 1;
  return { position: isWhole ? { value, probability: share } : positionOfLatent(latent, value), logSlope };
}

/** Guards sums of numbers that are given by their logarithms. */
class LogSums {
  readonly #largest: Float64Array;
  readonly #sums: Float64Array;

  constructor(count: number) {
    this.#largest = new Float64Array(count).fill(-Infinity);
    this.#sums = new Float64Array(count);
  }

  /** A density that is undefined counts as 0, as in sampling. */
  add(place: number, log: number): void {
    if (!Number.isFinite(log)) return;
    const largest = this.#largest[place]!;
    if (log <= largest) this.#sums[place]! += Math.exp(log - largest);
    else {
      this.#sums[place] = this.#sums[place]! * Math.exp(largest - log) + 1;
      this.#largest[place] = log;
    }
  }

  logs(): Float64Array {
    return this.#largest.map((largest, place) => largest + Math.log(this.#sums[place]!));
  }
}

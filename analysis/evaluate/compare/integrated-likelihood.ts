/** The density of each group of rows at each draw of a fit, integrated over the latents that only this group informs. */
import { prepare } from '../../../compiler/compile.ts';
import { bindNames } from '../../../compiler/interpret/scope.ts';
import { sourceOf } from '../../../compiler/layout-input.ts';
import type { Posterior } from '../../../host/posterior.ts';
import { Points } from '../../../host/predict/draws.ts';
import type { RowPredictor } from '../../../host/predict/predictor.ts';
import { quantitiesOf } from '../../../module/manifest.ts';
import { Lattice } from '../../../statistics/lattice.ts';
import { fittedScope } from '../../simulate/marginal-prior.ts';
import { EvaluationError } from '../evaluation-error.ts';
import { type BoundPriors, Integral, type SumsAt, type TakeTurn } from './integral.ts';
import { findOwnLatents, type LatentBlock } from './own-latents.ts';

/** A fit with its rows in groups. */
export interface GroupedFit {
  readonly posterior: Posterior;
  /** Absent where the text is not known. */
  readonly layoutText: string | undefined;
  /** With the rows bound to it. */
  readonly predictor: RowPredictor;
  /** In the order of the manifest, categories as level numbers. */
  readonly columns: readonly Float64Array[];
  /** The group of each row, from 0; -1 for a row without an outcome. */
  readonly groupOfRow: Int32Array;
  readonly names: readonly string[];
  /** The column that names the groups. */
  readonly column: string;
  /** The number of the one group that is asked for; absent for all. */
  readonly only?: number;
  /** The posterior by whose draws of own latents the points are placed, if that of the fit has none of them. */
  readonly placedBy?: Posterior;
}

export interface IntegrationOptions {
  /** Use only every nth draw of each chain, beginning with the first. Defaults to 1. */
  readonly every?: number;
  /** Called from time to time with the number of draws done, and of all. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export interface IntegratedLikelihood {
  /** Draws × groups that were asked for, one draw after another: the log density of the outcomes of the group, in nats. */
  readonly values: Float64Array;
  /** The names of the latents that were integrated over for some group, in the order of the layout. */
  readonly integrated: readonly string[];
  /** The number of points per integral and draw; 0 if there was nothing to integrate over. */
  readonly points: number;
  /**
   * By group, how much lower than its true value the log density of the group given all others comes out because integrals are
   * sums over points, in nats: the squared relative error of an integral, averaged over the draws.
   */
  readonly error: Float64Array;
}

/** The fewest and the most points per integral. */
const POINTS = { least: 16, most: 512 } as const;
/** Points are doubled until the errors of half of them, of all groups together, are below this, in nats. */
const TOLERANCE = 0.002;
/** The number of draws by which the number of points is chosen. */
const TRIED_DRAWS = 16;
/** The time between two reports, at which other work of the thread gets its turn. */
const TURN_MILLISECONDS = 200;

/**
 * For each draw of the latents that other rows inform too, ∫ p(y | own latents, draw) p(own latents | draw), where the own latents
 * of a group are those of levels that occur in no other group. Left out with the draws of these latents in the fit, a group
 * would have weights without a variance; its integrated density hardly varies from draw to draw (Li, Qiu, Zhang & Feng 2016, Approximating
 * cross-validatory predictive evaluation in Bayesian latent variable models with integrated IS and WAIC, Statistics and
 * Computing 26, 881–897; Merkle, Furr & Rabe-Hesketh 2019, Bayesian comparison of latent variable models: conditional versus
 * marginal likelihoods, Psychometrika 84, 802–829).
 *
 * The integral is a weighted sum over the points of a lattice, which a logistic distribution puts where the posterior of the own latents
 * lies, given the draw: about what their priors there and the rows say, as it follows from the draws of the fit (Merkle et al. place the
 * nodes of their quadrature by the moments of the draws). Its tails are heavier than those of the integrand under a normal
 * population, so the terms vanish smoothly at the sides, and a lattice is precise. All groups move at once: their densities read no
 * own latent of another. Each draw shifts the lattice, so that errors of draws cancel.
 *
 * @throws EvaluationError as `findOwnLatents` does, when the text of the layout is needed and unknown, or a group is impossible at
 *   a draw; HostError for a wrong `every`; the reason of the signal
 */
export async function integrateLikelihood(
  given: GroupedFit,
  { every, onProgress, signal }: IntegrationOptions = {},
): Promise<IntegratedLikelihood> {
  const { fit, blocks, blockOfRow, setting } = ofAsked(given, ownLatentsOf(given));
  const { posterior, predictor, names, placedBy = posterior } = fit;
  const pointsOf = (draws: Posterior) => new Points(draws, predictor.size, every, predictor.drawn);
  const points = pointsOf(posterior);
  const sumsAt = cellSums(fit, blocks.length, blockOfRow);
  signal?.throwIfAborted();
  const takeTurn = turnTaker(signal);
  const integral =
    setting === null
      ? null
      : await Integral.open(blocks, setting, { posterior, points: pointsOf(placedBy) }, takeTurn);
  const lattice = integral === null ? null : await chooseLattice(integral, sumsAt, points, takeTurn);
  const groups = names.length;
  const values = new Float64Array(points.count * groups);
  const error = new Float64Array(groups);
  for (let draw = 0; draw < points.count; draw++) {
    const room = values.subarray(draw * groups, (draw + 1) * groups);
    if (integral === null || lattice === null) room.set(sumsAt(points.at(draw)));
    else {
      const { logs, errors, others } = integral.at(points.at(draw), draw, lattice, sumsAt);
      room.set(others);
      for (const [place, { group }] of blocks.entries()) {
        room[group]! += logs[place]!;
        error[group]! += errors[place]! / points.count;
      }
    }
    // At some draws of a fit without the group its outcomes may be impossible.
    const isKnown = (value: number) => value < Infinity && (value > -Infinity || fit.only !== undefined);
    const impossible = room.findIndex((value) => !isKnown(value));
    if (impossible >= 0) throw impossibleGroup(fit, impossible, draw);
    if (await takeTurn()) onProgress?.(draw + 1, points.count);
  }
  const own = new Set(blocks.flatMap(({ latents }) => latents.map(({ latent }) => latent.name)));
  const integrated = quantitiesOf(posterior.manifest).map(({ name }) => name);
  return {
    values,
    integrated: integrated.filter((name) => own.has(name)),
    points: lattice?.size ?? 0,
    error,
  };
}

function turnTaker(signal: AbortSignal | undefined): TakeTurn {
  let last = Date.now();
  return async () => {
    if (Date.now() - last < TURN_MILLISECONDS) return false;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    last = Date.now();
    return true;
  };
}

function impossibleGroup({ names, column }: GroupedFit, group: number, draw: number): EvaluationError {
  return new EvaluationError(
    `The group ${JSON.stringify(names[group])} of \`${column}\` is impossible at draw ${draw + 1}, whatever its own latents are.`,
    'A draw at which an outcome is impossible cannot come from this posterior: fit again, and use the draws of that fit.',
  );
}

/** The latents of all groups that are integrated over. */
interface OwnOfFit {
  readonly blocks: readonly LatentBlock[];
  readonly blockOfRow: Int32Array;
  readonly setting: BoundPriors | null;
}

/** The same for the one group that is asked for, as if its rows were the only ones. */
function ofAsked(fit: GroupedFit, own: OwnOfFit): OwnOfFit & { readonly fit: GroupedFit } {
  const { only, names, groupOfRow } = fit;
  if (only === undefined) return { fit, ...own };
  const places = [...own.blocks.keys()].filter((place) => own.blocks[place]!.group === only);
  return {
    fit: { ...fit, names: [names[only]!], groupOfRow: groupOfRow.map((group) => (group === only ? 0 : -1)) },
    blocks: places.map((place) => ({ ...own.blocks[place]!, group: 0 })),
    blockOfRow: own.blockOfRow.map((block) => places.indexOf(block)),
    setting: places.length === 0 ? null : own.setting,
  };
}

function ownLatentsOf(fit: GroupedFit): OwnOfFit {
  const { posterior, layoutText, columns, groupOfRow } = fit;
  const { manifest, levels } = posterior;
  const nothing = { blocks: [], blockOfRow: new Int32Array(groupOfRow.length).fill(-1), setting: null };
  const isIndexed = manifest.latents.some(({ index }) => index !== undefined);
  if (!isIndexed && manifest.levelStatistics.length === 0) return nothing;
  if (layoutText === undefined) {
    throw new EvaluationError(
      'Whole groups can be left out only where the text of the layout is known, since their latents have to be integrated over.',
      'Give the text of the layout, or fit again from it.',
    );
  }
  const { layout } = prepare(sourceOf(layoutText), { choices: manifest.choices ?? {} });
  const { blocks, blockOfRow } = findOwnLatents({ ...fit, layout, manifest, levels });
  if (blocks.length === 0) return nothing;
  const data = {
    rows: columns[0]!.length,
    columns: Object.fromEntries(manifest.columns.map(({ name }, index) => [name, columns[index]!])),
  };
  const scopeOf = bindNames(layout, data, new Map(), fittedScope(layoutText, layout, posterior));
  return { blocks, blockOfRow, setting: { layout, scopeOf } };
}

/** Rows of one distinct row in one cell. */
interface CellRows {
  readonly distinct: Int32Array;
  readonly cell: Int32Array;
  readonly rows: Float64Array;
}

/** The rows of the blocks, and the other rows of the groups, as `SumsAt` sums over them. */
function cellSums(
  { posterior, predictor, columns, groupOfRow, names }: GroupedFit,
  blocks: number,
  blockOfRow: Int32Array,
): SumsAt {
  const places = posterior.manifest.columns.flatMap(({ role }, place) => (role === 'outcome' ? [place] : []));
  const ofOutcomes = places.map((place): CellRows => {
    const counts = new Map<number, number>();
    for (const [row, group] of groupOfRow.entries()) {
      if (group < 0 || Number.isNaN(columns[place]![row]!)) continue;
      const cell = blockOfRow[row]! >= 0 ? blockOfRow[row]! : blocks + group;
      const key = cell * predictor.distinct + predictor.distinctOf[row]!;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const keys = [...counts.keys()];
    return {
      distinct: Int32Array.from(keys, (key) => key % predictor.distinct),
      cell: Int32Array.from(keys, (key) => Math.floor(key / predictor.distinct)),
      rows: Float64Array.from(counts.values()),
    };
  });
  const sums = new Float64Array(blocks + names.length);
  return (point) => {
    predictor.likelihoodAt(point);
    sums.fill(0);
    for (const [outcome, { distinct, cell, rows }] of ofOutcomes.entries()) {
      const logs = predictor.logLikelihood(outcome);
      for (let entry = 0; entry < rows.length; entry++)
        sums[cell[entry]!]! += rows[entry]! * logs[distinct[entry]!]!;
    }
    return sums;
  };
}

/** Doubles the number of points until the integrals are right at some of the draws. */
async function chooseLattice(
  integral: Integral,
  sumsAt: SumsAt,
  points: Points,
  takeTurn: TakeTurn,
): Promise<Lattice> {
  const tried = Math.min(TRIED_DRAWS, points.count);
  for (let size: number = POINTS.least; size < POINTS.most; size *= 2) {
    const lattice = new Lattice(size, integral.dimensions);
    let error = 0;
    for (let each = 0; each < tried; each++) {
      const draw = Math.floor(((each + 0.5) * points.count) / tried);
      const { errors } = integral.at(points.at(draw), draw, lattice, sumsAt);
      error += errors.reduce((sum, value) => sum + value, 0) / tried;
      await takeTurn();
    }
    if (error <= TOLERANCE) return lattice;
  }
  return new Lattice(POINTS.most, integral.dimensions);
}

/**
 * The curvature of a large layout as an arrow matrix. Moving levels shows which of them are independent of each other;
 * then a few gradients determine the whole curvature.
 */
import { openStream } from '../../statistics/random/stream.ts';
import type { LatentParameter } from '../parameters.ts';
import { ArrowFactor, type SparseVector } from './arrow.ts';
import type { Surface } from './surface.ts';

/**
 * The maximum number of coordinates outside the independent category: each takes two gradients and a row of a dense
 * matrix.
 */
const MAX_BORDER = 2500;

/** The offset of differences, in conditional standard deviations. */
const OFFSET = 2e-4;
/** The offset where these are unknown, relative to the position if that is above 1. */
const ROUGH = 1e-4;
/** A coordinate's own curvature below this counts as 0; that of a prior is about 1. */
const NO_CURVATURE = 1e-9;
/**
 * Contributions of levels to each other's slopes below this are rounding errors, with every level moved by a standard
 * deviation.
 */
const INDEPENDENT = 1e-5;

/** Latents of one category, level by level. */
interface Category {
  readonly name: string;
  /** The coordinates of each level: one for each latent that is free there. */
  readonly levels: readonly (readonly number[])[];
  /** The same by latent. */
  readonly latents: readonly (readonly number[])[];
}

export interface LargeCurvature {
  readonly factor: ArrowFactor;
  /** The coordinates of independent levels, by latent; others are in the border. */
  readonly apart: readonly (readonly number[])[];
  readonly border: readonly number[];
  /** Coordinates without curvature of their own, which are in neither. */
  readonly still: readonly number[];
  /** With all other coordinates held. */
  readonly sds: Float64Array;
  /** For each value on the layout's own scale, its derivatives with respect to the coordinates that move it. */
  readonly tangents: readonly SparseVector[];
}

/** The change of each coordinate's slope along a direction, with the sign reversed: −H v. */
type Bend = (along: Float64Array) => Float64Array;

/**
 * The curvature at a position among the free coordinates. Every number is a central difference of exact gradients, so that about seven digits of a
 * standard error are right.
 *
 * @returns null if more coordinates depend on each other than a dense matrix can hold
 */
export function largeCurvature(
  surface: Surface,
  parameters: readonly LatentParameter[],
  position: Float64Array,
  free: readonly number[],
): LargeCurvature | null {
  const bend: Bend = (along) => {
    const [above, below] = [1, -1].map(
      (way) => surface.at(position.map((at, k) => at + way * along[k]!)).gradient,
    ) as [Float64Array, Float64Array];
    return below.map((slope, k) => (slope - above[k]!) / 2);
  };
  const shift: Bend = (along) => {
    const [above, below] = [1, -1].map((way) =>
      surface.toOwnScale(position.map((at, k) => at + way * along[k]!)),
    ) as [Float64Array, Float64Array];
    return above.map((value, k) => (value - below[k]!) / 2);
  };
  const sds = roughSds(bend, parameters, position, free);
  const still = free.filter((k) => sds[k] === Number.POSITIVE_INFINITY);
  const moving = free.filter((k) => sds[k] !== Number.POSITIVE_INFINITY);
  const chosen = independentCategory(bend, shift, parameters, moving, sds);
  const apart = chosen?.category.latents ?? [];
  const inBlocks = new Set(apart.flat());
  const border = moving.filter((k) => !inBlocks.has(k));
  if (border.length > MAX_BORDER) return null;
  const tangents: Map<number, number>[] = parameters.map(() => new Map());
  const blocks = chosen?.category.levels ?? [];
  const order = blocks.flat();
  const across = new Float64Array(order.length * border.length);
  const corner = new Float64Array(border.length ** 2);
  for (const [c, k] of border.entries()) {
    const step = OFFSET * sds[k]!;
    const along = new Float64Array(position.length);
    along[k] = step;
    const bends = bend(along);
    for (const [row, other] of order.entries()) across[row * border.length + c] = bends[other]! / step;
    // Until here, dependent levels have blurred it.
    if (bends[k]! > 0) sds[k] = Math.sqrt(step / bends[k]!);
    // Each off-diagonal element is the mean of its two estimates.
    for (const [row, other] of border.entries()) {
      const value = bends[other]! / step;
      const [high, low] = row > c ? [row, c] : [c, row];
      corner[high * border.length + low]! += row === c ? value : value / 2;
    }
    for (const [value, moved] of shift(along).entries()) {
      if (moved !== 0) tangents[value]!.set(k, moved / step);
    }
  }
  for (const { of, by, slope } of chosen?.slopes ?? []) tangents[of]!.set(by, slope);
  const factor = new ArrowFactor(
    { blocks, border, within: chosen?.within ?? [], across, corner },
    position.length,
  );
  return { factor, apart, border, still, sds, tangents };
}

/**
 * The approximate conditional standard deviation of each coordinate; Infinity without curvature. All levels of a latent
 * are moved at once, each up or down.
 */
function roughSds(
  bend: Bend,
  parameters: readonly LatentParameter[],
  position: Float64Array,
  free: readonly number[],
): Float64Array {
  const sds = new Float64Array(position.length);
  const signs = signsOf(position.length, 0);
  for (const group of groupBy(free, (k) => parameters[k]!.latent).values()) {
    const along = new Float64Array(position.length);
    for (const k of group) along[k] = ROUGH * Math.max(1, Math.abs(position[k]!)) * signs[k]!;
    const bends = bend(along);
    for (const k of group) {
      const curvature = Math.abs(bends[k]! / along[k]!);
      sds[k] = curvature > NO_CURVATURE ? 1 / Math.sqrt(curvature) : Number.POSITIVE_INFINITY;
    }
  }
  return sds;
}

interface Independent {
  readonly category: Category;
  readonly within: readonly Float64Array[];
  /** How values of levels move with the coordinates of their own level. */
  readonly slopes: readonly { readonly of: number; readonly by: number; readonly slope: number }[];
}

/**
 * The category with the most coordinates whose levels are independent of each other, given all other coordinates; null
 * if there is none.
 */
function independentCategory(
  bend: Bend,
  shift: Bend,
  parameters: readonly LatentParameter[],
  moving: readonly number[],
  sds: Float64Array,
): Independent | null {
  const count = ({ latents }: Category) => latents.reduce((sum, { length }) => sum + length, 0);
  const candidates = categoriesOf(parameters, moving).sort((a, b) => count(b) - count(a));
  for (const category of candidates) {
    const found = takenApart(bend, shift, category, sds);
    if (found !== null) return found;
  }
  return null;
}

function categoriesOf(parameters: readonly LatentParameter[], moving: readonly number[]): Category[] {
  const indexed = moving.filter((k) => parameters[k]!.level !== null);
  const byName = groupBy(indexed, (k) => parameters[k]!.latent.index!);
  return [...byName].map(([name, own]) => ({
    name,
    levels: [...groupBy(own, (k) => parameters[k]!.level!).values()],
    latents: [...groupBy(own, (k) => parameters[k]!.latent).values()],
  }));
}

/**
 * The blocks of a category, assumed to be independent: if one latent is moved at all levels at once, each level's
 * slopes change by its own block. Independence is then tested by moving all coordinates up or down at random, twice,
 * which shows what one level adds to another's slope or value.
 */
function takenApart(bend: Bend, shift: Bend, category: Category, sds: Float64Array): Independent | null {
  const size = sds.length;
  const column = new Int32Array(size).fill(-1);
  const bends: Float64Array[] = [];
  const shifts: Float64Array[] = [];
  for (const [index, latent] of category.latents.entries()) {
    const along = new Float64Array(size);
    for (const k of latent) {
      along[k] = OFFSET * sds[k]!;
      column[k] = index;
    }
    bends.push(bend(along));
    shifts.push(shift(along));
  }
  const elements = (of: number, by: number) => bends[column[by]!]![of]! / (OFFSET * sds[by]!);
  const slope = (of: number, by: number) => shifts[column[by]!]![of]! / (OFFSET * sds[by]!);
  for (const stream of [1, 2]) {
    const signs = signsOf(size, stream);
    const along = new Float64Array(size);
    for (const k of category.latents.flat()) along[k] = OFFSET * sds[k]! * signs[k]!;
    const [bent, moved] = [bend(along), shift(along)];
    for (const level of category.levels) {
      for (const k of level) {
        let [wantedBend, wantedMove, whole] = [0, 0, 0];
        for (const by of level) {
          wantedBend += elements(k, by) * along[by]!;
          wantedMove += slope(k, by) * along[by]!;
          whole += Math.abs(slope(k, by) * along[by]!);
        }
        const isOwnBend = Math.abs(bent[k]! - wantedBend) * sds[k]! <= INDEPENDENT * OFFSET;
        if (!isOwnBend || !(Math.abs(moved[k]! - wantedMove) <= INDEPENDENT * whole)) return null;
      }
    }
  }
  return {
    category,
    within: category.levels.map((level) =>
      Float64Array.from({ length: level.length ** 2 }, (_, at) => {
        const [i, j] = [level[Math.floor(at / level.length)]!, level[at % level.length]!];
        return (elements(i, j) + elements(j, i)) / 2;
      }),
    ),
    slopes: category.levels.flatMap((level) =>
      level.flatMap((of) =>
        level.flatMap((by) => (slope(of, by) === 0 ? [] : [{ of, by, slope: slope(of, by) }])),
      ),
    ),
  };
}

/** 1 or −1 for each coordinate, pseudorandom and equal at every call. */
function signsOf(size: number, stream: number): Float64Array {
  const random = openStream(0n, 'approximation', 1, stream);
  return Float64Array.from({ length: size }, () => (random.normal() < 0 ? -1 : 1));
}

function groupBy<K>(items: readonly number[], key: (item: number) => K): Map<K, number[]> {
  const groups = new Map<K, number[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

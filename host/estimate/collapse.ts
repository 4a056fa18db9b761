/**
 * A start for latents with windows, from the propensity paper: the value that the most windows of successes contain, its
 * pointwise collapse.
 */
import type { Manifest, ManifestWindow } from '../../module/manifest.ts';
import type { LatentParameter } from '../parameters.ts';
import type { Rows } from '../rows.ts';
import type { Surface } from './surface.ts';

/** One window: its ends, whether the task was solved, and the number of rows like it. */
export interface WindowedOutcome {
  readonly lower: number;
  readonly upper: number;
  readonly success: boolean;
  readonly count: number;
}

/** How many of the windows contain a point, and how many of these were solved. */
export interface WindowsAround {
  readonly all: number;
  readonly successes: number;
}

/** Windows whose ends are in order, of rows that count. */
function properWindows(windows: readonly WindowedOutcome[]): WindowedOutcome[] {
  return windows.filter(({ lower, upper, count }) => lower <= upper && count > 0);
}

/**
 * The pointwise collapse as a function of x: the share `successes / all` among the windows that contain x, both ends of a
 * window included (the propensity paper, B.3, below equation 18).
 */
export function pointwiseCollapse(windows: readonly WindowedOutcome[]): (x: number) => WindowsAround {
  const proper = properWindows(windows);
  const begun = runningCounts(proper, ({ lower }) => lower);
  const ended = runningCounts(proper, ({ upper }) => upper);
  return (x) => {
    const [from, to] = [begun(x, true), ended(x, false)];
    return { all: from.all - to.all, successes: from.successes - to.successes };
  };
}

/** The counts of the windows whose end is below x, or at most x. */
function runningCounts(
  windows: readonly WindowedOutcome[],
  endOf: (window: WindowedOutcome) => number,
): (x: number, withEqual: boolean) => WindowsAround {
  const sorted = windows.toSorted((a, b) => endOf(a) - endOf(b));
  const sums: WindowsAround[] = [{ all: 0, successes: 0 }];
  for (const [place, { success, count }] of sorted.entries()) {
    const { all, successes } = sums[place]!;
    sums.push({ all: all + count, successes: successes + (success ? count : 0) });
  }
  return (x, withEqual) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const end = endOf(sorted[middle]!);
      if (end < x || (withEqual && end === x)) low = middle + 1;
      else high = middle;
    }
    return sums[low]!;
  };
}

/**
 * The x that maximises the pointwise collapse. It is constant between two ends of windows; the result is the middle of the
 * best such stretch, among equals of the one that most windows contain. Null without windows.
 */
export function collapsePeak(windows: readonly WindowedOutcome[]): number | null {
  const proper = properWindows(windows);
  const ends = [...new Set(proper.flatMap(({ lower, upper }) => [lower, upper]))].sort((a, b) => a - b);
  const collapse = pointwiseCollapse(proper);
  let best: { readonly at: number; readonly share: number; readonly all: number } | null = null;
  const places = ends.flatMap((end, i) => (i === 0 ? [end] : [(ends[i - 1]! + end) / 2, end]));
  for (const at of places) {
    const { all, successes } = collapse(at);
    if (all === 0) continue;
    const share = successes / all;
    if (best === null || share > best.share || (share === best.share && all > best.all))
      best = { at, share, all };
  }
  return best?.at ?? null;
}

/**
 * The start, on the unconstrained scale, with each latent that has windows at the peak of its collapse, and the others
 * at 0. No start if no latent has windows.
 */
export function collapseStarts(
  manifest: Manifest,
  rows: Rows,
  parameters: readonly LatentParameter[],
  surface: Surface,
): Float64Array[] {
  let start: Float64Array = new Float64Array(parameters.length);
  let isFound = false;
  for (const [k, parameter] of parameters.entries()) {
    const windows = (manifest.windows ?? []).filter(({ latent }) => latent === parameter.latent.name);
    const peak = collapsePeak(windows.flatMap((window) => outcomesOf(manifest, rows, window, parameter)));
    const moved = peak === null ? null : placeAt(surface, start, k, peak);
    if (moved === null) continue;
    start = moved;
    isFound = true;
  }
  return isFound ? [start] : [];
}

/** The rows that have the outcome; for an indexed latent only those of its level. */
function outcomesOf(
  manifest: Manifest,
  { columns, counts }: Rows,
  { lower, upper, outcome }: ManifestWindow,
  { latent, level, column }: LatentParameter,
): WindowedOutcome[] {
  const columnOf = (name: string) => columns[manifest.columns.findIndex((each) => each.name === name)];
  const [from, to, seen] = [columnOf(lower), columnOf(upper), columnOf(outcome)];
  if (from === undefined || to === undefined || seen === undefined) return [];
  const levels = level === null ? null : columnOf(latent.index!)!;
  // Levels are numbered from 1 in files of draws.
  const own = level === null ? 0 : Number(column.slice(latent.name.length + 1)) - 1;
  return Array.from(seen.keys()).flatMap((row) => {
    if (Number.isNaN(seen[row]!) || (levels !== null && levels[row] !== own)) return [];
    return [{ lower: from[row]!, upper: to[row]!, success: seen[row] === 1, count: counts?.[row] ?? 1 }];
  });
}

const FAR = 64;
const HALVINGS = 60;

/** The position with one coordinate changed so that its value is `wanted`; null if it cannot have that value. */
function placeAt(
  surface: Surface,
  position: Float64Array,
  coordinate: number,
  wanted: number,
): Float64Array | null {
  const moved = position.slice();
  const valueAt = (place: number) => {
    moved[coordinate] = place;
    return surface.toOwnScale(moved)[coordinate]!;
  };
  const rises = valueAt(1) > valueAt(-1);
  const isBelow = (place: number) => valueAt(place) < wanted === rises;
  let [low, high] = [-1, 1];
  while (!isBelow(low) && low > -FAR) low *= 2;
  while (isBelow(high) && high < FAR) high *= 2;
  if (!isBelow(low) || isBelow(high)) return null;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  moved[coordinate] = (low + high) / 2;
  return moved;
}

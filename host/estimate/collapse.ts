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

/**
 * The x that maximises the collapse, the share of successes among the windows that contain x (the propensity paper, B.3,
 * below equation 18). The collapse is constant between two ends of windows; the result is the middle of the best such
 * stretch, among equals of the one that most windows contain. Null without windows.
 */
export function collapsePeak(windows: readonly WindowedOutcome[]): number | null {
  const proper = windows.filter(({ lower, upper, count }) => lower <= upper && count > 0);
  const ends = [...new Set(proper.flatMap(({ lower, upper }) => [lower, upper]))].sort((a, b) => a - b);
  let best: { readonly at: number; readonly share: number; readonly all: number } | null = null;
  const places = ends.flatMap((end, i) => (i === 0 ? [end] : [(ends[i - 1]! + end) / 2, end]));
  const sorted = {
    lower: proper.toSorted((a, b) => a.lower - b.lower),
    upper: proper.toSorted((a, b) => a.upper - b.upper),
  };
  // A sweep over x: windows open and close; both ends belong to a window.
  let [opened, closed, all, successes] = [0, 0, 0, 0];
  for (const at of places) {
    for (; opened < sorted.lower.length && sorted.lower[opened]!.lower <= at; opened++) {
      all += sorted.lower[opened]!.count;
      if (sorted.lower[opened]!.success) successes += sorted.lower[opened]!.count;
    }
    for (; closed < sorted.upper.length && sorted.upper[closed]!.upper < at; closed++) {
      all -= sorted.upper[closed]!.count;
      if (sorted.upper[closed]!.success) successes -= sorted.upper[closed]!.count;
    }
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

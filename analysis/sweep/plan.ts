/**
 * What a sweep fits: every combination of alternatives, subjects, splits and seeds, and the rows and layouts for them.
 */
import type { Selection } from '../../compiler/choose/alternatives.ts';
import type { LoadedModule } from '../../host/load.ts';
import type { Manifest } from '../../module/manifest.ts';
import type { EvaluatedRows, PartRows } from '../evaluate/parts/rows.ts';

/** The axes of a sweep; each has at least one entry. */
export interface SweepAxes {
  readonly selections: readonly Selection[];
  /** The names of the subjects. */
  readonly subjects: readonly string[];
  /** The names of the parts of each subject's split, such as `fold 1`; a single null if every fit takes all rows. */
  readonly splits: readonly (string | null)[];
  readonly seeds: readonly bigint[];
}

/** One fit of a sweep. */
export interface SweepTask {
  readonly selection: Selection;
  readonly subject: string;
  readonly split: string | null;
  readonly seed: bigint;
}

/** One part of a subject's split. Fits of several layouts and seeds share it. */
export interface SweepPart {
  readonly subject: string;
  readonly split: string;
}

/** All fits in order. The layout varies slowest, so that each is compiled once, and the seed fastest. */
export function planSweep({ selections, subjects, splits, seeds }: SweepAxes): SweepTask[] {
  return selections.flatMap((selection) =>
    subjects.flatMap((subject) =>
      splits.flatMap((split) => seeds.map((seed) => ({ selection, subject, split, seed }))),
    ),
  );
}

/** The key of a fit within its sweep. */
export function taskKey({ selection, subject, split, seed }: SweepTask): string {
  return JSON.stringify([selection, subject, split, String(seed)]);
}

/** The parts that any of the fits holds out, in order. */
export function partsOfPlan(tasks: readonly SweepTask[]): SweepPart[] {
  const parts = new Map<string, SweepPart>();
  for (const { subject, split } of tasks) {
    if (split === null) continue;
    const part = { subject, split };
    parts.set(partKey(part), part);
  }
  return [...parts.values()];
}

/** The key of a part within its sweep. */
export function partKey({ subject, split }: SweepPart): string {
  return JSON.stringify([subject, split]);
}

/** A subject, and the parts of its rows. */
export interface SweepSubject {
  readonly name: string;
  /** By name; null if every fit takes all rows. All subjects have parts of the same names. */
  readonly parts: ReadonlyMap<string, PartRows> | null;
}

/** The rows of each subject as a layout reads them. Layouts may fill in missing values differently. */
export interface LayoutRows {
  readonly manifest: Manifest;
  rows(subject: string): EvaluatedRows;
}

/** One layout of a sweep. */
export interface OpenedLayout extends LayoutRows {
  readonly loaded: LoadedModule;
  /** Its text, with which levels without training rows are drawn. */
  readonly layoutText: string;
}

export interface SweepSource {
  readonly selections: readonly Selection[];
  readonly subjects: readonly SweepSubject[];
  /** The binary outcomes whose predictions are scored; empty if every fit takes all rows. */
  readonly outcomes: readonly string[];
  /** The rows as the first layout reads them. The baselines use these. */
  readonly first: LayoutRows;
  /** The compiled layout of a selection; the last two are cached. */
  open(selection: Selection): Promise<OpenedLayout>;
}

/** The names of the parts of each subject, or a single null. */
export function splitNames({ subjects }: SweepSource): readonly (string | null)[] {
  const parts = subjects[0]?.parts ?? null;
  return parts === null ? [null] : [...parts.keys()];
}

/**
 * Caches the last two opened layouts: fits are in the order of layouts, and the next layout is opened while one is
 * fitted.
 */
export function keepingTwo(
  open: (selection: Selection) => Promise<OpenedLayout>,
): (selection: Selection) => Promise<OpenedLayout> {
  const kept = new Map<string, Promise<OpenedLayout>>();
  return (selection) => {
    const key = JSON.stringify(selection);
    const found = kept.get(key) ?? open(selection);
    kept.delete(key);
    kept.set(key, found);
    const [oldest] = kept.keys();
    if (kept.size > 2) kept.delete(oldest!);
    return found;
  };
}

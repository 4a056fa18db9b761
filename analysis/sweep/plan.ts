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
  /** The names of the subjects, as `fit` has them. */
  readonly subjects: readonly string[];
  /** The names of the parts of each subject's split, such as `fold 1`; one null where every fit takes all rows. */
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

/** One part of a subject's split, that fits of several layouts and seeds share. */
export interface SweepPart {
  readonly subject: string;
  readonly split: string;
}

/** The fits in their order: the layout varies slowest, so that each is compiled once, and the seed fastest. */
export function planSweep({ selections, subjects, splits, seeds }: SweepAxes): SweepTask[] {
  return selections.flatMap((selection) =>
    subjects.flatMap((subject) =>
      splits.flatMap((split) => seeds.map((seed) => ({ selection, subject, split, seed }))),
    ),
  );
}

/** What tells a fit from the others of its sweep. */
export function taskKey({ selection, subject, split, seed }: SweepTask): string {
  return JSON.stringify([selection, subject, split, String(seed)]);
}

/** The parts that are held out by any of the fits, in their order. */
export function partsOfPlan(tasks: readonly SweepTask[]): SweepPart[] {
  const parts = new Map<string, SweepPart>();
  for (const { subject, split } of tasks) {
    if (split === null) continue;
    const part = { subject, split };
    parts.set(partKey(part), part);
  }
  return [...parts.values()];
}

/** What tells a part from the others of its sweep. */
export function partKey({ subject, split }: SweepPart): string {
  return JSON.stringify([subject, split]);
}

/** One subject, and how its rows are divided. */
export interface SweepSubject {
  readonly name: string;
  /** By the name of the part; null where every fit takes all rows. All subjects have parts of the same names. */
  readonly parts: ReadonlyMap<string, PartRows> | null;
}

/** The rows of each subject, as a layout reads them: layouts may take missing values for different numbers. */
export interface LayoutRows {
  readonly manifest: Manifest;
  rows(subject: string): EvaluatedRows;
}

/** One layout of a sweep. */
export interface OpenedLayout extends LayoutRows {
  readonly loaded: LoadedModule;
}

export interface SweepSource {
  readonly selections: readonly Selection[];
  readonly subjects: readonly SweepSubject[];
  /** The outcomes whose predictions are scored, of 0 and 1; none where every fit takes all rows. */
  readonly outcomes: readonly string[];
  /** The rows as the first layout reads them, which those who know no layout are given. */
  readonly first: LayoutRows;
  /** The layout that a selection makes, compiled unless it is one of the last two. */
  open(selection: Selection): Promise<OpenedLayout>;
}

/** The names of the parts that each subject is divided into, or one null. */
export function splitNames({ subjects }: SweepSource): readonly (string | null)[] {
  const parts = subjects[0]?.parts ?? null;
  return parts === null ? [null] : [...parts.keys()];
}

/** Opens layouts, and keeps the last two: fits come in the order of the layouts, and the next is opened while one is fitted. */
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

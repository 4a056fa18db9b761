/** What a sweep fits: every combination of alternatives, subjects, splits and seeds. */
import type { Selection } from '../../compiler/choose/alternatives.ts';

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

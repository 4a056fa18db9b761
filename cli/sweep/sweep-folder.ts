/**
 * The folder of a sweep. `sweep.json` says what is swept, `fits.jsonl` has one line per finished fit, and once all are
 * finished, `fits.csv`, `parameters.csv` and `distributions.csv` are its tables. If rows are held out, `splits.json`
 * says which, in the format of `--splits`, `baselines.jsonl` has one line per part, and `scores.csv` is a further
 * table. After any interruption the same command continues.
 */

import { join } from 'node:path';
import { sortedJournal } from '../../analysis/sweep/journal.ts';
import { partKey, partsOfPlan, type SweepTask, taskKey } from '../../analysis/sweep/plan.ts';
import type {
  BaselineOutcome,
  BaselineResult,
  HeldOutScores,
  SweepResult,
  SweepStore,
} from '../../analysis/sweep/result.ts';
import { distributionsTable, fitsTable, parametersTable, scoresTable } from '../../analysis/sweep/tidy.ts';
import {
  count,
  finiteOrNull,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  value,
} from '../../files/fits/shape.ts';
import { parameterSummary } from '../../files/fits/summary-shapes.ts';
import { csvText } from '../../files/tables/csv-fields.ts';
import { FINDING_KINDS } from '../../host/diagnose/finding.ts';
import { VERDICT_STATUSES } from '../../host/diagnose/verdict-status.ts';
import { checkHeader, headerText, JournalFile, type WorkHeader } from '../process/journal.ts';
import { type ResultFile, ResultFolder } from '../process/results.ts';
import { undivided } from '../process/supervised.ts';

const HEADER = 'sweep.json';
const FITS = 'fits.jsonl';
const BASELINES = 'baselines.jsonl';
const SPLITS = 'splits.json';

/** The names of the files that the parts of a sweep share. */
export const SWEEP_FILES = { header: HEADER, fits: FITS, splits: SPLITS } as const;

/** The identity of a sweep, stored in its folder. The sweep continues only if all of it is unchanged. */
export interface SweepToKeep {
  readonly header: WorkHeader;
  readonly tasks: readonly SweepTask[];
  /** Which rows are held out, as text; null if none are, or the table says which. */
  readonly splits: string | null;
}

/** Guards the folder and its journals. */
export class SweepFolder implements SweepStore {
  /** Called when a fit is stored, before the command can be ended. */
  onKept: () => void = () => undefined;
  readonly #folder: ResultFolder;
  readonly #tasks: readonly SweepTask[];
  readonly #fits: JournalFile<SweepResult>;
  /** Null if no rows are held out. */
  readonly #baselines: JournalFile<BaselineResult> | null;

  /**
   * Begins a sweep in a folder, or continues the existing one.
   *
   * @throws Failure (input) when another sweep is there, or a journal of it is damaged; Failure (writing).
   */
  constructor(path: string, { header, tasks, splits }: SweepToKeep) {
    this.#folder = new ResultFolder(path);
    this.#tasks = tasks;
    try {
      checkHeader({ folder: path, header: HEADER, journal: FITS, noun: 'sweep' }, header);
      const parts = partsOfPlan(tasks);
      this.#fits = new JournalFile(join(path, FITS), tasks.map(taskKey), fitKind);
      this.#baselines =
        parts.length === 0 ? null : new JournalFile(join(path, BASELINES), parts.map(partKey), baselineKind);
      for (const name of this.#baselines === null ? [FITS] : [FITS, BASELINES]) this.#folder.expectFile(name);
      this.#folder.write([
        { path: HEADER, content: headerText(header) },
        ...(splits === null ? [] : [{ path: SPLITS, content: splits }]),
      ]);
      this.#fits.open();
      this.#baselines?.open();
    } catch (error) {
      this.#folder.discardEmpty();
      throw error;
    }
  }

  get fits(): ReadonlyMap<string, SweepResult> {
    return this.#fits.entries;
  }

  get baselines(): ReadonlyMap<string, BaselineResult> {
    return this.#baselines?.entries ?? new Map();
  }

  /** It is on the disk when this returns. @throws Failure (writing) */
  addFit(result: SweepResult): void {
    undivided(() => {
      this.#fits.add(result);
      this.onKept();
    });
  }

  /** It is on the disk when this returns. @throws Failure (writing) */
  addBaselines(result: BaselineResult): void {
    this.#baselines!.add(result);
  }

  /** Writes the tables, and the journals in the order of the fits; all fits are finished. @throws Failure (writing) */
  finish(): readonly string[] {
    const { files, tables } = sweepFiles(this.#tasks, this, this.#baselines !== null);
    this.#folder.write(files);
    return tables;
  }

  close(): void {
    this.#fits.close();
    this.#baselines?.close();
    this.#folder.discardEmpty();
  }
}

/** The files of a finished sweep: the journals in the order of the fits, and the tables, by name. */
export function sweepFiles(
  tasks: readonly SweepTask[],
  store: Pick<SweepStore, 'fits' | 'baselines'>,
  holdsOut: boolean,
): { readonly files: readonly ResultFile[]; readonly tables: readonly string[] } {
  const tables = [
    { path: 'fits.csv', content: csvText(fitsTable(tasks, store)) },
    { path: 'parameters.csv', content: csvText(parametersTable(tasks, store)) },
    ...(holdsOut ? [{ path: 'scores.csv', content: csvText(scoresTable(tasks, store)) }] : []),
    { path: 'distributions.csv', content: csvText(distributionsTable(tasks, store)) },
  ];
  const journals = [
    { path: FITS, content: sortedJournal(tasks.map(taskKey), store.fits) },
    ...(holdsOut
      ? [{ path: BASELINES, content: sortedJournal(partsOfPlan(tasks).map(partKey), store.baselines) }]
      : []),
  ];
  return { files: [...journals, ...tables], tables: tables.map(({ path }) => path) };
}

// The form of the lines of the journals.

const logScore = value<number | '-inf'>(
  'a number or "-inf"',
  (found) => Number.isFinite(found) || found === '-inf',
);

const heldOutScores = object<HeldOutScores>({
  rows: count,
  brier: number,
  calibration: number,
  refinement: number,
  logScore,
  auroc: finiteOrNull,
  calibrationError: number,
});

export const sweepResult = object<SweepResult>({
  key: text,
  status: oneOf(VERDICT_STATUSES),
  findings: list(oneOf(FINDING_KINDS)),
  error: optional(text),
  divergences: count,
  parameters: record(parameterSummary),
  scores: optional(record(heldOutScores)),
});

const baselineOutcome = object<BaselineOutcome>({
  scores: object<BaselineOutcome['scores']>({
    aggregate: optional(heldOutScores),
    'logistic regression': optional(heldOutScores),
    'boosted trees': optional(heldOutScores),
    'random forest': optional(heldOutScores),
  }),
  silent: object<BaselineOutcome['silent']>({
    aggregate: optional(text),
    'logistic regression': optional(text),
    'boosted trees': optional(text),
    'random forest': optional(text),
  }),
});

const baselineResult = object<BaselineResult>({
  key: text,
  training: count,
  test: count,
  outcomes: record(baselineOutcome),
});

/** The lines of the two journals. */
export const fitKind = { writer: 'a sweep', entry: 'fit', shape: sweepResult } as const;
export const baselineKind = { writer: 'a sweep', entry: 'part', shape: baselineResult } as const;

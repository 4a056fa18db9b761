/** The folder of a sweep that several processes make in parts, as `SharedJournal` says, and its merge. */

import { partKey, partsOfPlan, type SweepPart, type SweepTask, taskKey } from '../../analysis/sweep/plan.ts';
import type { BaselineResult, SweepResult, SweepStore } from '../../analysis/sweep/result.ts';
import { checkHeader, headerText } from '../process/journal.ts';
import { ResultFolder } from '../process/results.ts';
import { undivided } from '../process/supervised.ts';
import { type Shard, shareOf } from '../shards/shard.ts';
import {
  expectNothingLacking,
  type Lacking,
  planFile,
  readPlan,
  SHARDS,
  SharedJournal,
} from '../shards/shared-journal.ts';
import { countOf } from '../words.ts';
import { baselineKind, fitKind, SWEEP_FILES, type SweepToKeep, sweepFiles } from './sweep-folder.ts';

/** What is divided. */
export const SWEEP = { noun: 'sweep', command: 'sweep' } as const;

/** Guards the journals of one process, and what is known from those of others. */
export class ShardFolder implements SweepStore {
  /** Called when a fit is stored, before the command can be ended. */
  onKept: () => void = () => undefined;
  /** The fits of this part. */
  readonly tasks: readonly SweepTask[];
  /** The held-out parts whose baselines this part makes: those of which it has the first fit. */
  readonly parts: readonly SweepPart[];
  readonly #folder: ResultFolder;
  /** Of this part, whoever made them. */
  readonly #fits: SharedJournal<SweepResult>;
  /** All that anybody has made. */
  readonly #baselines: SharedJournal<BaselineResult>;

  /**
   * Begins a part of a sweep, or continues it.
   *
   * @param command the words of the command without its part
   * @throws Failure (input) when another sweep is there, or a journal is damaged; Failure (writing)
   */
  constructor(
    path: string,
    { header, tasks, splits }: SweepToKeep,
    shard: Shard,
    command: readonly string[],
  ) {
    this.#folder = new ResultFolder(path);
    this.tasks = shareOf(tasks, shard);
    const begun = new Set(partsOfPlan(tasks.slice(0, tasks.indexOf(this.tasks[0]!))).map(partKey));
    this.parts = partsOfPlan(this.tasks).filter((part) => !begun.has(partKey(part)));
    try {
      checkHeader(
        { folder: path, header: SWEEP_FILES.header, journal: SWEEP_FILES.fits, noun: SWEEP.noun },
        header,
      );
      this.#folder.prepare(SHARDS);
      const journals = readJournals(path, tasks, this.tasks);
      this.#fits = journals.fits;
      this.#baselines = journals.baselines;
      this.#folder.write([
        { path: SWEEP_FILES.header, content: headerText(header) },
        planFile({ tasks: tasks.map(taskKey), count: shard.count, command }),
        ...(splits === null ? [] : [{ path: SWEEP_FILES.splits, content: splits }]),
      ]);
      this.#fits.open(shard);
      if (this.parts.length > 0) this.#baselines.open(shard);
    } catch (error) {
      this.#folder.discardEmpty();
      throw error;
    }
  }

  get fits(): ReadonlyMap<string, SweepResult> {
    return this.#fits.entries;
  }

  get baselines(): ReadonlyMap<string, BaselineResult> {
    return this.#baselines.entries;
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
    this.#baselines.add(result);
  }

  close(): void {
    this.#fits.close();
    this.#baselines.close();
    this.#folder.discardEmpty();
  }
}

/**
 * What all processes have finished.
 *
 * @param own the fits that are kept
 * @throws Failure (input) for a damaged journal, or one of another sweep
 */
function readJournals(path: string, tasks: readonly SweepTask[], own = tasks) {
  const [fits, baselines] = [tasks.map(taskKey), partsOfPlan(tasks).map(partKey)];
  return {
    fits: new SharedJournal(path, 'fits', { keys: fits, kind: fitKind }, own.map(taskKey)),
    baselines: new SharedJournal(path, 'baselines', { keys: baselines, kind: baselineKind }),
  };
}

/** What a merge found. */
export interface MergedSweep extends Pick<SweepStore, 'fits' | 'baselines'> {
  readonly tasks: readonly SweepTask[];
  /** Writes the files that one process would have written, in the same bytes. */
  write(): readonly string[];
}

const FITS: Lacking['words'] = (count) => countOf(count, 'fit');
const BASELINES: Lacking['words'] = (count) => `baselines of ${countOf(count, 'part')}`;

/**
 * Puts the journals of a sweep together.
 *
 * @throws Failure (input) for a folder without a sweep in parts, or a damaged one, or when something is not made yet
 */
export function mergeShards(path: string): MergedSweep {
  const plan = readPlan(path, SWEEP);
  const tasks = plan.tasks.map(taskOf);
  const parts = partsOfPlan(tasks);
  const journals = readJournals(path, tasks);
  const [fits, baselines] = [journals.fits.entries, journals.baselines.entries];
  expectNothingLacking(path, plan, { made: fits.size, noun: 'fit' }, [
    ...plan.tasks.flatMap((key, place) => (fits.has(key) ? [] : [{ place, words: FITS }])),
    ...parts
      .filter((part) => !baselines.has(partKey(part)))
      .map((part) => ({
        place: tasks.findIndex(({ subject, split }) => subject === part.subject && split === part.split),
        words: BASELINES,
      })),
  ]);
  return {
    ...{ tasks, fits, baselines },
    write() {
      const { files, tables } = sweepFiles(tasks, { fits, baselines }, parts.length > 0);
      new ResultFolder(path).write(files);
      return tables;
    },
  };
}

function taskOf(key: string): SweepTask {
  const [selection, subject, split, seed] = JSON.parse(key) as [
    SweepTask['selection'],
    string,
    string | null,
    string,
  ];
  return { selection, subject, split, seed: BigInt(seed) };
}

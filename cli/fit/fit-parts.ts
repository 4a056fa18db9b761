/**
 * The fits of one command that several processes make in parts, as `SharedJournal` says. Each fit is written to its own
 * folder, as without parts; a line of the journal has the digest of what was found, by which a merge recognises it.
 */

import { join } from 'node:path';
import type { Journalled } from '../../analysis/sweep/journal.ts';
import { isStored } from '../../files/fits/bound-files.ts';
import { digestOfText } from '../../files/fits/column-digests.ts';
import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import { isFitFolder, readEstimateSummary, readSummary } from '../../files/fits/read-summary.ts';
import { object, orNull, text } from '../../files/fits/shape.ts';
import type { Bound } from '../../files/fits/summary-shapes.ts';
import type { Manifest } from '../../module/manifest.ts';
import { checkHeader, headerText, type WorkHeader } from '../process/journal.ts';
import { ResultFolder } from '../process/results.ts';
import { undivided } from '../process/supervised.ts';
import { basisFile, guarded, type KeptBasis, readBasis } from '../shards/kept-basis.ts';
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
import { folderNames } from './result-files.ts';

/** What is divided. */
export const FITS = { noun: 'fit', command: 'fit' } as const;

const HEADER = `${SHARDS}/fit.json`;
const JOURNAL = 'fits';

/** One fit of a command. */
export interface FitTask {
  /** The level of `--each` whose rows are fitted; null without. */
  readonly level: string | null;
  readonly subject: string;
}

const keyOf = ({ level, subject }: FitTask) => JSON.stringify([level, subject]);

function taskOf(key: string): FitTask {
  const [level, subject] = JSON.parse(key) as [string | null, string];
  return { level, subject };
}

/** By the key of each task, its folder below that of the command, with `/` between its parts. */
function foldersOf(tasks: readonly FitTask[]): ReadonlyMap<string, string> {
  const levels = folderNames([...new Set(tasks.flatMap(({ level }) => level ?? []))]);
  const subjects = folderNames([...new Set(tasks.map(({ subject }) => subject))]);
  return new Map(
    tasks.map((task) => {
      const own = subjects.get(task.subject)!;
      return [keyOf(task), task.level === null ? own : `${levels.get(task.level)}/${own}`];
    }),
  );
}

/** A line of the journal. */
interface KeptFit extends Journalled {
  /** Of the fit's summary without seconds. */
  readonly sha256: string;
}

const KIND = {
  ...{ writer: 'a fit', entry: 'fit' },
  shape: object<KeptFit>({ key: text, sha256: text }),
} as const;

/** A summary of either kind, and the digest of what it says besides how long the work took. */
export interface WrittenFit {
  readonly summary: (FitSummary & Bound) | (EstimateSummary & Bound);
  readonly sha256: string;
}

/**
 * The fit in a folder, null if there is none, or not all of its files. What two processes write of the same fit is the
 * same but for the seconds that they took, which `summary.json` keeps of the process that wrote last.
 *
 * @throws FileError for a damaged summary
 */
export function writtenFit(folder: string): WrittenFit | null {
  if (!isFitFolder(folder)) return null;
  const summary = readEstimateSummary(folder) ?? readSummary(folder);
  if (!Object.entries(summary.files).every(([name, record]) => isStored(folder, name, record))) return null;
  return { summary, sha256: digestOfText(JSON.stringify(withoutSeconds(summary))) };
}

/** The summary without its own digest, and without what depends on the machine and its load. */
function withoutSeconds({ sha256: _, ...summary }: WrittenFit['summary']): object {
  if ('estimator' in summary) {
    const { compileSeconds: _compiling, seconds: _all, ...estimator } = summary.estimator;
    return { ...summary, estimator };
  }
  const { compileSeconds: _compiling, samplingSeconds: _sampling, ...sampler } = summary.sampler;
  return { ...summary, sampler };
}

/** What a merge needs of the command. */
interface FitBasis extends KeptBasis {
  readonly manifest: Manifest;
  /** The column of `--each`. */
  readonly each: string | null;
}

const fitBasis = object<FitBasis>({ key: text, version: text, manifest: guarded(), each: orNull(text) });

/** Guards the journal of one process. */
export class FitPart {
  /** Called when a fit is stored, before the command can be ended. */
  onKept: () => void = () => undefined;
  /** The fits of this part, in order. */
  readonly tasks: readonly FitTask[];
  readonly #folder: ResultFolder;
  readonly #journal: SharedJournal<KeptFit>;
  readonly #folders: ReadonlyMap<string, string>;
  readonly #made: Set<string>;

  /**
   * Begins a part, or continues it: what anybody has made, and is in its folder, is not made again.
   *
   * @param header everything that the results depend on
   * @param tasks all fits of the command
   * @param command its words without the part
   * @throws Failure (input) when other fits are there, or a journal is damaged; Failure (writing)
   */
  constructor(
    path: string,
    { header, tasks, ...basis }: Omit<FitBasis, keyof KeptBasis> & FitsToKeep,
    shard: Shard,
    command: readonly string[],
  ) {
    this.#folder = new ResultFolder(path);
    this.tasks = shareOf(tasks, shard);
    try {
      checkHeader(
        { folder: path, header: HEADER, journal: `${SHARDS}/${JOURNAL}.jsonl`, noun: FITS.noun },
        header,
      );
      this.#folder.prepare(SHARDS);
      const keys = tasks.map(keyOf);
      this.#folders = foldersOf(tasks);
      this.#journal = new SharedJournal(path, JOURNAL, { keys, kind: KIND }, this.tasks.map(keyOf));
      const { entries } = this.#journal;
      this.#made = new Set(
        this.tasks.map(keyOf).filter((key) => {
          const { sha256 } = entries.get(key) ?? {};
          return sha256 !== undefined && writtenFit(join(path, this.#folders.get(key)!))?.sha256 === sha256;
        }),
      );
      this.#folder.write([
        { path: HEADER, content: headerText(header) },
        planFile({ tasks: keys, count: shard.count, command }),
        basisFile<FitBasis>(basis),
      ]);
      this.#journal.open(shard);
    } catch (error) {
      this.#folder.discardEmpty();
      throw error;
    }
  }

  /** How many fits of this part are made. */
  get made(): number {
    return this.#made.size;
  }

  /** The subjects of a level that this part has still to fit. */
  left(level: string | null): ReadonlySet<string> {
    const own = this.tasks.filter((task) => task.level === level && !this.#made.has(keyOf(task)));
    return new Set(own.map(({ subject }) => subject));
  }

  /** Notes a fit that is in its folder; the note is on the disk when this returns. @throws Failure (writing) */
  add(task: FitTask): void {
    const key = keyOf(task);
    const { sha256 } = writtenFit(join(this.#folder.path, this.#folders.get(key)!))!;
    undivided(() => {
      this.#journal.add({ key, sha256 });
      this.#made.add(key);
      this.onKept();
    });
  }

  close(): void {
    this.#journal.close();
    this.#folder.discardEmpty();
  }
}

/** The identity of the fits of a command, stored in its folder. A part goes on only if all of it is unchanged. */
interface FitsToKeep {
  readonly header: WorkHeader;
  readonly tasks: readonly FitTask[];
}

/** A fit that a part has made. */
export interface MergedFit extends FitTask {
  /** Its folder. */
  readonly folder: string;
  readonly summary: WrittenFit['summary'];
}

/** What a merge found: all fits in order, and what the command said of them. */
export interface MergedFits extends Pick<FitBasis, 'manifest' | 'each'> {
  readonly fits: readonly MergedFit[];
}

const LACKED: Lacking['words'] = (count) => countOf(count, 'fit');

/**
 * Finds the fits that the parts in a folder have made.
 *
 * @throws Failure (input) for a folder without fits in parts, or a damaged one, or when a fit is not made yet; FileError
 * for a damaged summary
 */
export function mergeParts(path: string): MergedFits {
  const plan = readPlan(path, FITS);
  const { manifest, each } = readBasis(path, fitBasis, FITS);
  const { entries } = new SharedJournal(path, JOURNAL, { keys: plan.tasks, kind: KIND });
  const tasks = plan.tasks.map(taskOf);
  const folders = foldersOf(tasks);
  const lacking: Lacking[] = [];
  const fits = plan.tasks.flatMap((key, place): MergedFit[] => {
    const folder = join(path, folders.get(key)!);
    const kept = entries.get(key);
    const written = kept === undefined ? null : writtenFit(folder);
    if (written !== null && written.sha256 === kept!.sha256)
      return [{ ...tasks[place]!, folder, summary: written.summary }];
    lacking.push({ place, words: LACKED });
    return [];
  });
  expectNothingLacking(path, plan, { made: fits.length, noun: 'fit' }, lacking);
  return { manifest, each, fits };
}

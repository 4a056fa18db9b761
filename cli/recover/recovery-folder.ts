/**
 * The folder of a recovery. `plan.json` holds everything that a run depends on, `runs.jsonl` has one line per finished
 * run, and at the end `runs.csv` and `recovery.json` hold the results. After any interruption the same command
 * continues, and so does one with more runs. Several processes may make parts of it, as `SharedJournal` says.
 */
import { join } from 'node:path';
import type { RecoveredParameter } from '../../analysis/evaluate/recovery/recovered-parameter.ts';
import { type KeptRun, type RunStore, runKey } from '../../analysis/evaluate/recovery/recovery-run.ts';
import {
  count,
  finiteOrNull,
  list,
  number,
  object,
  oneOf,
  orNull,
  type Shape,
  text,
  textLike,
  whole,
} from '../../files/fits/shape.ts';
import { VERDICT_STATUSES } from '../../host/diagnose/verdict-status.ts';
import { checkHeader, headerText, JournalFile, type WorkHeader } from '../process/journal.ts';
import { type ResultFile, ResultFolder } from '../process/results.ts';
import { undivided } from '../process/supervised.ts';
import type { Shard } from '../shards/shard.ts';
import {
  expectNothingLacking,
  type Lacking,
  planFile,
  readPlan,
  SHARDS,
  type ShardPlan,
  SharedJournal,
} from '../shards/shared-journal.ts';
import { countOf } from '../words.ts';

const HEADER = 'plan.json';
const RUNS = 'runs';
const JOURNAL = `${RUNS}.jsonl`;

/** What is divided. */
export const RECOVERY = { noun: 'recovery', command: 'recover' } as const;

/** The maximum number of runs in one folder: the maximum that can be requested. */
export const MAX_RUNS = 100_000;

/** The keys of all runs that a folder may have. */
const allKeys = (): string[] => Array.from({ length: MAX_RUNS }, (_, run) => runKey(run + 1));

/** One part of a recovery, made by one of several processes. */
export interface RecoveryPart {
  readonly shard: Shard;
  /** The runs of this part, from 1. */
  readonly numbers: readonly number[];
  /** Of all runs of the recovery. */
  readonly plan: ShardPlan;
  /** What a merge needs besides: the basis of the results, and the demands if a design made them. */
  readonly files: readonly ResultFile[];
}

/** Guards the folder and its journal. */
export class RecoveryFolder implements RunStore {
  /** Called when a run is stored, before the command can be ended. */
  onKept: () => void = () => undefined;
  readonly #folder: ResultFolder;
  #journal: JournalFile<KeptRun> | SharedJournal<KeptRun> | null = null;

  /** Makes the folder if it is absent. @throws Failure (writing) */
  constructor(path: string) {
    this.#folder = new ResultFolder(path);
  }

  get path(): string {
    return this.#folder.path;
  }

  /**
   * Begins a recovery there, or continues the existing one.
   *
   * @param part null if this process makes all runs
   * @throws Failure (input) when another recovery is there, or its journal is damaged; Failure (writing)
   */
  begin(header: WorkHeader, part: RecoveryPart | null): void {
    const { path } = this;
    checkHeader({ folder: path, header: HEADER, journal: JOURNAL, noun: RECOVERY.noun }, header);
    this.#folder.expectFile(JOURNAL);
    const files = [{ path: HEADER, content: headerText(header) }];
    if (part === null) {
      const journal = new JournalFile(join(path, JOURNAL), allKeys(), RUN_KIND);
      this.#folder.write(files);
      journal.open();
      this.#journal = journal;
      return;
    }
    this.#folder.prepare(SHARDS);
    const journal = readRuns(path, part.numbers.map(runKey));
    this.#folder.write([...files, planFile(part.plan), ...part.files]);
    journal.open(part.shard);
    this.#journal = journal;
  }

  /** Whether anything is written there. */
  get hasBegun(): boolean {
    return this.#journal !== null;
  }

  get runs(): ReadonlyMap<string, KeptRun> {
    return this.#journal?.entries ?? new Map();
  }

  /** It is on the disk when this returns. @throws Failure (writing) */
  add(run: KeptRun): void {
    undivided(() => {
      this.#journal!.add(run);
      this.onKept();
    });
  }

  /** Writes the results, and the journal in the order of the runs. @throws Failure (writing) */
  finish(files: readonly ResultFile[]): void {
    this.#folder.write([{ path: JOURNAL, content: this.#journal!.sorted() }, ...files]);
  }

  close(): void {
    this.#journal?.close();
    this.#folder.discardEmpty();
  }
}

/** The runs that anybody has finished. @param own those that are kept @throws Failure (input) for a damaged journal */
function readRuns(path: string, own?: readonly string[]): SharedJournal<KeptRun> {
  return new SharedJournal(path, RUNS, { keys: allKeys(), kind: RUN_KIND }, own);
}

/** What a merge found. */
export interface MergedRuns extends Pick<RunStore, 'runs'> {
  /** The number of runs that were asked for last; there may be more. */
  readonly asked: number;
  /** Writes the results, and the journal, as one process would have written them. @throws Failure (writing) */
  finish(files: readonly ResultFile[]): void;
}

/**
 * Puts the journals of a recovery together.
 *
 * @throws Failure (input) for a folder without a recovery in parts, or a damaged one, or when a run is not made yet
 */
export function mergeRuns(path: string): MergedRuns {
  const plan = readPlan(path, RECOVERY);
  const journal = readRuns(path);
  const runs = journal.entries;
  const lacking = plan.tasks.flatMap((key, place) => (runs.has(key) ? [] : [{ place, words: RUNS_LACKED }]));
  const asked = plan.tasks.length;
  expectNothingLacking(path, plan, { made: asked - lacking.length, noun: 'run' }, lacking);
  return {
    ...{ runs, asked },
    finish: (files) => new ResultFolder(path).write([{ path: JOURNAL, content: journal.sorted() }, ...files]),
  };
}

const RUNS_LACKED: Lacking['words'] = (count) => countOf(count, 'run');

const recovered = object<RecoveredParameter>({
  name: text,
  truth: number,
  mean: number,
  sd: number,
  q2_5: number,
  q25: number,
  q50: number,
  q75: number,
  q97_5: number,
  rank: orNull(count),
  effectiveDraws: number,
});

/** Bytes in base64. */
const bytes = textLike('base64', /^[A-Za-z0-9+/]*={0,2}$/);

type KeptCase = NonNullable<KeptRun['halving']>;
/** The statistics of outcomes that the layout reads; in JSON null if undefined. */
const statistic = finiteOrNull as Shape<number | null> as unknown as Shape<number>;

/** The form of a line of the journal. */
const keptRun = object<KeptRun>({
  key: text,
  seed: textLike('a whole number in quotation marks', /^\d{1,20}$/),
  status: oneOf(VERDICT_STATUSES),
  findings: list(text),
  error: orNull(text),
  truths: list(number),
  parameters: list(recovered),
  statistics: list(object<KeptRun['statistics'][number]>({ text, assumed: statistic, simulated: statistic })),
  halving: orNull(
    object<KeptCase>({
      size: whole(1),
      outcomes: count,
      covariance: bytes,
      roots: bytes,
      distinctOf: bytes,
    }),
  ),
});

const RUN_KIND = { writer: 'a recovery', entry: 'run', shape: keptRun } as const;

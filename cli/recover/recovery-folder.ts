/**
 * The folder of a recovery. `plan.json` holds everything that a run depends on, `runs.jsonl` has one line per finished
 * run, and at the end `runs.csv` and `recovery.json` hold the results. After any interruption the same command
 * continues, and so does one with more runs.
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

const HEADER = 'plan.json';
const JOURNAL = 'runs.jsonl';

/** The maximum number of runs in one folder: the maximum that can be requested. */
export const MAX_RUNS = 100_000;

/** Guards the folder and its journal. */
export class RecoveryFolder implements RunStore {
  /** Called when a run is stored, before the command can be ended. */
  onKept: () => void = () => undefined;
  readonly #folder: ResultFolder;
  #journal: JournalFile<KeptRun> | null = null;

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
   * @throws Failure (input) when another recovery is there, or its journal is damaged; Failure (writing)
   */
  begin(header: WorkHeader): void {
    const { path } = this;
    checkHeader({ folder: path, header: HEADER, journal: JOURNAL, noun: 'recovery' }, header);
    const keys = Array.from({ length: MAX_RUNS }, (_, run) => runKey(run + 1));
    const journal = new JournalFile(join(path, JOURNAL), keys, {
      ...{ writer: 'a recovery', entry: 'run', shape: keptRun },
    });
    this.#folder.expectFile(JOURNAL);
    this.#folder.write([{ path: HEADER, content: headerText(header) }]);
    journal.open();
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

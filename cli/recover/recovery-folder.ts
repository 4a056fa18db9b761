/**
 * The folder of a recovery: `plan.json` says all on which a run depends, and `runs.jsonl` has one line for each run that is done, until
 * `runs.csv` and `recovery.json` say what came of them. Whatever stops a recovery, the same command goes on from there, and so does
 * one that asks for more runs.
 */
import { join } from 'node:path';
import { type KeptRun, runKey } from '../../analysis/evaluate/recovery/kept-run.ts';
import type { RunStore } from '../../analysis/evaluate/recovery/run-store.ts';
import { checkHeader, headerText, type WorkHeader } from '../process/begun-folder.ts';
import { JournalFile } from '../process/journal.ts';
import { keptRun } from '../process/journal-shapes.ts';
import { type ResultFile, ResultFolder } from '../process/result-folder.ts';
import { undivided } from '../process/supervised.ts';

const HEADER = 'plan.json';
const JOURNAL = 'runs.jsonl';

/** Runs that one folder may hold: as many as may be asked for. */
export const MOST_RUNS = 100_000;

/** Guards the folder and its journal. */
export class RecoveryFolder implements RunStore {
  /** Called when a run is kept, before the command can be ended. */
  onKept: () => void = () => undefined;
  readonly #folder: ResultFolder;
  #journal: JournalFile<KeptRun> | null = null;

  /** Makes the folder where it is absent. @throws Failure (writing) */
  constructor(path: string) {
    this.#folder = new ResultFolder(path);
  }

  get path(): string {
    return this.#folder.path;
  }

  /**
   * Begins a recovery there, or goes on with the one that is there.
   *
   * @throws Failure (input) when another recovery is there, or its journal is damaged; Failure (writing)
   */
  begin(header: WorkHeader): void {
    const { path } = this;
    checkHeader({ folder: path, header: HEADER, journal: JOURNAL, noun: 'recovery' }, header);
    const keys = Array.from({ length: MOST_RUNS }, (_, run) => runKey(run + 1));
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

  /** Writes what came of the runs, and the journal in their order. @throws Failure (writing) */
  finish(files: readonly ResultFile[]): void {
    this.#folder.write([{ path: JOURNAL, content: this.#journal!.sorted() }, ...files]);
  }

  close(): void {
    this.#journal?.close();
    this.#folder.discardEmpty();
  }
}

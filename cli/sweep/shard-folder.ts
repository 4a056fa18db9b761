/**
 * The folder of a sweep that several processes make, on one machine or many. Each process appends to a journal of its
 * own in `shards/`, so none waits for another, any may be killed and run again, and two may make the same part.
 * `shards/plan.json` has the fits in order. `sweep --merge` puts the journals together.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { partKey, partsOfPlan, type SweepPart, type SweepTask, taskKey } from '../../analysis/sweep/plan.ts';
import type { BaselineResult, SweepResult, SweepStore } from '../../analysis/sweep/result.ts';
import { list, mismatchOf, object, text, whole } from '../../files/fits/shape.ts';
import { readRegularText } from '../../files/regular-file.ts';
import { readingProblem } from '../../files/system-problem.ts';
import { badInput } from '../failure.ts';
import { checkHeader, headerText, JournalFile } from '../process/journal.ts';
import { ResultFolder } from '../process/results.ts';
import { undivided } from '../process/supervised.ts';
import { type SweepShard, shardAt, shareOf } from './shards.ts';
import { baselineKind, fitKind, SWEEP_FILES, type SweepToKeep, sweepFiles } from './sweep-folder.ts';

const SHARDS = 'shards';
const PLAN = `${SHARDS}/plan.json`;

/** What a merge needs besides the journals. */
interface ShardPlan {
  /** The keys of all fits, in order. */
  readonly tasks: readonly string[];
  /** Into how many parts the sweep was divided last. */
  readonly count: number;
  /** The command without its part, as words. */
  readonly command: readonly string[];
}

const shardPlan = object<ShardPlan>({
  tasks: list(text, { least: 1 }),
  count: whole(1),
  command: list(text),
});

/** Guards the journals of one process, and what is known from those of others. */
export class ShardFolder implements SweepStore {
  /** Called when a fit is stored, before the command can be ended. */
  onKept: () => void = () => undefined;
  /** The fits of this part. */
  readonly tasks: readonly SweepTask[];
  /** The held-out parts whose baselines this part makes: those of which it has the first fit. */
  readonly parts: readonly SweepPart[];
  readonly #folder: ResultFolder;
  readonly #known: Journals;
  readonly #fits: JournalFile<SweepResult>;
  readonly #baselines: JournalFile<BaselineResult> | null;

  /**
   * Begins a part of a sweep, or continues it.
   *
   * @param command the words of the command without its part
   * @throws Failure (input) when another sweep is there, or a journal is damaged; Failure (writing)
   */
  constructor(
    path: string,
    { header, tasks, splits }: SweepToKeep,
    shard: SweepShard,
    command: readonly string[],
  ) {
    this.#folder = new ResultFolder(path);
    this.tasks = shareOf(tasks, shard);
    const parts = partsOfPlan(tasks);
    const begun = new Set(partsOfPlan(tasks.slice(0, tasks.indexOf(this.tasks[0]!))).map(partKey));
    this.parts = partsOfPlan(this.tasks).filter((part) => !begun.has(partKey(part)));
    try {
      checkHeader(
        { folder: path, header: SWEEP_FILES.header, journal: SWEEP_FILES.fits, noun: 'sweep' },
        header,
      );
      this.#folder.prepare(SHARDS);
      this.#known = ofPart(readJournals(path, tasks), this.tasks);
      const plan: ShardPlan = { tasks: tasks.map(taskKey), count: shard.count, command };
      this.#folder.write([
        { path: SWEEP_FILES.header, content: headerText(header) },
        { path: PLAN, content: `${JSON.stringify(plan)}\n` },
        ...(splits === null ? [] : [{ path: SWEEP_FILES.splits, content: splits }]),
      ]);
      const name = `${shard.index}-of-${shard.count}.${randomUUID().slice(0, 8)}.jsonl`;
      this.#fits = new JournalFile(join(path, SHARDS, `fits.${name}`), plan.tasks, fitKind);
      this.#fits.open();
      this.#baselines =
        this.parts.length === 0
          ? null
          : new JournalFile(join(path, SHARDS, `baselines.${name}`), parts.map(partKey), baselineKind);
      this.#baselines?.open();
    } catch (error) {
      this.#folder.discardEmpty();
      throw error;
    }
  }

  /** Those of this part, whoever made them. */
  get fits(): ReadonlyMap<string, SweepResult> {
    return this.#known.fits;
  }

  /** Those that anybody has made. */
  get baselines(): ReadonlyMap<string, BaselineResult> {
    return this.#known.baselines;
  }

  /** It is on the disk when this returns. @throws Failure (writing) */
  addFit(result: SweepResult): void {
    undivided(() => {
      this.#fits.add(result);
      this.#known.fits.set(result.key, result);
      this.onKept();
    });
  }

  /** It is on the disk when this returns. @throws Failure (writing) */
  addBaselines(result: BaselineResult): void {
    this.#baselines!.add(result);
    this.#known.baselines.set(result.key, result);
  }

  close(): void {
    this.#fits.close();
    this.#baselines?.close();
    this.#folder.discardEmpty();
  }
}

interface Journals {
  readonly fits: Map<string, SweepResult>;
  readonly baselines: Map<string, BaselineResult>;
}

/** The same without the fits of other parts. */
function ofPart({ fits, baselines }: Journals, tasks: readonly SweepTask[]): Journals {
  const own = new Set(tasks.map(taskKey));
  return { fits: new Map([...fits].filter(([key]) => own.has(key))), baselines };
}

/** What all processes have finished. @throws Failure (input) for a damaged journal, or one of another sweep */
function readJournals(path: string, tasks: readonly SweepTask[]): Journals {
  const folder = join(path, SHARDS);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const all: Journals = { fits: new Map(), baselines: new Map() };
  const [fitKeys, partKeys] = [tasks.map(taskKey), partsOfPlan(tasks).map(partKey)];
  for (const name of names.filter((each) => each.endsWith('.jsonl'))) {
    if (name.startsWith('fits.')) {
      for (const [key, fit] of new JournalFile(join(folder, name), fitKeys, fitKind).entries)
        all.fits.set(key, fit);
    } else if (name.startsWith('baselines.')) {
      const journal = new JournalFile(join(folder, name), partKeys, baselineKind);
      for (const [key, part] of journal.entries) all.baselines.set(key, part);
    }
  }
  return all;
}

/** What a merge found. */
export interface MergedSweep extends SweepStore {
  readonly tasks: readonly SweepTask[];
  /** The parts with fits or baselines that nobody has finished, and how many of each. */
  readonly missing: readonly {
    readonly shard: SweepShard;
    readonly fits: number;
    readonly baselines: number;
  }[];
  readonly command: readonly string[];
  /** Writes the files that one process would have written, in the same bytes; nothing may be missing. */
  write(): readonly string[];
}

/** Puts the journals of a sweep together. @throws Failure (input) for a folder without a sweep in parts, or a damaged one */
export function mergeShards(path: string): MergedSweep {
  const plan = readPlan(path);
  const tasks = plan.tasks.map(taskOf);
  const parts = partsOfPlan(tasks);
  const store = readJournals(path, tasks);
  const missing = new Map<number, { readonly shard: SweepShard; fits: number; baselines: number }>();
  const lacks = (place: number, what: 'fits' | 'baselines') => {
    const shard = shardAt(place, tasks.length, plan.count);
    const found = missing.get(shard.index) ?? { shard, fits: 0, baselines: 0 };
    found[what]++;
    missing.set(shard.index, found);
  };
  for (const [place, key] of plan.tasks.entries()) if (!store.fits.has(key)) lacks(place, 'fits');
  for (const part of parts) {
    if (store.baselines.has(partKey(part))) continue;
    lacks(
      tasks.findIndex(({ subject, split }) => subject === part.subject && split === part.split),
      'baselines',
    );
  }
  const nothing = () => {
    throw new Error('a merge makes no fits');
  };
  return {
    ...{ ...store, addFit: nothing, addBaselines: nothing },
    ...{ tasks, command: plan.command },
    missing: [...missing.values()].sort((a, b) => a.shard.index - b.shard.index),
    write() {
      const { files, tables } = sweepFiles(tasks, store, parts.length > 0);
      new ResultFolder(path).write(files);
      return tables;
    },
  };
}

function readPlan(path: string): ShardPlan {
  const file = join(path, PLAN);
  if (!existsSync(file)) {
    throw badInput(
      `${path} does not hold the parts of a sweep.`,
      'Give the folder that `sweep --shard` was given as --out.',
    );
  }
  let found: unknown;
  try {
    found = JSON.parse(readRegularText(file, 'Give another folder.'));
  } catch (error) {
    const problem = readingProblem(file, error);
    if (problem !== null) throw badInput(problem.message, problem.remedy);
    if (!(error instanceof SyntaxError)) throw error;
  }
  const wrong = mismatchOf(shardPlan, found);
  if (wrong === null) return found as ShardPlan;
  throw badInput(`${file} is damaged: ${wrong}.`, 'Run any part of the sweep again, which writes it anew.');
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

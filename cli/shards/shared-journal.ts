/**
 * Resumable work that several processes make in parts, on one machine or many. Each process appends to journals of its
 * own in `shards/`, so none waits for another, any may be killed and run again, and two may make the same part.
 * `shards/plan.json` has the tasks in order. A merge puts the journals together.
 */

import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Journalled, sortedJournal } from '../../analysis/sweep/journal.ts';
import { list, mismatchOf, object, text, whole } from '../../files/fits/shape.ts';
import { readRegularText } from '../../files/regular-file.ts';
import { readingProblem } from '../../files/system-problem.ts';
import { listNames } from '../../module/names.ts';
import { shellWord } from '../../module/shell-word.ts';
import { badInput } from '../failure.ts';
import { JournalFile, type JournalKind } from '../process/journal.ts';
import type { ResultFile } from '../process/results.ts';
import { countOf } from '../words.ts';
import { type Shard, shardAt } from './shard.ts';

/** The folder of what processes write each for itself. */
export const SHARDS = 'shards';
const PLAN = `${SHARDS}/plan.json`;

/** Guards the journal of this process, and what is known from those of others. */
export class SharedJournal<Entry extends Journalled> {
  readonly #folder: string;
  readonly #name: string;
  readonly #keys: readonly string[];
  readonly #kind: JournalKind<Entry>;
  readonly #entries = new Map<string, Entry>();
  #own: JournalFile<Entry> | null = null;

  /**
   * Reads what all processes have finished, also one that made the work without parts; nothing is written yet.
   *
   * @param name of the journal, such as `fits`
   * @param keys the keys of all work, in order
   * @param own those of which the entries are kept
   * @throws Failure (input) for a damaged journal, or one of other work
   */
  constructor(
    folder: string,
    name: string,
    { keys, kind }: { readonly keys: readonly string[]; readonly kind: JournalKind<Entry> },
    own: readonly string[] = keys,
  ) {
    this.#folder = folder;
    this.#name = name;
    this.#keys = keys;
    this.#kind = kind;
    const shards = join(folder, SHARDS);
    const names = existsSync(shards) ? readdirSync(shards).sort() : [];
    const files = names
      .filter((each) => each.startsWith(`${name}.`) && each.endsWith('.jsonl'))
      .map((each) => join(shards, each));
    const wanted = new Set(own);
    for (const file of [join(folder, `${name}.jsonl`), ...files]) {
      for (const [key, entry] of new JournalFile(file, keys, kind).entries)
        if (wanted.has(key)) this.#entries.set(key, entry);
    }
  }

  /** By their keys. */
  get entries(): ReadonlyMap<string, Entry> {
    return this.#entries;
  }

  /** Begins the journal of this process, whose name no other has. @throws Failure (writing) */
  open({ index, count }: Shard): void {
    const name = `${this.#name}.${index}-of-${count}.${randomUUID().slice(0, 8)}.jsonl`;
    this.#own = new JournalFile(join(this.#folder, SHARDS, name), this.#keys, this.#kind);
    this.#own.open();
  }

  /** It is on the disk when this returns. @throws Failure (writing) */
  add(entry: Entry): void {
    this.#own!.add(entry);
    this.#entries.set(entry.key, entry);
  }

  /** All entries in the order of their keys. */
  sorted(): ResultFile['content'] {
    return sortedJournal(this.#keys, this.#entries);
  }

  close(): void {
    this.#own?.close();
  }
}

/** What a merge needs besides the journals. */
export interface ShardPlan {
  /** The keys of all tasks, in order. */
  readonly tasks: readonly string[];
  /** Into how many parts the work was divided last. */
  readonly count: number;
  /** The command without its part, as words. */
  readonly command: readonly string[];
}

const shardPlan = object<ShardPlan>({
  tasks: list(text, { least: 1 }),
  count: whole(1),
  command: list(text),
});

export function planFile(plan: ShardPlan): ResultFile {
  return { path: PLAN, content: `${JSON.stringify(plan)}\n` };
}

/** The words of the work that is divided, such as `a sweep` that `sweep` makes. */
export interface SharedWork {
  readonly noun: string;
  readonly command: string;
}

/** @throws Failure (input) for a folder without such work in parts, or a damaged plan */
export function readPlan(path: string, { noun, command }: SharedWork): ShardPlan {
  const file = join(path, PLAN);
  const other = (what = `${path} does not hold the parts of a ${noun}.`) =>
    badInput(what, `Give the folder that \`${command} --shard\` was given as --out.`);
  if (!existsSync(path)) throw other(`There is no folder ${path}.`);
  if (!existsSync(file)) throw other();
  let found: unknown;
  try {
    found = JSON.parse(readRegularText(file, 'Give another folder.'));
  } catch (error) {
    const problem = readingProblem(file, error);
    if (problem !== null) throw badInput(problem.message, problem.remedy);
    if (!(error instanceof SyntaxError)) throw error;
  }
  const wrong = mismatchOf(shardPlan, found);
  if (wrong === null) {
    const plan = found as ShardPlan;
    if (plan.command.includes(command)) return plan;
    throw other();
  }
  throw badInput(`${file} is damaged: ${wrong}.`, `Run any part of the ${noun} again, which writes it anew.`);
}

/** Something that a task makes and nobody has made. */
export interface Lacking {
  /** Of the task in the plan. */
  readonly place: number;
  /** So many of these in words, such as `3 fits`. */
  readonly words: (count: number) => string;
}

/**
 * @param made how many tasks are finished
 * @param noun what a task makes, such as `fit`
 * @throws Failure (input) when something is lacking: which part lacks how much, and the command that makes the first
 */
export function expectNothingLacking(
  path: string,
  { tasks, count, command }: ShardPlan,
  { made, noun }: { readonly made: number; readonly noun: string },
  lacking: readonly Lacking[],
): void {
  if (lacking.length === 0) return;
  const parts = new Map<number, Map<Lacking['words'], number>>();
  for (const { place, words } of lacking) {
    const { index } = shardAt(place, tasks.length, count);
    const own = parts.get(index) ?? new Map<Lacking['words'], number>();
    parts.set(index, own.set(words, (own.get(words) ?? 0) + 1));
  }
  const ordered = [...parts].sort(([a], [b]) => a - b);
  const what = ordered.map(([index, own]) => {
    const lacks = [...own].map(([words, number]) => words(number));
    return `part ${index}/${count} lacks ${lacks.join(' and ')}`;
  });
  const [it, others] = what.length === 1 ? ['it', ''] : ['them', ', and so on'];
  const first = [...command.map(shellWord), '--shard', `${ordered[0]![0]}/${count}`].join(' ');
  throw badInput(
    `${made} of ${countOf(tasks.length, noun)} in ${path} ${made === 1 ? 'is' : 'are'} made: ${listNames(what)}.`,
    `Make ${it} and merge again: \`${first}\`${others}.`,
  );
}

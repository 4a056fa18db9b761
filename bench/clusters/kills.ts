/** Kills at random what a cluster consists of: the processes of parts, its workers, and what controls it. */

import { readdirSync, readFileSync } from 'node:fs';

/** What was killed. */
export type Victim = 'part' | 'worker' | 'controller';

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly words: string;
  readonly environment: string;
}

function processes(): readonly Running[] {
  return readdirSync('/proc').flatMap((name): Running[] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8');
      const stat = read('stat');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') return [];
      const words = read('cmdline').replaceAll('\0', ' ');
      return [{ pid: Number(name), parent: Number(parent), words, environment: read('environ') }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** All processes with this mark in their environment, and those that they started. */
export function markedProcesses(mark: string): readonly Running[] {
  const all = processes();
  const ours = new Set(all.filter(({ environment }) => environment.includes(mark)).map(({ pid }) => pid));
  for (let before = -1; before !== ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid) && pid !== process.pid);
}

/** The command of a process that makes a part. */
export const PART = /main\.js sweep .*--shard/;

const KINDS: readonly (readonly [Victim, RegExp, share: number])[] = [
  ['part', PART, 0.9],
  [
    'worker',
    /multiprocessing.* --multiprocessing-fork|spawn_main|ray::|default_worker\.py|raylet|slurmd\b/,
    0.07,
  ],
  ['controller', /sweep_parts\.py|gcs_server|slurmctld/, 0.03],
];

/** @param random in (0, 1) @returns null if nothing of the kind that was drawn is running */
export function killOne(mark: string, random: () => number): Victim | null {
  let left = random();
  const [kind, words] = KINDS.find(([, , share]) => {
    left -= share;
    return left < 0;
  })!;
  const found = markedProcesses(mark).filter((each) => words.test(each.words));
  const victim = found[Math.floor(random() * found.length)];
  if (victim === undefined) return null;
  try {
    process.kill(victim.pid, 'SIGKILL');
    return kind;
  } catch {
    return null;
  }
}

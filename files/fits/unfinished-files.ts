/**
 * Files on their way to their places, under names of their own beside these. `.theodolite-OWNER-N.partial` is being written.
 * `.theodolite-OWNER-SHA256.NAME.pending` is whole, and of a fit: once the fit's `summary.json` names its digest, it stands for the
 * file NAME, wherever the writer was killed.
 */
import { existsSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDead, OWNER_PATTERN, thisOwner } from './owner.ts';

const PARTIAL = new RegExp(`^\\.theodolite-(${OWNER_PATTERN})-\\d+\\.partial$`);
const PENDING = new RegExp(`^\\.theodolite-(${OWNER_PATTERN})-([0-9a-f]{64})\\.(.+)\\.pending$`);

let count = 0;

/** Where a file is written before it has a name: beside `target`, so that it can be renamed. */
export function partialOf(target: string): string {
  return join(dirname(target), `.theodolite-${thisOwner()}-${++count}.partial`);
}

/** Where the whole file waits until the fit that it is of is the one that the summary names. */
export function pendingOf(target: string, sha256: string): string {
  return join(dirname(target), `.theodolite-${thisOwner()}-${sha256}.${basename(target)}.pending`);
}

/** Where a file is, or is to be: a link stays one, and what it leads to is replaced. */
export function unfinishedPlace(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Files that wait to take this place, and have this digest by their names. */
export function pendingFor(path: string, sha256: string): string[] {
  const place = unfinishedPlace(path);
  return unfinishedIn(dirname(place)).flatMap(({ name, pending }) =>
    pending?.sha256 === sha256 && pending.target === basename(place) ? [join(dirname(place), name)] : [],
  );
}

/**
 * Puts in order what dead processes left in a folder: files that `named` says are of the fit that is there go to their places, and
 * all others away. Those of processes that live stay.
 *
 * @param named of a file by its name and digest, whether the summary of the folder names it
 */
export function settleUnfinished(
  folder: string,
  named: (target: string, sha256: string) => boolean = () => false,
): void {
  for (const { name, owner, pending } of unfinishedIn(folder)) {
    if (!isDead(owner)) continue;
    const file = join(folder, name);
    if (pending !== null && named(pending.target, pending.sha256)) {
      renameSync(file, join(folder, pending.target));
    } else rmSync(file, { force: true });
  }
}

interface Unfinished {
  readonly name: string;
  readonly owner: string;
  /** Null of one that was being written. */
  readonly pending: { readonly target: string; readonly sha256: string } | null;
}

function unfinishedIn(folder: string): Unfinished[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name): Unfinished[] => {
    const [, writer] = PARTIAL.exec(name) ?? [];
    if (writer !== undefined) return [{ name, owner: writer, pending: null }];
    const [, owner, sha256, target] = PENDING.exec(name) ?? [];
    return owner === undefined ? [] : [{ name, owner, pending: { target: target!, sha256: sha256! } }];
  });
}

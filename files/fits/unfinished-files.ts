/**
 * Files on their way to their places, under names of their own beside these. `.theodolite-OWNER-N.partial` is being written.
 * `.theodolite-OWNER-SHA256.NAME.pending` is whole, and of a fit: once the fit's `summary.json` names its digest, it stands for the
 * file NAME, wherever the writer was killed.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * The process that writes a file, as it stands in the file's name, so that what a dead process left can be taken away and
 * nothing else: the machine, when it started, the process, and when that started.
 */
const OWNER = /^([0-9a-f]{8})-([0-9a-f]{8})-(\d+)-(\d+)$/;
/** The same within a longer name. */
const OWNER_PATTERN = '[0-9a-f]{8}-[0-9a-f]{8}-\\d+-\\d+';

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

let own: string | undefined;

/** This process. */
export function thisOwner(): string {
  own ??= [machine(), boot(), process.pid, startOf(process.pid) ?? 0].join('-');
  return own;
}

/**
 * Whether a process is known to have ended. One of another machine or container is not, as where they share a disk; nor is one whose
 * number another process has since, on systems that do not say when that one began.
 */
export function isDead(owner: string): boolean {
  const [, itsMachine, itsBoot, pid, start] = OWNER.exec(owner) ?? [];
  if (itsMachine !== machine()) return false;
  if (itsBoot !== boot()) return true;
  if (!isRunning(Number(pid))) return true;
  const began = startOf(Number(pid));
  return began !== null && began !== Number(start);
}

/** By its name and, in a container, its numbers of processes. */
function machine(): string {
  return digits(`${hostname()} ${fromSystem(() => readlinkSync('/proc/self/ns/pid'))}`);
}

/** Since when the machine runs. */
function boot(): string {
  return digits(fromSystem(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')));
}

function digits(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 is none: it is only asked whether there is such a process.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** When a process began, in the kernel's ticks since the machine did; null where the system does not say. */
function startOf(pid: number): number | null {
  const stat = fromSystem(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets, which may hold anything; this is the 22nd.
  const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return stat === '' || !Number.isSafeInteger(start) ? null : start;
}

/** Nothing where the system has no such file, as other systems than Linux. */
function fromSystem(read: () => string): string {
  if (!existsSync('/proc/self')) return '';
  try {
    return read();
  } catch {
    return '';
  }
}

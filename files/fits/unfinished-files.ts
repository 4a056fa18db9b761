/**
 * Files with temporary names beside their final places. `.theodolite-OWNER-N.partial` is being written.
 * `.theodolite-OWNER-SHA256.NAME.pending` is a complete file of a fit: once the fit's `summary.json` has its digest, it
 * represents the file NAME, even if the writer was killed.
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
 * The writing process, as part of the file's name, so that only files of dead processes are removed: the machine, its
 * start time, the process, and its start time.
 */
const OWNER = /^([0-9a-f]{8})-([0-9a-f]{8})-(\d+)-(\d+)$/;
/** The same within a longer name. */
const OWNER_PATTERN = '[0-9a-f]{8}-[0-9a-f]{8}-\\d+-\\d+';

const PARTIAL = new RegExp(`^\\.theodolite-(${OWNER_PATTERN})-\\d+\\.partial$`);
const PENDING = new RegExp(`^\\.theodolite-(${OWNER_PATTERN})-([0-9a-f]{64})\\.(.+)\\.pending$`);

let count = 0;

/** The temporary path of a file that is being written: beside `target`, so that it can be renamed. */
export function partialOf(target: string): string {
  return join(dirname(target), `.theodolite-${thisOwner()}-${++count}.partial`);
}

/** The path of a complete file until the summary names its fit. */
export function pendingOf(target: string, sha256: string): string {
  return join(dirname(target), `.theodolite-${thisOwner()}-${sha256}.${basename(target)}.pending`);
}

/** The real path of an existing or future file: a link is kept, and its target is replaced. */
export function unfinishedPlace(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Pending files for this place with this digest in their names. */
export function pendingFor(path: string, sha256: string): string[] {
  const place = unfinishedPlace(path);
  return unfinishedIn(dirname(place)).flatMap(({ name, pending }) =>
    pending?.sha256 === sha256 && pending.target === basename(place) ? [join(dirname(place), name)] : [],
  );
}

/**
 * Cleans up what dead processes left in a folder: pending files of the stored fit, according to `named`, are renamed,
 * all others are removed. Files of live processes are kept.
 *
 * @param named whether the folder's summary names the file with this name and digest
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
  /** Null for a file that was being written. */
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
 * Whether a process is known to have ended. This is unknown for a process of another machine or container, as on a
 * shared disk. It is also unknown if its number is in use again, on systems that do not report start times.
 */
export function isDead(owner: string): boolean {
  const [, itsMachine, itsBoot, pid, start] = OWNER.exec(owner) ?? [];
  if (itsMachine !== machine()) return false;
  if (itsBoot !== boot()) return true;
  if (!isRunning(Number(pid))) return true;
  const began = startOf(Number(pid));
  return began !== null && began !== Number(start);
}

/** Identified by its name and, in a container, its process namespace. */
function machine(): string {
  return digits(`${hostname()} ${fromSystem(() => readlinkSync('/proc/self/ns/pid'))}`);
}

/** The machine's start time. */
function boot(): string {
  return digits(fromSystem(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')));
}

function digits(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 sends nothing; it only tests whether the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The start time of a process, in kernel ticks since boot; null if the system does not report it. */
function startOf(pid: number): number | null {
  const stat = fromSystem(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field is the program's name in brackets, which may hold anything; this is the 22nd.
  const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return stat === '' || !Number.isSafeInteger(start) ? null : start;
}

/** Undefined if the system has no such file, as on systems other than Linux. */
function fromSystem(read: () => string): string {
  if (!existsSync('/proc/self')) return '';
  try {
    return read();
  } catch {
    return '';
  }
}

/** Which process writes a file: told by the file's name, so that what a dead process left can be taken away, and nothing else. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** As it stands in names of files: machine, its start, process, and that one's start. */
const OWNER = /^([0-9a-f]{8})-([0-9a-f]{8})-(\d+)-(\d+)$/;

/** The same in the pattern of a longer name. */
export const OWNER_PATTERN = '[0-9a-f]{8}-[0-9a-f]{8}-\\d+-\\d+';

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

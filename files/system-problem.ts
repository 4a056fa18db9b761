/** The messages for files that the system cannot read or write; the only place that knows the system's codes. */

/** One sentence about what is wrong, and one about what to do. */
export interface SystemProblem {
  readonly message: string;
  readonly remedy: string;
}

interface Words {
  readonly reason: string;
  readonly remedy?: string;
}

const RAISE_LIMIT =
  'Raise the limit, such as by `ulimit -n 1024`, or close other programs, and run the command again.';
const OTHER_DIRECTORIES = 'Give a path whose parents are directories.';

/** Codes that mean the same for reading and writing. */
const EITHER: Readonly<Record<string, Words>> = {
  EACCES: { reason: 'permission is denied' },
  EPERM: { reason: 'permission is denied' },
  EMFILE: { reason: 'this process may open no more files', remedy: RAISE_LIMIT },
  ENFILE: { reason: 'the system may open no more files', remedy: RAISE_LIMIT },
  ENAMETOOLONG: { reason: 'the name is too long', remedy: 'Give a shorter name.' },
  ELOOP: { reason: 'its links lead in a circle', remedy: 'Give the path of the file itself.' },
  EIO: {
    reason: 'the disk gives an error',
    remedy: 'See whether the disk is sound, and keep the file elsewhere.',
  },
  ENOMEM: { reason: 'memory runs out', remedy: 'Close other programs, and run the command again.' },
  ENXIO: { reason: 'it is a socket or a device that does not exist', remedy: 'Give the path of a file.' },
};

const READING: Readonly<Record<string, Words>> = {
  ...EITHER,
  EISDIR: { reason: 'it is a directory', remedy: 'Give the path of a file in it.' },
  ENOENT: { reason: 'it does not exist', remedy: 'Give the path of an existing file.' },
  ENOTDIR: { reason: 'one of its directories is a file', remedy: OTHER_DIRECTORIES },
  ERR_FS_FILE_TOO_LARGE: { reason: 'it has more than 2 GiB', remedy: 'Give a smaller file.' },
};

const WRITING: Readonly<Record<string, Words>> = {
  ...EITHER,
  EROFS: { reason: 'the file system is read-only' },
  ENOTDIR: { reason: 'a file is where a directory should be', remedy: OTHER_DIRECTORIES },
  EEXIST: { reason: 'a file is where a directory should be', remedy: OTHER_DIRECTORIES },
  EISDIR: {
    reason: 'a directory is where a file should be',
    remedy: 'Give the name of a file, or a name that is not in use.',
  },
  ENOSPC: { reason: 'the disk is full', remedy: 'Make room on it, or give a place on another disk.' },
  EDQUOT: {
    reason: 'the quota of the disk is used up',
    remedy: 'Make room, or give a place on another disk.',
  },
  EFBIG: {
    reason: 'the file would be larger than is allowed',
    remedy: 'Raise the limit, such as by `ulimit -f unlimited`, or give a place on another disk.',
  },
  ENOENT: { reason: 'no directory can be made there' },
  EBUSY: { reason: 'another program uses it', remedy: 'Close what uses it, or give another name.' },
  ETXTBSY: { reason: 'it is a program that runs', remedy: 'Give another name.' },
};

/** The system's code, such as `ENOENT`; null for other errors. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return 'syscall' in error || error.code in READING || error.code in WRITING ? error.code : null;
}

/**
 * Why a file cannot be read; null for an error from elsewhere.
 *
 * @param remedy what to do if nothing better is known
 */
export function readingProblem(
  path: string,
  error: unknown,
  remedy = 'Change its permissions, or give another file.',
): SystemProblem | null {
  const code = systemCode(error);
  if (code === null) return null;
  const words = READING[code];
  return {
    message: `${path} cannot be read: ${words?.reason ?? code}.`,
    remedy: words?.remedy ?? remedy,
  };
}

/** Why a file cannot be written; null for an error from elsewhere. */
export function writingProblem(path: string, error: unknown): SystemProblem | null {
  const code = systemCode(error);
  if (code === null) return null;
  const words = WRITING[code];
  return {
    message: `${path} cannot be written: ${words?.reason ?? code}.`,
    remedy: words?.remedy ?? 'Give a place that you may write to.',
  };
}

/**
 * The message for a system error that no caller handled, with its file: as a failure to write if it is one, otherwise
 * to read. Null for an error from elsewhere.
 */
export function strayProblem(error: unknown): (SystemProblem & { readonly isOfWriting: boolean }) | null {
  const code = systemCode(error);
  if (code === null) return null;
  const { path, syscall } = error as { readonly path?: unknown; readonly syscall?: unknown };
  const isOfWriting =
    (code in WRITING && !(code in READING)) ||
    ['write', 'mkdir', 'rename', 'fsync', 'ftruncate', 'unlink', 'rmdir'].includes(String(syscall));
  const named = typeof path === 'string' ? path : 'A file';
  const problem = isOfWriting ? writingProblem(named, error) : readingProblem(named, error);
  return problem === null ? null : { ...problem, isOfWriting };
}

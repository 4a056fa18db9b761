/** What is said of a file of a fit that the system does not give. */
import { FileError } from '../files/file-error.ts';

/** Errors that are not the system's are thrown on. */
export function unreadable(file: string, error: unknown): FileError {
  if (error instanceof FileError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') throw error;
  const reasons: Record<string, string> = {
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EISDIR: 'it is a directory',
  };
  return new FileError(
    `${file} cannot be read: ${reasons[code] ?? code}.`,
    'Change its permissions, copy it again from where it was written, or fit again with --out.',
  );
}

/** The message for a file of a fit that the system cannot read. */
import { FileError } from '../file-error.ts';
import { readingProblem } from '../system-problem.ts';

/** The remedy for a file of a fit that is damaged, or not a file. */
export const COPY_AGAIN =
  'Copy the whole folder again from where it was written, or fit again and store the fit.';

/** Errors from elsewhere are thrown on. */
export function unreadableFit(file: string, error: unknown): FileError {
  if (error instanceof FileError) return error;
  const problem = readingProblem(
    file,
    error,
    'Change its permissions, copy it again from where it was written, or fit again and store the fit.',
  );
  if (problem === null) throw error;
  return new FileError(problem.message, problem.remedy);
}

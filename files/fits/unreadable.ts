/** What is said of a file of a fit that the system does not give. */
import { FileError } from '../file-error.ts';
import { readingProblem } from '../system-problem.ts';

/** What to do about a file of a fit that is damaged, or is none. */
export const COPY_AGAIN =
  'Copy the whole folder again from where it was written, or fit again and store the fit.';

/** Errors that are not the system's are thrown on. */
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

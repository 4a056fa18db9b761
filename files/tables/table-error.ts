/** Problems of the catalogue as the errors that readers raise. */
import type { ProblemValues } from '../../module/problem-text.ts';
import { type TABLE_PROBLEMS, type TableProblem, tableProblem } from '../../module/table-problems.ts';
import { FileError } from '../file-error.ts';

/** A problem with a table that ends its reading. */
export function tableError<Code extends TableProblem>(
  code: Code,
  values: ProblemValues<(typeof TABLE_PROBLEMS)[Code]>,
): FileError {
  const { message, remedy } = tableProblem(code, values);
  return new FileError(message, remedy);
}

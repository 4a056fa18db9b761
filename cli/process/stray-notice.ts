/** What is said of a file that the system did not give while the command itself was loaded. */
import { strayProblem } from '../../files/system-problem.ts';
import { printable } from '../printable.ts';

/** Null of any other error. */
export function strayNotice(error: unknown): { readonly text: string; readonly status: 1 | 4 } | null {
  const stray = strayProblem(error);
  if (stray === null) return null;
  return {
    text: `error: ${printable(stray.message)}\n  = help: ${printable(stray.remedy)}\n`,
    status: stray.isOfWriting ? 4 : 1,
  };
}

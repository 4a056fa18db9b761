/** Problems with an option. */
import { optionName } from './option-list';
import { putText } from './printable';
import { BAD_USAGE, endProblem, problem, raise, remedy } from './problems';
import { Sink, put } from './sink';
import { Text } from './text';

/** Begins a problem with `` `--seed -1` ``. */
export function problemWith(which: i32, value: Text): Sink {
  const to = problem();
  put(to, '`');
  putText(to, optionName(which));
  put(to, ' ');
  putText(to, value);
  put(to, '`');
  return to;
}

/** Ends the problem begun last, and the command. */
export function endUsage(help: String): void {
  put(remedy(), help);
  endProblem();
  raise(BAD_USAGE);
}

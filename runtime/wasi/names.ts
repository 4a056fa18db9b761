/** Lists of names in messages. */
import { List, itemAt } from './list';
import { putName, putText } from './printable';
import { Sink, put, putWhole } from './sink';
import { Text } from './text';

const LISTED: i32 = 20;

/** `a, b, c`, cut short after the first twenty; between backticks where `quoted`. */
export function putNames(to: Sink, names: List, quoted: bool): void {
  for (let i = 0; i < min(names.length, LISTED); i++) {
    if (i > 0) put(to, ', ');
    const name = changetype<Text>(itemAt(names, i));
    if (quoted) putName(to, name);
    else putText(to, name);
  }
  if (names.length <= LISTED) return;
  put(to, ' and ');
  putWhole(to, names.length - LISTED);
  put(to, ' more');
}

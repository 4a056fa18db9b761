/** The options that say how the table is read. */
import { addFilter, addOutcomeChoice, choiceOf } from './choices';
import { OUTCOME, columnAt, columnCalled, columnCount } from './columns';
import { putDidYouMean } from './did-you-mean';
import { append, itemAt, openList } from './list';
import { putNames } from './names';
import { DELIMITER, OUTCOME_COLUMN, ROWS } from './option-list';
import { putName, putText } from './printable';
import { BAD_USAGE, endProblem, problem, raise, remedy } from './problems';
import { separateBy } from './records';
import { put } from './sink';
import { Text } from './text';
import { endUsage, problemWith } from './usage-problem';
import { isWord, signIn, trimmedPart } from './words';

export function chooseOutcome(text: Text): void {
  const equals = signIn(text, 61);
  const name = trimmedPart(text, 0, max(equals, 0));
  const column = trimmedPart(text, equals + 1, text.length);
  if (name.length == 0 || column.length == 0) {
    put(problemWith(OUTCOME_COLUMN, text), ' does not say which outcome is in which column.');
    endUsage('Write NAME=COLUMN, such as --outcome read=tesseract.');
  }
  const found = columnCalled(name);
  if (found < 0 || columnAt(found).role != OUTCOME) refuseOutcomeName(name);
  if (changetype<usize>(choiceOf(name)) != 0) {
    const to = problem();
    put(to, '`--outcome ');
    putText(to, name);
    put(to, '=…` is given twice.');
    endUsage('Name one column, and run the module once for each.');
  }
  addOutcomeChoice(text, name, column);
}

function refuseOutcomeName(name: Text): void {
  const outcomes = openList();
  for (let i = 0; i < columnCount(); i++) {
    if (columnAt(i).role == OUTCOME) append(outcomes, changetype<usize>(columnAt(i).name));
  }
  const to = problem();
  put(to, 'The layout observes no outcome called ');
  putName(to, name);
  put(to, '.');
  putDidYouMean(to, name, outcomes);
  const help = remedy();
  put(help, outcomes.length == 1 ? 'Its outcome is ' : 'Its outcomes are ');
  putNames(help, outcomes, false);
  put(help, ': write --outcome ');
  putText(help, changetype<Text>(itemAt(outcomes, 0)));
  put(help, '=COLUMN.');
  endProblem();
  raise(BAD_USAGE);
}

export function chooseRows(text: Text): void {
  const equals = signIn(text, 61);
  const column = trimmedPart(text, 0, max(equals, 0));
  const value = trimmedPart(text, equals + 1, text.length);
  if (column.length == 0 || value.length == 0) {
    put(problemWith(ROWS, text), ' does not say which rows to use.');
    endUsage('Write COLUMN=VALUE, such as --rows split=train.');
  }
  addFilter(column, value);
}

export function chooseDelimiter(text: Text): void {
  const byte = isWord(text, 'tab') ? 9 : text.length == 1 ? <i32>load<u8>(text.at) : 0;
  if (!separates(byte)) {
    put(problemWith(DELIMITER, text), ' separates no fields.');
    endUsage('Give one sign, such as `;`, or the word `tab`.');
  }
  separateBy(byte);
}

/** A tab, or a sign that no number, no quote and no word is made of. */
function separates(byte: i32): bool {
  const letter = byte | 32;
  if (byte < 32 || byte > 126) return byte == 9;
  if (byte == 34 || byte == 43 || byte == 45 || byte == 46) return false;
  return !(byte >= 48 && byte <= 57) && !(letter >= 97 && letter <= 122);
}

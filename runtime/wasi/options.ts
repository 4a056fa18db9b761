/** What the command line says: the settings of the sampler, and through `choices.ts` and `input.ts` the table and how it is read. */
import { addFilter, addOutcomeChoice, choiceOf } from './choices';
import { OUTCOME, columnAt, columnCalled, columnCount } from './columns';
import { putDidYouMean } from './did-you-mean';
import { openFile } from './input';
import { List, append, itemAt, openList } from './list';
import { putNames } from './names';
import { readNumber } from './number/read-number';
import * as option from './option-list';
import { putName, putText } from './printable';
import { BAD_USAGE, endProblem, fail, problem, raise, remedy } from './problems';
import { separateBy } from './records';
import { Sink, put, putWhole } from './sink';
import * as table from './table';
import { Text, afterSpaces, beforeSpaces, ownText, sameText, textOf } from './text';

export let isSequential: bool = false;
export let chains: i32 = table.CHAINS;
export let warmup: i32 = table.WARMUP;
export let draws: i32 = table.DRAWS;
export let targetAccept: f64 = table.TARGET_ACCEPT;
export let maxTreeDepth: i32 = table.MAX_TREE_DEPTH;
export let seed: u64 = table.SEED;

/** Whether only `--help` or `--version` was asked for. */
export let asksHelp: bool = false;
export let asksVersion: bool = false;

let saysWarmup: bool = false;

/** Sets all that the words say. Ends the command over one that says nothing. */
export function readOptions(words: List): void {
  let file = changetype<Text>(0);
  let files = 0;
  let onlyFiles = false;
  for (let i = 0; i < words.length; i++) {
    const word = changetype<Text>(itemAt(words, i));
    if (onlyFiles || word.length < 2 || load<u8>(word.at) != 45) {
      file = word;
      files++;
    } else if (isWord(word, '--')) onlyFiles = true;
    else if (isWord(word, '-h') || isWord(word, '--help')) asksHelp = true;
    else if (isWord(word, '-V') || isWord(word, '--version')) asksVersion = true;
    else {
      const equals = signIn(word, 61);
      const name = equals < 0 ? word : part(word, 0, equals);
      const found = option.optionCalled(name);
      if (found < 0) refuseOption(name);
      if (equals >= 0) set(found, part(word, equals + 1, word.length));
      else if (i + 1 == words.length) refuseBare(found);
      else {
        i++;
        set(found, changetype<Text>(itemAt(words, i)));
      }
    }
  }
  if (asksHelp || asksVersion) return;
  if (isSequential && saysWarmup) {
    fail(
      BAD_USAGE,
      '`--warmup` does not go with `--method smc`, which adapts on its way from the prior.',
      'Leave it out; more particles, with `--draws`, make the result surer.',
    );
  }
  if (files > 1) refuseFiles(files);
  if (files == 1 && !isWord(file, '-')) openFile(file);
}

function set(which: i32, value: Text): void {
  if (which == option.OUTCOME_COLUMN) chooseOutcome(value);
  else if (which == option.ROWS) chooseRows(value);
  else if (which == option.DELIMITER) chooseDelimiter(value);
  else if (which == option.METHOD) chooseMethod(value);
  else if (which == option.CHAINS) chains = wholeNumber(which, value, 1, 1024);
  else if (which == option.WARMUP) {
    warmup = wholeNumber(which, value, 0, 1_000_000);
    saysWarmup = true;
  } else if (which == option.DRAWS) draws = wholeNumber(which, value, 4, 1_000_000);
  else if (which == option.TARGET_ACCEPT) targetAccept = properFraction(which, value);
  else if (which == option.MAX_TREE_DEPTH) maxTreeDepth = wholeNumber(which, value, 1, 20);
  else seed = seedNumber(which, value);
}

function isWord(text: Text, word: String): bool {
  return sameText(text, ownText(word));
}

function part(text: Text, from: i32, to: i32): Text {
  return textOf(text.at + <usize>from, to - from);
}

/** The same without the blanks around it. */
function trimmedPart(text: Text, from: i32, to: i32): Text {
  const start = afterSpaces(text.at + <usize>from, text.at + <usize>to);
  return textOf(start, <i32>(beforeSpaces(start, text.at + <usize>to) - start));
}

/** Where a sign of ASCII is first; -1 where it is not. */
function signIn(text: Text, sign: i32): i32 {
  for (let i = 0; i < text.length; i++) if (load<u8>(text.at + <usize>i) == sign) return i;
  return -1;
}

/** Begins a problem with `` `--seed -1` ``. */
function problemWith(which: i32, value: Text): Sink {
  const to = problem();
  put(to, '`');
  putText(to, option.optionName(which));
  put(to, ' ');
  putText(to, value);
  put(to, '`');
  return to;
}

function endUsage(help: String): void {
  put(remedy(), help);
  endProblem();
  raise(BAD_USAGE);
}

function refuseOption(name: Text): void {
  const to = problem();
  put(to, 'Unknown option ');
  putName(to, name);
  put(to, '.');
  putDidYouMean(to, name, option.optionNames());
  endUsage('`--help` says what can be given.');
}

function refuseBare(which: i32): void {
  const to = problem();
  put(to, 'Option ');
  putName(to, option.optionForm(which));
  put(to, ' argument missing.');
  endUsage('`--help` says what can be given.');
}

function refuseFiles(count: i32): void {
  const to = problem();
  put(to, 'Too many arguments. Expected 1 table but got ');
  putWhole(to, count);
  put(to, '.');
  endUsage('`--help` says what can be given.');
}

function chooseOutcome(text: Text): void {
  const equals = signIn(text, 61);
  const name = trimmedPart(text, 0, max(equals, 0));
  const column = trimmedPart(text, equals + 1, text.length);
  if (name.length == 0 || column.length == 0) {
    put(problemWith(option.OUTCOME_COLUMN, text), ' does not say which outcome is in which column.');
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

function chooseRows(text: Text): void {
  const equals = signIn(text, 61);
  const column = trimmedPart(text, 0, max(equals, 0));
  const value = trimmedPart(text, equals + 1, text.length);
  if (column.length == 0 || value.length == 0) {
    put(problemWith(option.ROWS, text), ' does not say which rows to use.');
    endUsage('Write COLUMN=VALUE, such as --rows split=train.');
  }
  addFilter(column, value);
}

function chooseDelimiter(text: Text): void {
  const byte = isWord(text, 'tab') ? 9 : text.length == 1 ? <i32>load<u8>(text.at) : 0;
  // What a number, a quoted field or the end of a line is made of separates nothing.
  const separates = byte == 9 || (byte >= 32 && byte < 127 && byte != 34 && byte != 43 && byte != 45 && byte != 46 && !isAlphanumeric(byte));
  if (!separates) {
    put(problemWith(option.DELIMITER, text), ' separates no fields.');
    endUsage('Give one sign, such as `;`, or the word `tab`.');
  }
  separateBy(byte);
}

function isAlphanumeric(byte: i32): bool {
  const letter = byte | 32;
  return (byte >= 48 && byte <= 57) || (letter >= 97 && letter <= 122);
}

function chooseMethod(text: Text): void {
  isSequential = isWord(text, 'smc');
  if (isSequential || isWord(text, 'nuts')) return;
  const to = problem();
  put(to, 'Option ');
  putName(to, option.optionForm(option.METHOD));
  put(to, ' argument ');
  putName(to, text);
  put(to, ' is invalid. Allowed choices are nuts, smc.');
  endUsage('`--help` says what can be given.');
}

function isWhole(text: Text): bool {
  if (text.length == 0) return false;
  for (let i = 0; i < text.length; i++) {
    const byte = load<u8>(text.at + <usize>i);
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}

function wholeNumber(which: i32, text: Text, lo: i32, hi: i32): i32 {
  const value = readNumber(text.at, text.length);
  if (isWhole(text) && value >= <f64>lo && value <= <f64>hi) return <i32>value;
  const isNegative = text.length > 1 && load<u8>(text.at) == 45 && isWhole(part(text, 1, text.length));
  put(problemWith(which, text), isWhole(text) || isNegative ? ' is out of range.' : ' is no whole number.');
  const help = remedy();
  put(help, 'Give a whole number from ');
  putWhole(help, lo);
  put(help, ' to ');
  putWhole(help, hi);
  put(help, '.');
  endProblem();
  raise(BAD_USAGE);
  return 0;
}

function properFraction(which: i32, text: Text): f64 {
  const value = readNumber(text.at, text.length);
  if (value > 0 && value < 1) return value;
  put(problemWith(which, text), isNaN(value) ? ' is no number.' : ' is out of range.');
  endUsage('Give a number between 0 and 1, such as 0.95.');
  return 0;
}

function seedNumber(which: i32, text: Text): u64 {
  let value: u64 = 0;
  let isSeed = isWhole(text) && text.length <= 20;
  for (let i = 0; i < text.length && isSeed; i++) {
    const digit = <u64>(load<u8>(text.at + <usize>i) - 48);
    // The greatest is 18446744073709551615.
    isSeed = value < 1_844_674_407_370_955_161 || (value == 1_844_674_407_370_955_161 && digit <= 5);
    value = 10 * value + digit;
  }
  if (isSeed) return value;
  put(problemWith(which, text), ' is no seed.');
  endUsage('Give a whole number from 0 to 2^64 - 1.');
  return 0;
}

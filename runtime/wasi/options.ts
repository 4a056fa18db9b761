/**
 * Parses the command line. The compiler describes the options in `table.ts`. They set the sampler's settings here, and
 * the options about the table in `choices.ts`, `records.ts` and `input.ts`.
 */
import { addFilter, addOutcomeChoice, choiceOf } from './choices';
import { OUTCOME, columnAt, columnCalled, columnCount } from './columns';
import { didYouMean } from './did-you-mean';
import { openFile } from './input';
import { readNumber } from './number/read-number';
import { listNames } from './printable';
import { BAD_USAGE, raise } from './problems';
import { limitRecords, separateBy } from './records';
import {
  tellBareOption,
  tellFractionOutOfRange,
  tellNoDelimiter,
  tellNoOutcome,
  tellNoSeed,
  tellNotFraction,
  tellNotWhole,
  tellOutcomeTwice,
  tellTwoTables,
  tellUnclearOutcome,
  tellUnclearRows,
  tellUnknownMethod,
  tellUnknownOption,
  tellWarmupOfParticles,
  tellWholeOutOfRange,
} from './sentences';
import { List, append, itemAt, openList, reserve } from './storage';
import * as table from './table';
import { Text, isWord, ownText, part, placeOfSign, sameText, trimmedPart } from './text';

@unmanaged
export class Option {
  /** `--seed`. */
  name: Text;
  /** The option with its argument: `--seed <n>`. */
  form: Text;
  purpose: Text;
}

let options = changetype<List>(0);

export let isSequential: bool = false;
export let chains: i32 = table.CHAINS;
export let warmup: i32 = table.WARMUP;
export let draws: i32 = table.DRAWS;
export let targetAccept: f64 = table.TARGET_ACCEPT;
export let maxTreeDepth: i32 = table.MAX_TREE_DEPTH;
export let seed: u64 = table.SEED;

/** Whether `--help` or `--version` was given. */
export let asksHelp: bool = false;
export let asksVersion: bool = false;

let isWarmupGiven: bool = false;

/** Allocates the list that `table.ts` fills. */
export function openOptions(): void {
  options = openList();
}

/** Adds an option with its purpose, as `--help` shows them. */
export function option(form: String, purpose: String): void {
  const made = changetype<Option>(reserve(offsetof<Option>()));
  made.form = ownText(form);
  const blank = placeOfSign(made.form, 32);
  made.name = blank < 0 ? made.form : part(made.form, 0, blank);
  made.purpose = ownText(purpose);
  append(options, changetype<usize>(made));
}

export function optionCount(): i32 {
  return options.length;
}

export function optionAt(index: i32): Option {
  return changetype<Option>(itemAt(options, index));
}

/** Applies all arguments. Ends the command if one is invalid. */
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
      const equals = placeOfSign(word, 61);
      const found = optionCalled(equals < 0 ? word : part(word, 0, equals));
      if (equals >= 0) set(found.name, part(word, equals + 1, word.length));
      else if (i + 1 == words.length) {
        tellBareOption(found.form);
        raise(BAD_USAGE);
      } else {
        i++;
        set(found.name, changetype<Text>(itemAt(words, i)));
      }
    }
  }
  if (asksHelp || asksVersion) return;
  if (isSequential && isWarmupGiven) tellWarmupOfParticles();
  else if (files > 1) tellTwoTables(files);
  raise(BAD_USAGE);
  if (files == 1 && !isWord(file, '-')) openFile(file);
}

/** The option with a name such as `--seed`. Ends the command if there is none. */
function optionCalled(name: Text): Option {
  const names = openList();
  for (let i = 0; i < options.length; i++) {
    if (sameText(optionAt(i).name, name)) return optionAt(i);
    append(names, changetype<usize>(optionAt(i).name));
  }
  tellUnknownOption(name, didYouMean(name, names));
  raise(BAD_USAGE);
  return changetype<Option>(0);
}

function set(name: Text, value: Text): void {
  if (isWord(name, '--outcome')) chooseOutcome(value);
  else if (isWord(name, '--rows')) chooseRows(name, value);
  else if (isWord(name, '--delimiter')) chooseDelimiter(value);
  else if (isWord(name, '--record-limit')) limitRecords(wholeNumber(name, value, 1, 500));
  else if (isWord(name, '--method')) chooseMethod(value);
  else if (isWord(name, '--chains')) chains = wholeNumber(name, value, 1, 1024);
  else if (isWord(name, '--warmup')) {
    warmup = wholeNumber(name, value, 0, 1_000_000);
    isWarmupGiven = true;
  } else if (isWord(name, '--draws')) draws = wholeNumber(name, value, 4, 1_000_000);
  else if (isWord(name, '--target-accept')) targetAccept = properFraction(name, value);
  else if (isWord(name, '--max-tree-depth')) maxTreeDepth = wholeNumber(name, value, 1, 20);
  else seed = seedNumber(name, value);
}

function chooseMethod(value: Text): void {
  isSequential = isWord(value, 'smc');
  if (isSequential || isWord(value, 'nuts')) return;
  tellUnknownMethod(optionCalled(ownText('--method')).form, value);
  raise(BAD_USAGE);
}

function chooseOutcome(text: Text): void {
  const equals = placeOfSign(text, 61);
  const name = trimmedPart(text, 0, max(equals, 0));
  const column = trimmedPart(text, equals + 1, text.length);
  if (name.length == 0 || column.length == 0) tellUnclearOutcome(ownText('--outcome'), text);
  raise(BAD_USAGE);
  const found = columnCalled(name);
  if (found < 0 || columnAt(found).role != OUTCOME) refuseOutcome(name);
  if (changetype<usize>(choiceOf(name)) != 0) tellOutcomeTwice(name);
  raise(BAD_USAGE);
  addOutcomeChoice(text, name, column);
}

function refuseOutcome(name: Text): void {
  const outcomes = openList();
  for (let i = 0; i < columnCount(); i++) {
    if (columnAt(i).role == OUTCOME) append(outcomes, changetype<usize>(columnAt(i).name));
  }
  const first = changetype<Text>(itemAt(outcomes, 0));
  tellNoOutcome(name, didYouMean(name, outcomes), outcomes.length, listNames(outcomes, false), first);
  raise(BAD_USAGE);
}

function chooseRows(name: Text, text: Text): void {
  const equals = placeOfSign(text, 61);
  const column = trimmedPart(text, 0, max(equals, 0));
  const value = trimmedPart(text, equals + 1, text.length);
  if (column.length == 0 || value.length == 0) tellUnclearRows(name, text);
  raise(BAD_USAGE);
  addFilter(column, value);
}

function chooseDelimiter(text: Text): void {
  const byte = isWord(text, 'tab') || isWord(text, '\\t') ? 9 : text.length == 1 ? <i32>load<u8>(text.at) : 0;
  if (!separates(byte)) tellNoDelimiter(text);
  raise(BAD_USAGE);
  separateBy(byte);
}

/** Whether a byte may separate fields: a tab, or a character that occurs in no number, quote or word. */
function separates(byte: i32): bool {
  const letter = byte | 32;
  if (byte < 32 || byte > 126) return byte == 9;
  if (byte == 34 || byte == 43 || byte == 45 || byte == 46) return false;
  return !(byte >= 48 && byte <= 57) && !(letter >= 97 && letter <= 122);
}

function isWhole(text: Text): bool {
  if (text.length == 0) return false;
  for (let i = 0; i < text.length; i++) {
    const byte = load<u8>(text.at + <usize>i);
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}

function wholeNumber(name: Text, text: Text, lo: i32, hi: i32): i32 {
  const value = readNumber(text.at, text.length);
  if (isWhole(text) && value >= <f64>lo && value <= <f64>hi) return <i32>value;
  const isNegative = text.length > 1 && load<u8>(text.at) == 45 && isWhole(part(text, 1, text.length));
  if (isWhole(text) || isNegative) tellWholeOutOfRange(name, text, lo, hi);
  else tellNotWhole(name, text, lo, hi);
  raise(BAD_USAGE);
  return 0;
}

function properFraction(name: Text, text: Text): f64 {
  const value = readNumber(text.at, text.length);
  if (value > 0 && value < 1) return value;
  if (isNaN(value)) tellNotFraction(name, text);
  else tellFractionOutOfRange(name, text);
  raise(BAD_USAGE);
  return 0;
}

function seedNumber(name: Text, text: Text): u64 {
  let value: u64 = 0;
  let isSeed = isWhole(text) && text.length <= 20;
  for (let i = 0; i < text.length && isSeed; i++) {
    const digit = <u64>(load<u8>(text.at + <usize>i) - 48);
    // The maximum is 18446744073709551615.
    isSeed = value < 1_844_674_407_370_955_161 || (value == 1_844_674_407_370_955_161 && digit <= 5);
    value = 10 * value + digit;
  }
  if (isSeed) return value;
  tellNoSeed(name, text);
  raise(BAD_USAGE);
  return 0;
}

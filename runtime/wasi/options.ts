/** What the command line says: the settings of the sampler, and what `choices.ts` and `input.ts` are told of the table. */
import { putDidYouMean } from './did-you-mean';
import { openFile } from './input';
import { List, itemAt } from './list';
import * as option from './option-list';
import { properFraction, seedNumber, wholeNumber } from './option-number';
import { putName } from './printable';
import { BAD_USAGE, fail, problem } from './problems';
import { put, putWhole } from './sink';
import { limitRecords } from './records';
import * as table from './table';
import { chooseDelimiter, chooseOutcome, chooseRows } from './table-options';
import { Text } from './text';
import { endUsage } from './usage-problem';
import { isWord, part, signIn } from './words';

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
  else if (which == option.RECORD_LIMIT) limitRecords(wholeNumber(which, value, 1, 500));
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

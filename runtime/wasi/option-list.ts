/** The options that there are, as `--help` shows them and as they are found by name. */
import { List, append, itemAt, openList } from './list';
import { Sink, put, putByte } from './sink';
import { putText } from './printable';
import { Text, ownText, sameText, textOf } from './text';

/** Their numbers, in the order in which they are described. */
export const OUTCOME_COLUMN: i32 = 0;
export const ROWS: i32 = 1;
export const DELIMITER: i32 = 2;
export const RECORD_LIMIT: i32 = 3;
export const METHOD: i32 = 4;
export const CHAINS: i32 = 5;
export const WARMUP: i32 = 6;
export const DRAWS: i32 = 7;
export const TARGET_ACCEPT: i32 = 8;
export const MAX_TREE_DEPTH: i32 = 9;
export const SEED: i32 = 10;
export const VERSION: i32 = 11;
export const HELP: i32 = 12;

const FORM_WIDTH: i32 = 25;

/** With the value they take, `--seed <n>`, without, `--seed`, and what they do. */
let forms = changetype<List>(0);
let names = changetype<List>(0);
let purposes = changetype<List>(0);

export function openOptions(): void {
  forms = openList();
  names = openList();
  purposes = openList();
  describe('--outcome <name=column>', 'the column that holds an outcome; by default that of its name');
  describe('--rows <column=value>', 'use only the rows with that value; may be given several times');
  describe('--delimiter <sign>', 'what separates fields, or tab; by default found in the first line');
  describe('--record-limit <MiB>', 'how long a row may be, where it is longer than 16 MiB');
  describe('--method <name>', 'nuts: chains; smc: sequential Monte Carlo');
  describe('--chains <n>', 'how many chains, or independent runs of smc');
  describe('--warmup <n>', 'steps of each chain that adapt and are dropped; not for smc');
  describe('--draws <n>', 'draws of each chain that are kept, or particles of each run of smc');
  describe('--target-accept <p>', 'acceptance aimed at: nearer 1 is slower and safer');
  describe('--max-tree-depth <n>', 'doublings of a trajectory at most');
  describe('--seed <n>', 'the same seed gives the same draws');
  describe('--version', 'print the version of theodolite that built this module');
  describe('--help', 'print this');
}

function describe(form: String, purpose: String): void {
  const text = ownText(form);
  let length = 0;
  while (length < text.length && load<u8>(text.at + <usize>length) != 32) length++;
  append(forms, changetype<usize>(text));
  append(names, changetype<usize>(textOf(text.at, length)));
  append(purposes, changetype<usize>(ownText(purpose)));
}

/** The number of the option of a name such as `--seed`; -1 where there is none. */
export function optionCalled(name: Text): i32 {
  for (let i = 0; i < names.length; i++) if (sameText(optionName(i), name)) return i;
  return -1;
}

export function optionName(option: i32): Text {
  return changetype<Text>(itemAt(names, option));
}

export function optionForm(option: i32): Text {
  return changetype<Text>(itemAt(forms, option));
}

/** The names of all of them. */
export function optionNames(): List {
  return names;
}

export function optionCount(): i32 {
  return names.length;
}

/** Puts a line of help: what an option looks like and what it does; its end is the caller's. */
export function putOption(to: Sink, option: i32): void {
  const form = optionForm(option);
  put(to, '  ');
  putText(to, form);
  for (let i = form.length; i < FORM_WIDTH; i++) putByte(to, 32);
  putText(to, changetype<Text>(itemAt(purposes, option)));
}

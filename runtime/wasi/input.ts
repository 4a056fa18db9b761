/** Opens and reads the table: the standard input, or a file in a directory that the runtime has granted. */
import { BAD_INPUT, forgetProblems, raise } from './problems';
import { putText } from './printable';
import { reserve } from './storage';
import { tellDirectory, tellForbidden, tellNoFile, tellNotGiven, tellUnreadable } from './sentences';
import { Sink, put } from './sink';
import {
  ACCESS,
  FIRST_GIVEN,
  IS_DIRECTORY,
  NOT_A_DIRECTORY,
  NOT_CAPABLE,
  NOT_PERMITTED,
  NO_ENTRY,
  STANDARD_INPUT,
  errorNumber,
  fd_prestat_dir_name,
  fd_prestat_get,
  path_open,
  readSome,
} from './system';
import { Text, sameBytes, textOf } from './text';

/** Follow symbolic links. */
const FOLLOW: u32 = 1;
/** Open only directories. */
const DIRECTORY: u32 = 2;
const RIGHT_TO_READ: u64 = 2;

const SLASH: u8 = 47;
const DOT: u8 = 46;

let path = changetype<Text>(0);
let descriptor: i32 = STANDARD_INPUT;

/** Writes the name of the table in messages. */
export function putTable(to: Sink, beginsSentence: bool): void {
  if (changetype<usize>(path) != 0) putText(to, path);
  else put(to, beginsSentence ? 'The standard input' : 'the standard input');
}

/** Opens a file below one of the granted directories. Ends the command if that is not possible. */
export function openFile(name: Text): void {
  path = name;
  const answer = reserve(8);
  let nearest = -1;
  let rest = changetype<Text>(0);
  let matched = -1;
  // The directory whose name is the longest prefix of the path.
  for (let given = FIRST_GIVEN; fd_prestat_get(given, answer) == 0; given++) {
    const length = load<i32>(answer, 4);
    const directory = reserve(<usize>length);
    if (load<u8>(answer) != 0 || fd_prestat_dir_name(given, directory, length) != 0) continue;
    const below = pathBelow(directory, length, name);
    if (changetype<usize>(below) == 0 || length <= matched) continue;
    nearest = given;
    rest = below;
    matched = length;
  }
  if (nearest < 0) refuse(NOT_CAPABLE);
  const isDirectory = path_open(nearest, FOLLOW, rest.at, rest.length, DIRECTORY, 0, 0, 0, answer) == 0;
  if (isDirectory) refuse(IS_DIRECTORY);
  const error = path_open(nearest, FOLLOW, rest.at, rest.length, 0, RIGHT_TO_READ, 0, 0, answer);
  if (error != 0) refuse(error);
  descriptor = load<i32>(answer);
}

/** The rest of a path below a directory; null if the path is not below it. */
function pathBelow(directory: usize, length: i32, name: Text): Text {
  let skipped = 0;
  const isHere = length == 0 || (length == 1 && load<u8>(directory) == DOT);
  if (isHere) {
    if (name.length > 0 && load<u8>(name.at) == SLASH) return changetype<Text>(0);
  } else {
    // `data` and `data/` are the same directory.
    const bare = load<u8>(directory + <usize>length - 1) == SLASH ? length - 1 : length;
    if (name.length <= bare || !sameBytes(name.at, bare, directory, bare)) return changetype<Text>(0);
    if (load<u8>(name.at + <usize>bare) != SLASH) return changetype<Text>(0);
    skipped = bare + 1;
  }
  // A path that begins with `./` is also below `.`.
  while (beginsHere(name, skipped)) skipped += 2;
  return textOf(name.at + <usize>skipped, name.length - skipped);
}

/** Whether `./` is at a position of a path. */
function beginsHere(name: Text, place: i32): bool {
  if (place + 1 >= name.length) return false;
  return load<u8>(name.at + <usize>place) == DOT && load<u8>(name.at + <usize>place + 1) == SLASH;
}

/** Reads at most `bytes` bytes of the table; 0 at its end. Ends the command if that fails. */
export function readTableBytes(at: usize, bytes: i32): i32 {
  const read = readSome(descriptor, at, bytes);
  if (read < 0) refuse(errorNumber());
  return read;
}

/** Ends the command with a message for a system error. */
function refuse(error: i32): void {
  forgetProblems();
  if (error == NO_ENTRY || error == NOT_A_DIRECTORY) tellNoFile();
  else if (error == NOT_CAPABLE) tellNotGiven();
  else if (error == IS_DIRECTORY) tellDirectory();
  else if (error == ACCESS || error == NOT_PERMITTED) tellForbidden();
  else tellUnreadable(error);
  raise(BAD_INPUT);
}

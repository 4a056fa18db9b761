/**
 * Reports problems in the format of the `theodolite` command, and ends the command. Of several problems the first few
 * are shown and the rest are counted.
 */
import { allRows } from '../rows';
import { Sink, flush, openSink, openText, put, putByte, putKept, putWhole } from './sink';
import { BROKEN_PIPE, INPUT_OUTPUT, NO_SPACE, STANDARD_ERROR, errorNumber, proc_exit } from './system';

/** The exit statuses. */
export const FINE: i32 = 0;
export const BAD_INPUT: i32 = 1;
export const BAD_USAGE: i32 = 2;
export const CANNOT_WRITE: i32 = 4;

/** Maximum number of problems shown. */
const TOLD: i32 = 5;

let messages = changetype<Sink>(0);
let told = changetype<Sink>(0);
let untold = changetype<Sink>(0);
let count: i32 = 0;

/** Allocates the messages in advance, for when memory has run out. */
export function openProblems(): void {
  messages = openSink(STANDARD_ERROR, 4096);
  told = openText();
  untold = openText();
}

/** The sink for notices, which are not problems. */
export function notices(): Sink {
  return messages;
}

export function problemCount(): i32 {
  return count;
}

/** Begins a problem, and returns the sink for its sentence. */
export function problem(): Sink {
  count++;
  untold.used = 0;
  const to = present();
  put(to, 'error: ');
  return to;
}

function present(): Sink {
  return count <= TOLD ? told : untold;
}

/** Ends the sentence of the current problem, and returns the sink for its remedy. */
export function remedy(): Sink {
  put(present(), '\n  = help: ');
  return present();
}

export function endProblem(): void {
  putByte(present(), 10);
}

/** Drops the problems found so far, for a problem that takes precedence. */
export function forgetProblems(): void {
  count = 0;
  told.used = 0;
}

/** Ends the command if there are problems. */
export function raise(status: i32): void {
  if (count == 0) return;
  putKept(messages, told);
  if (count > TOLD) {
    put(messages, 'and ');
    putWhole(messages, count - TOLD);
    put(messages, count == TOLD + 1 ? ' more problem\n' : ' more problems\n');
  }
  end(status);
}

export function end(status: i32): void {
  flush(messages);
  proc_exit(status);
  unreachable();
}

/** Ends the command when memory has run out. */
export function endWithoutMemory(): void {
  // Written directly, since the messages' buffer is already allocated.
  put(messages, 'error: There is not enough memory: ');
  putWhole(messages, <u64>allRows());
  put(messages, ' rows had been read.\n  = help: Fit fewer rows, ask for fewer draws, or give the module more memory.\n');
  end(BAD_INPUT);
}

/**
 * Ends the command when its output cannot be written. If the reader has just stopped reading, as `head` does, there is
 * no message.
 */
export function cannotWrite(): void {
  const error = errorNumber();
  // Wasmtime reports a broken pipe as the second error.
  if (error != BROKEN_PIPE && error != INPUT_OUTPUT) {
    put(messages, 'error: The standard output cannot be written: ');
    if (error == NO_SPACE) put(messages, 'the disk is full');
    else {
      put(messages, 'error ');
      putWhole(messages, error);
      put(messages, ' of WASI');
    }
    put(messages, '.\n  = help: Give a place that you may write to.\n');
  }
  end(CANNOT_WRITE);
}

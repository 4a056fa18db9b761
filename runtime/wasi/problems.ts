/**
 * What is wrong, in the form that the `theodolite` command has for it, and how the command ends over it. Of several
 * problems the first few are told and the rest are counted.
 */
import { allRows } from '../rows';
import { Sink, flush, openSink, openText, put, putByte, putKept, putWhole } from './sink';
import { BROKEN_PIPE, INPUT_OUTPUT, NO_SPACE, STANDARD_ERROR, errorNumber, proc_exit } from './system';

/** The exit statuses that there are. */
export const FINE: i32 = 0;
export const BAD_INPUT: i32 = 1;
export const BAD_USAGE: i32 = 2;
export const CANNOT_WRITE: i32 = 4;

/** How many problems are told at once. */
const TOLD: i32 = 5;

let messages = changetype<Sink>(0);
let told = changetype<Sink>(0);
let untold = changetype<Sink>(0);
let count: i32 = 0;

/** Makes room for messages, so that there is some when memory has run out. */
export function openProblems(): void {
  messages = openSink(STANDARD_ERROR, 4096);
  told = openText();
  untold = openText();
}

/** Where notices go that are no problems. */
export function notices(): Sink {
  return messages;
}

export function problemCount(): i32 {
  return count;
}

/** Begins a problem. Returns where its sentence is to be put. */
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

/** Ends the sentence of the problem begun last, and begins that of what to do. */
export function remedy(): Sink {
  put(present(), '\n  = help: ');
  return present();
}

export function endProblem(): void {
  putByte(present(), 10);
}

/** Drops what was found so far, for a problem that stands before all others. */
export function forgetProblems(): void {
  count = 0;
  told.used = 0;
}

/** Ends the command when there are problems. */
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

/** The end of a command that has no more memory. */
export function endWithoutMemory(): void {
  // Straight to the stream, whose room is there.
  put(messages, 'error: There is not enough memory: ');
  putWhole(messages, <u64>allRows());
  put(messages, ' rows had been read.\n  = help: Fit fewer rows, ask for fewer draws, or give the module more memory.\n');
  end(BAD_INPUT);
}

/** The end of a command whose output is not taken. A reader that stops listening, such as `head`, wants no message. */
export function cannotWrite(): void {
  const error = errorNumber();
  // Wasmtime has the second word for it.
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

/** Lines on stderr that say what a command is doing, where it takes long and no live line says so. */
import { isatty } from 'node:tty';
import { printable } from '../printable.ts';
import { duration } from '../words.ts';
import { STANDARD_ERROR, sayAtOnce } from './standard-streams.ts';
import { SHARED } from './supervised.ts';

export interface Notes {
  /** What it is doing from now on. */
  doing(text: string): void;
  /** Says nothing more. */
  end(): void;
}

/** The first line comes after so many seconds, and the next each time that the time has doubled. */
const FIRST_SECONDS = 10;
/** So long without a beat, a command is said not to answer: it is at work on something long, or its module does not return. */
const SILENT_SECONDS = 10;
const LOOK_MILLISECONDS = 500;

/**
 * Opens them. On a terminal the live line says what is done, as long as the command's thread has the time to: then nothing is said
 * here but that it has not answered for some seconds. The variable THEODOLITE_NOTES says after how many seconds the first line comes,
 * or `off`.
 *
 * @param shared as `SHARED` says
 */
export function openNotes(shared: Int32Array): Notes {
  const setting = process.env.THEODOLITE_NOTES ?? '';
  const wanted = Number(setting);
  const first = setting !== '' && wanted > 0 && Number.isFinite(wanted) ? wanted : FIRST_SECONDS;
  let text = '';
  if (setting === 'off') return { doing() {}, end() {} };
  const isTerminal = isatty(STANDARD_ERROR);
  const began = Date.now();
  let next = first;
  let beats = 0;
  let heard = began;
  const look = () => {
    const now = Date.now();
    const beat = Atomics.load(shared, SHARED.beats);
    if (beat !== beats) [beats, heard] = [beat, now];
    const silent = (now - heard) / 1000;
    const isSilent = silent >= Math.min(SILENT_SECONDS, first);
    const what = text === '' ? 'the command begins' : text;
    if (isTerminal) {
      if (isSilent) sayAtOnce(`${what} … no answer for ${duration(silent)}; Ctrl-C ends it`, '\r\x1b[K');
      return;
    }
    const seconds = (now - began) / 1000;
    if (seconds < next) return;
    while (next <= seconds) next *= 2;
    const answer = isSilent ? `, without an answer for ${duration(silent)}` : '';
    sayAtOnce(`note: after ${duration(seconds)}: ${what}${answer}. Ctrl-C ends it.\n`);
  };
  const timer = setInterval(look, LOOK_MILLISECONDS);
  timer.unref();
  return {
    doing: (doing) => {
      text = printable(doing);
    },
    end: () => clearInterval(timer),
  };
}

/** What a command is doing, as it goes on: a live line on stderr where that is a terminal, and told to the process's own thread. */
import { SingleBar } from 'cli-progress';
import type { FitPhase } from '../../host/fit-phase.ts';
import { printable } from '../printable.ts';
import { liveStream } from '../terminal.ts';
import { countOf, duration } from '../words.ts';
import { tellSupervisor } from './supervised.ts';

/** What is being sampled: the subject, which of how many it is, and the transitions done, of how many, over all of them. */
interface SamplingProgress {
  readonly subject: string;
  readonly index: number;
  readonly subjects: number;
  readonly done: number;
  readonly total: number;
  /** Whether these are draws, or parts of the way from the prior to the posterior. */
  readonly counts: 'draws' | 'way';
  /** What is done for the subject now; absent where the command is not told. */
  readonly phase?: 'binding' | 'warm-up' | FitPhase;
  /** How many parameters are summed up. */
  readonly parameters?: number;
}

export interface ProgressLine {
  /** Says in words what goes on, such as `compiling ocr.ml`. */
  stage(text: string): void;
  sampling(progress: SamplingProgress): void;
  /** Takes the line away, as before a table is printed. */
  clear(): void;
}

/** A live line on a terminal; elsewhere it is told now and then by who supervises the command. */
export function openProgressLine(stream: NodeJS.WriteStream = liveStream()): ProgressLine {
  return new Progress(stream.isTTY ? new LiveLine(stream) : null);
}

/** How often a line is drawn anew while nothing is told: the time that it shows goes on. */
const REDRAW_MILLISECONDS = 1000;
/** How often it is told how far sampling is. */
const TELL_MILLISECONDS = 500;

/** Guards what was told last and since when, and the clock that draws the line anew. */
class Progress implements ProgressLine {
  readonly #line: LiveLine | null;
  #draw: (() => void) | undefined;
  #clock: NodeJS.Timeout | undefined;
  /** When the first draws were told of. */
  #began: number | undefined;
  #told = 0;
  /** What was told last, where it was not sampling, so that its time goes on while it is told again. */
  #aside: string | undefined;

  constructor(line: LiveLine | null) {
    this.#line = line;
  }

  stage(text: string): void {
    this.clear();
    const began = Date.now();
    tellSupervisor({ kind: 'doing', text });
    this.#show(() => this.#line?.stage(text, Date.now() - began));
  }

  sampling(progress: SamplingProgress): void {
    const aside = describeAside(progress);
    if (aside !== null) {
      this.#tellAside(aside);
      return;
    }
    this.#aside = undefined;
    this.#began ??= Date.now();
    const began = this.#began;
    const now = Date.now();
    if (now - this.#told >= TELL_MILLISECONDS) {
      this.#told = now;
      tellSupervisor({ kind: 'doing', text: describeProgress(progress, now - began) });
    }
    this.#show(() => this.#line?.sampling(progress, describeProgress(progress, Date.now() - began)));
  }

  /** Written at once: what follows may keep this thread busy for long. */
  #tellAside(text: string): void {
    if (text === this.#aside) return;
    this.stage(text);
    this.#aside = text;
  }

  clear(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
    this.#aside = undefined;
    this.#line?.clear();
  }

  #show(draw: () => void): void {
    this.#draw = draw;
    draw();
    if (this.#line === null) return;
    this.#clock ??= setInterval(() => this.#draw?.(), REDRAW_MILLISECONDS).unref();
  }
}

/** How long a stage goes on before it says for how long. */
const STAGE_MILLISECONDS = 2000;

/** Guards the line on the screen. */
class LiveLine {
  readonly #stream: NodeJS.WriteStream;
  #bar: SingleBar | undefined;
  #staged = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  stage(text: string, milliseconds: number): void {
    this.clear();
    const time = milliseconds < STAGE_MILLISECONDS ? '' : ` ${duration(milliseconds / 1000)}`;
    this.#stream.write(`${printable(text)} …${time}`);
    this.#staged = true;
  }

  sampling({ done, total }: SamplingProgress, text: string): void {
    if (this.#bar === undefined) {
      this.clear();
      this.#bar = new SingleBar({
        stream: this.#stream,
        format: '[{bar}] {text}',
        barsize: 24,
        clearOnComplete: true,
        hideCursor: true,
        fps: 20,
      });
      this.#bar.start(total, done, { text: printable(text) });
    } else {
      this.#bar.update(done, { text: printable(text) });
    }
  }

  clear(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    if (this.#staged) this.#stream.write('\r\x1b[K');
    this.#staged = false;
  }
}

/** Before so long, and so much of the work, the time that is left cannot be reckoned. */
const EARLY_SECONDS = 2;
const EARLY_SHARE = 0.02;

/** What is done for a subject before and after its chains run, such as `gocr (2 of 3), summing up 9000 parameters`; null while they run. */
export function describeAside({
  subject,
  index,
  subjects,
  phase,
  parameters = 0,
}: SamplingProgress): string | null {
  const place = subjects > 1 ? ` (${index} of ${subjects})` : '';
  switch (phase) {
    case 'binding':
      return `${subject}${place}, binding its rows to the layout`;
    case 'modes':
      return `${subject}${place}, looking for separate modes`;
    case 'summary':
      return `${subject}${place}, summing up ${countOf(parameters, 'parameter')}`;
    default:
      return null;
  }
}

/**
 * `gocr (2 of 3), 14640 of 24000 draws, 4 s left`, or `gocr, 61 % of the way from the prior, 4 s left`. Before there is anything to
 * reckon with it is how long it has taken so far, and after that what is still done with the draws.
 */
export function describeProgress(
  { subject, index, subjects, done, total, counts, phase }: SamplingProgress,
  milliseconds: number,
): string {
  const place = subjects > 1 ? ` (${index} of ${subjects})` : '';
  const seconds = milliseconds / 1000;
  const isEarly = seconds < EARLY_SECONDS && done < EARLY_SHARE * total;
  const left =
    done === 0 || isEarly
      ? `, ${duration(seconds)} so far`
      : done < total
        ? `, ${duration((seconds * (total - done)) / done)} left`
        : ', looking for separate modes and summing up';
  const far =
    counts === 'draws'
      ? `${done} of ${countOf(total, 'draw')}`
      : `${Math.floor((100 * done) / total)} % of the way from the prior`;
  return `${subject}${place}, ${phase === 'warm-up' ? 'warming up, ' : ''}${far}${left}`;
}

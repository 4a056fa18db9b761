/** The progress of a command: a live line on stderr if that is a terminal, and messages to the main thread. */
import { SingleBar } from 'cli-progress';
import type { FitPhase } from '../../host/fit-phase.ts';
import { printable } from '../printable.ts';
import { liveStream } from '../terminal.ts';
import { countOf, duration } from '../words.ts';
import { tellSupervisor } from './supervised.ts';

/**
 * The state of sampling: the subject, its position among the subjects, and the transitions done and planned for all of
 * them.
 */
interface SamplingProgress {
  readonly subject: string;
  readonly index: number;
  readonly subjects: number;
  readonly done: number;
  readonly total: number;
  /** Whether the unit is draws, or the fraction of the way from the prior to the posterior. */
  readonly counts: 'draws' | 'way';
  /** The current phase of the subject; absent if the command does not know it. */
  readonly phase?: 'binding' | 'warm-up' | FitPhase;
  /** The number of parameters that are summarised. */
  readonly parameters?: number;
}

export interface ProgressLine {
  /** Describes the current stage, such as `compiling ocr.ml`. */
  stage(text: string): void;
  sampling(progress: SamplingProgress): void;
  /** Removes the line, for example before a table is printed. */
  clear(): void;
}

/** A live line on a terminal; elsewhere the supervisor prints notes from time to time. */
export function openProgressLine(stream: NodeJS.WriteStream = liveStream()): ProgressLine {
  return new Progress(stream.isTTY ? new LiveLine(stream) : null);
}

/** The interval at which the line is redrawn without news, because it shows the elapsed time. */
const REDRAW_MILLISECONDS = 1000;
/** The interval of reports from the sampler. */
const TELL_MILLISECONDS = 500;

/** Guards the last report, its time, and the timer that redraws the line. */
class Progress implements ProgressLine {
  readonly #line: LiveLine | null;
  #draw: (() => void) | undefined;
  #clock: NodeJS.Timeout | undefined;
  /** The time of the first report of draws. */
  #began: number | undefined;
  #lastReport = 0;
  /** The last stage other than sampling, so that its time continues if it is reported again. */
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
    if (now - this.#lastReport >= TELL_MILLISECONDS) {
      this.#lastReport = now;
      const share = progress.done / progress.total;
      tellSupervisor({ kind: 'doing', text: describeProgress(progress, now - began), share });
    }
    this.#show(() => this.#line?.sampling(progress, describeProgress(progress, Date.now() - began)));
  }

  /** Written at once, because the next work may block this thread for long. */
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

/** The time after which a stage shows its duration. */
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
    const room = (this.#stream.columns ?? 80) - ' …'.length - time.length - 1;
    this.#stream.write(`${shortenedTo(printable(text), room)} …${time}`);
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

/** A text in so many characters: a longer one loses its middle, since a path is known by its end. Only one line can be erased. */
function shortenedTo(text: string, room: number): string {
  const letters = [...text];
  if (letters.length <= room) return text;
  const end = Math.max(0, Math.ceil((2 * (room - 1)) / 3));
  const begin = Math.max(0, room - 1 - end);
  return `${letters.slice(0, begin).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/** The remaining time cannot be estimated before this much time and this share of the work. */
const EARLY_SECONDS = 1;
const EARLY_SHARE = 0.02;

/**
 * The work for a subject before and after its chains run, such as `gocr (2 of 3), summing up 9000 parameters`; null
 * while they run.
 */
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
 * `gocr (2 of 3), 14640 of 24000 draws, 4 s left`, or `gocr, 61 % of the way from the prior, 4 s left`. As long as the
 * remaining time cannot be estimated, the elapsed time is shown. After the last draw, the remaining work is shown.
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

/** The live line on stderr that says what a fit is doing, on terminals only. */
import { SingleBar } from 'cli-progress';
import { counted } from './list-names.ts';
import { printable } from './printable.ts';

/** What is being sampled: the subject, which of how many it is, and the transitions done, of how many, over all of them. */
export interface SamplingProgress {
  readonly subject: string;
  readonly index: number;
  readonly subjects: number;
  readonly done: number;
  readonly total: number;
  /** Whether these are draws, or parts of the way from the prior to the posterior. */
  readonly counts: 'draws' | 'way';
}

export interface ProgressLine {
  /** Says in words what goes on, such as `compiling ocr.ml`. */
  stage(text: string): void;
  sampling(progress: SamplingProgress): void;
  /** Takes the line away, as before a table is printed. */
  clear(): void;
}

/** A live line on a terminal, and nothing at all elsewhere. */
export function openProgressLine(stream: NodeJS.WriteStream): ProgressLine {
  return stream.isTTY ? new LiveLine(stream) : { stage() {}, sampling() {}, clear() {} };
}

/** Guards the line on the screen: what it shows and since when. */
class LiveLine implements ProgressLine {
  readonly #stream: NodeJS.WriteStream;
  #bar: SingleBar | undefined;
  #staged = false;
  #began: number | undefined;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  stage(text: string): void {
    this.clear();
    this.#stream.write(`${printable(text)} …`);
    this.#staged = true;
  }

  sampling(progress: SamplingProgress): void {
    this.#began ??= Date.now();
    const payload = { text: describe(progress, Date.now() - this.#began) };
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
      this.#bar.start(progress.total, progress.done, payload);
    } else {
      this.#bar.update(progress.done, payload);
    }
  }

  clear(): void {
    this.#bar?.stop();
    this.#bar = undefined;
    if (this.#staged) this.#stream.write('\r\x1b[K');
    this.#staged = false;
  }
}

/** `gocr (2 of 3), 14640 of 24000 draws, 4 s left`, or `gocr, 61 % of the way from the prior, 4 s left`. */
export function describe(
  { subject, index, subjects, done, total, counts }: SamplingProgress,
  milliseconds: number,
): string {
  const place = subjects > 1 ? ` (${index} of ${subjects})` : '';
  const left = done > 0 ? `, ${timeLeft((milliseconds * (total - done)) / done / 1000)} left` : '';
  const far =
    counts === 'draws'
      ? `${done} of ${counted(total, 'draw')}`
      : `${Math.floor((100 * done) / total)} % of the way from the prior`;
  return `${printable(subject)}${place}, ${far}${left}`;
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 120 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}

/** Runs commands in a worker, one after another. */
import type { CommandResult, CommandTask, FromWorker, NamedBytes } from './messages.ts';

/** Raised for a command that was stopped. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export type TellProgress = (text: string, share: number | undefined) => void;

interface Job {
  readonly task: CommandTask;
  readonly tell: TellProgress;
  resolve(result: CommandResult): void;
  reject(error: Error): void;
}

/** Guards the worker, and the commands that wait for it. */
export class Commands {
  readonly #script: URL;
  #worker: Worker | null = null;
  #jobs: Job[] = [];
  #asked = 0;

  /** @param script the address of the worker's code */
  constructor(script: URL) {
    this.#script = script;
  }

  /**
   * Runs a command once those before it have ended.
   *
   * @throws Stopped; Error if the worker cannot be loaded or breaks off
   */
  run(
    words: readonly string[],
    files: readonly NamedBytes[],
    tell: TellProgress = () => undefined,
  ): Promise<CommandResult> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ task: { id: this.#asked++, words, files }, tell, resolve, reject });
      if (this.#jobs.length === 1) this.#give();
    });
  }

  /** Loads the worker's code, before anything is to be run. */
  prepare(): void {
    this.#worker ??= this.#start();
  }

  /** Ends the worker at once, with the threads that it started. The next command starts another. */
  stop(): void {
    if (this.#jobs.length > 0) this.#end(new Stopped());
  }

  #give(): void {
    const [job] = this.#jobs;
    if (job === undefined) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(job.task);
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { type: 'module', name: 'theodolite commands' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      const [job] = this.#jobs;
      if (job?.task.id !== data.id) return;
      if (data.kind === 'doing') {
        job.tell(data.text, data.share);
        return;
      }
      this.#jobs.shift();
      if (data.kind === 'done') job.resolve(data.result);
      else job.reject(new Error(data.message));
      this.#give();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(
        new Error(
          event.message === undefined
            ? 'The part of the page that fits could not be loaded. Load the page again while there is a network.'
            : `The worker broke off (${event.message}). Load the page again.`,
        ),
      );
    };
    return worker;
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#jobs.splice(0)) reject(error);
  }
}

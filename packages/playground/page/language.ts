/** Asks the worker that reads layouts. An answer to an earlier text than the last is dropped by who asked. */
import type { EditorAnswer, EditorAnswers, EditorTask } from '../work/editor-messages.ts';

/** Guards the worker and who waits for its answers. */
export class Language {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: never) => void>();
  #asked = 0;

  /** @param script the address of the worker's code @param lost is called if it cannot be loaded or breaks off */
  constructor(script: URL, lost: () => void) {
    this.#worker = new Worker(script, { type: 'module', name: 'theodolite editor' });
    this.#worker.onmessage = ({ data }: MessageEvent<EditorAnswer>) => {
      this.#waiting.get(data.id)?.(data.answer as never);
      this.#waiting.delete(data.id);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      lost();
    };
  }

  ask<Asked extends keyof EditorAnswers>(
    asked: Asked,
    text: string,
    offset = 0,
  ): Promise<EditorAnswers[Asked]> {
    const id = this.#asked++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ id, asked, text, offset } satisfies EditorTask);
    });
  }
}

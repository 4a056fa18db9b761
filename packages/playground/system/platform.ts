/** The rest of Node's modules, as far as the command uses them where it is neither on a terminal nor in a process of its own. */

/** `node:os`. */
export const hostname = (): string => 'page';
export const availableParallelism = (): number => navigator.hardwareConcurrency || 1;

/** `node:url`. */
export const fileURLToPath = (url: URL | string): string => decodeURIComponent(new URL(url).pathname);

/** `node:tty`. */
export const isatty = (): boolean => false;
export class WriteStream {}
export class ReadStream {}

/** `node:net`. */
export class Socket {}

/** `node:util`. */
export const stripVTControlCharacters = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed.
  text.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '');

/** `node:events`, as far as the reader of command lines needs it. */
export class EventEmitter {
  readonly #listeners = new Map<string, ((...given: unknown[]) => void)[]>();

  on(event: string, listener: (...given: unknown[]) => void): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, ...given: unknown[]): boolean {
    const listeners = this.#listeners.get(event) ?? [];
    for (const listener of listeners) listener.call(this, ...given);
    return listeners.length > 0;
  }

  listenerCount(event: string): number {
    return this.#listeners.get(event)?.length ?? 0;
  }
}

/** `cli-progress`, whose bar is drawn on a terminal alone. */
export class SingleBar {}

/** The process of a command in a worker: its words, its streams and its status; and the globals of Node that it uses. */

/** What a command wrote to its streams. */
export const written = { stdout: '', stderr: '' };

const streamOf = (name: keyof typeof written) => ({
  isTTY: false,
  columns: 80,
  write(content: string | Uint8Array): boolean {
    written[name] += typeof content === 'string' ? content : new TextDecoder().decode(content);
    return true;
  },
});

/** Ends a command, as `process.exit` does. */
export class Exited extends Error {}

export const process = {
  argv: ['theodolite', 'theodolite'] as string[],
  env: {} as Record<string, string>,
  execArgv: [] as string[],
  execPath: 'theodolite',
  platform: 'browser',
  pid: 1,
  exitCode: undefined as number | undefined,
  stdout: streamOf('stdout'),
  stderr: streamOf('stderr'),
  cwd: (): string => '/home',
  on: (): void => undefined,
  kill: (): boolean => true,
  exit(status?: number): never {
    process.exitCode = status ?? process.exitCode;
    throw new Exited();
  },
};

const encoder = new TextEncoder();

export const Buffer = {
  byteLength: (text: string): number => encoder.encode(text).length,
  from: (text: string): Uint8Array => encoder.encode(text),
  concat(pieces: readonly Uint8Array[]): Uint8Array {
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  },
};

/** Timers of Node are objects that can be asked not to keep the process alive. */
function timer(start: typeof setTimeout): (...given: Parameters<typeof setTimeout>) => object {
  return (...given) => {
    const timer = Object.assign(new Number(start(...given)), { unref: () => timer, ref: () => timer });
    return timer;
  };
}

const { setTimeout, setInterval } = globalThis;

Object.assign(globalThis, {
  ...{ process, Buffer },
  setTimeout: timer(setTimeout),
  setInterval: timer(setInterval as typeof setTimeout),
});

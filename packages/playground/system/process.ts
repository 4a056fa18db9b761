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

/** Timers of Node are objects that can be asked not to keep the process alive. */
function timer(start: typeof setTimeout): (...given: Parameters<typeof setTimeout>) => object {
  return (...given) => {
    const timer = Object.assign(new Number(start(...given)), { unref: () => timer, ref: () => timer });
    return timer;
  };
}

const { setTimeout, setInterval } = globalThis;

Object.assign(globalThis, {
  process,
  setTimeout: timer(setTimeout),
  setInterval: timer(setInterval as typeof setTimeout),
});

/** A value of JSON with one field damaged, in each of several ways; and what commands say of files that hold such. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Damage {
  /** What was done where, such as `parameters.climb.mean: null`. */
  readonly name: string;
  readonly value: unknown;
}

/** Items of a list that are damaged: its first and its last. */
const endsOf = (list: readonly unknown[]) =>
  [...new Set([0, list.length - 1])].filter((index) => index >= 0 && list.length > 0);

/** In each field, and in the first and last item of each list: nothing, null, another type, negative, huge, empty, nested once more. */
export function damagesOf(value: unknown, path = ''): Damage[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? endsOf(value) : Object.keys(value);
  return keys.flatMap((key) => {
    const place = `${path}.${key}`;
    const old: unknown = Reflect.get(value, key);
    const changed = (how: string, put: unknown): Damage => ({
      name: `${place}: ${how}`,
      value: Array.isArray(value) ? value.with(key as number, put) : { ...value, [key]: put },
    });
    const { [key as never]: _, ...without } = value as Record<string, unknown>;
    const inside = damagesOf(old, place).map(({ name, value: put }) => ({
      name,
      value: changed('', put).value,
    }));
    return [
      {
        name: `${place}: deleted`,
        value: Array.isArray(value) ? value.filter((_, index) => index !== key) : without,
      },
      changed('null', null),
      changed('another type', typeof old === 'string' ? 3 : 'x'),
      changed('negative', -1),
      changed('huge', 1e300),
      changed('a text', ''),
      changed('an empty list', []),
      changed('nested', { x: old }),
      ...inside,
    ];
  });
}

export interface Told {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line, and the text that a file has while it runs. */
export interface DamagedRun {
  readonly words: readonly string[];
  readonly file: string;
  readonly text: string;
}

/** What the command says in each of the runs, which follow each other in one process. */
export function toldInEach(cwd: string, runs: readonly DamagedRun[]): Told[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('run-commands.mjs', import.meta.url))],
    {
      cwd,
      input: JSON.stringify(runs),
      env: { ...process.env, NO_COLOR: '1' },
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: 20 * 60_000,
      killSignal: 'SIGKILL',
    },
  );
  if (stdout === '') throw new Error(`the commands did not end: ${stderr}`);
  return JSON.parse(stdout) as Told[];
}

/** What the command says of each text that a file has in turn. */
export function toldOf(
  cwd: string,
  file: string,
  words: readonly string[],
  texts: readonly string[],
): Told[] {
  return toldInEach(
    cwd,
    texts.map((text) => ({ words, file, text })),
  );
}

/** What no command may say, whatever a file holds: a defect, a stack, or what is no number; null where it says none of it. */
export function unfit({ status, stdout, stderr }: Told): string | null {
  const shown = stdout.replace(/<script[\s\S]*?<\/script>/g, '') + stderr;
  if (![0, 1, 2, 3, 5, 6].includes(status)) return `status ${status}: ${stderr}`;
  const wrong = /.{0,80}(?:\n +at .*:\d+|\bNaN\b|\bundefined\b|\[object Object\]).{0,80}/.exec(shown);
  if (wrong !== null) return wrong[0];
  return status === 1 && !/^error: .*\n {2}= help: /m.test(stderr) ? `no remedy: ${stderr}` : null;
}

/** Runs `theodolite` on the thirty agents, as anyone can from a shell, and reads its JSON output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../../../bench/package-files.ts';
import type { LayoutReading } from './readings.ts';

const LAYOUT = 'stdlib-layouts/object-permanence/object-permanence.ml';
export const BATTERY = 'stdlib-layouts/object-permanence/battery.csv';

/** The status of a fit. */
type Status = 'converged' | 'usable' | 'failed';

/** The part of `fit --json` that this page reads. */
export interface CommandFit {
  readonly status: Status;
  readonly parameters: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}

interface Score {
  readonly value: number;
  readonly standardError: number | null;
}

/** The part of `evaluate --json` that this page reads. */
export interface Evaluated {
  readonly scores: {
    readonly success: Readonly<
      Record<'brier' | 'calibration' | 'refinement', Readonly<Record<'layout' | 'aggregate', Score>>>
    >;
  };
  readonly parts: readonly { readonly status: Status }[];
}

/** Agents by name, and those that were fitted by sequential Monte Carlo because chains did not converge. */
export interface Subjects<T> {
  readonly subjects: Readonly<Record<string, T>>;
  readonly again: ReadonlySet<string>;
}

/** The command line, for the reader; `agents` as in `--outcome`. */
export function commandLine(
  command: 'fit' | 'evaluate',
  reading: LayoutReading,
  agents = 'agent*',
): string[] {
  return [
    command,
    LAYOUT,
    BATTERY,
    ...['--outcome', `success=${agents}`, '--rows', 'split=train'],
    ...(command === 'evaluate' ? ['--test-rows', 'split=test', '--no-baselines'] : []),
    ...reading.choices.flatMap((choice) => ['--choose', choice]),
  ];
}

/** Posterior means of every agent. */
export function fitAgents(reading: LayoutReading): Promise<Subjects<CommandFit>> {
  return withSecondTry('fit', reading, (fitted: CommandFit) => fitted.status);
}

/** Scores of every agent's test rows. */
export function evaluateAgents(reading: LayoutReading): Promise<Subjects<Evaluated>> {
  return withSecondTry('evaluate', reading, (evaluated: Evaluated) => evaluated.parts[0]!.status);
}

/**
 * Fits all agents by chains, and those for which chains fail by sequential Monte Carlo, as `theodolite` itself advises.
 */
async function withSecondTry<T>(
  command: 'fit' | 'evaluate',
  reading: LayoutReading,
  status: (subject: T) => Status,
): Promise<Subjects<T>> {
  const first = await theodolite<T>(commandLine(command, reading));
  const failed = Object.keys(first).filter((agent) => status(first[agent]!) === 'failed');
  if (failed.length === 0) return { subjects: first, again: new Set() };
  const second = await theodolite<T>([...commandLine(command, reading, failed.join(',')), '--method', 'smc']);
  const still = failed.filter((agent) => status(second[agent]!) === 'failed');
  if (still.length > 0) throw new Error(`${command} of ${still.join(', ')} did not converge by smc either`);
  return { subjects: { ...first, ...second }, again: new Set(failed) };
}

/** The subjects in a command's output. Throws an Error with its message if it fails. */
async function theodolite<T>(words: readonly string[]): Promise<Record<string, T>> {
  const child = spawn(process.execPath, ['dist/cli/main.js', ...words, '--json'], {
    cwd: fileURLToPath(PACKAGE),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  // 3: some fits did not converge; 5: some have a mode that no chain visited. Both give every subject.
  if (code !== 0 && code !== 3 && code !== 5)
    throw new Error(`theodolite ${words.join(' ')} ended with ${code}:\n${said}`);
  return (JSON.parse(printed) as { subjects: Record<string, T> }).subjects;
}

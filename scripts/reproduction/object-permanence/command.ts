/** Runs `theodolite` on the thirty agents as anyone can from a shell, and reads the JSON that it prints. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PACKAGE } from '../../../bench/package-files.ts';
import type { LayoutReading } from './readings.ts';

const LAYOUT = 'stdlib-layouts/object-permanence/object-permanence.ml';
export const BATTERY = 'stdlib-layouts/object-permanence/battery.csv';

/** Status of a fit, as `theodolite` has it. */
type Status = 'converged' | 'usable' | 'failed';

/** What this page reads of `fit --json`. */
export interface CommandFit {
  readonly status: Status;
  readonly parameters: Readonly<Record<string, { readonly mean: number; readonly sd: number }>>;
}

interface Score {
  readonly value: number;
  readonly standardError: number | null;
}

/** What this page reads of `evaluate --json`. */
export interface Evaluated {
  readonly scores: {
    readonly success: Readonly<
      Record<'brier' | 'calibration' | 'refinement', Readonly<Record<'layout' | 'aggregate', Score>>>
    >;
  };
  readonly parts: readonly { readonly status: Status }[];
}

/** Agents by name, and which of them were fitted by sequential Monte Carlo, since chains did not converge. */
export interface Subjects<T> {
  readonly subjects: Readonly<Record<string, T>>;
  readonly again: ReadonlySet<string>;
}

/** What the shell is given, for the reader; `agents` as `--outcome` has them. */
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

/** All agents by chains, and those that chains fail by sequential Monte Carlo, as `theodolite` itself advises. */
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

/** The subjects of what a command prints. Throws an Error with its words where it fails. */
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
  // 3: some fits did not converge; 5: some have a mode that no chain was in. Both come with every subject.
  if (code !== 0 && code !== 3 && code !== 5)
    throw new Error(`theodolite ${words.join(' ')} ended with ${code}:\n${said}`);
  return (JSON.parse(printed) as { subjects: Record<string, T> }).subjects;
}

/** A finished sweep as text: what becomes of each parameter with each alternative, over all that varies besides. */
import colors from 'picocolors';
import { formatEstimate, meaningfulDecimals } from '../host/round-estimate.ts';
import { type SweepTask, taskKey } from '../sweep/plan.ts';
import type { SweepResult } from '../sweep/result.ts';
import { blankTable } from './blank-table.ts';
import { printable } from './printable.ts';

/** Parameters that are told; more are in the files. */
const MOST_PARAMETERS = 8;

/** The fits that have something in common, such as an alternative. */
interface Group {
  readonly name: string;
  readonly results: readonly SweepResult[];
}

/**
 * A table with a row for each alternative, for each subject and for each seed, where there are several, and one for all fits: how
 * many they are and how many of them did not converge, and the least, the middle and the greatest posterior mean of each parameter
 * among those that did.
 */
export function renderSweep(
  tasks: readonly SweepTask[],
  results: ReadonlyMap<string, SweepResult>,
  color: boolean,
): string {
  const { bold } = colors.createColors(color);
  const parameters = [...new Set([...results.values()].flatMap((result) => Object.keys(result.parameters)))];
  const shown = parameters.slice(0, MOST_PARAMETERS);
  const rows = groupsOf(tasks, results).map(({ name, results: own }) => {
    const converged = own.filter(({ status }) => status !== 'failed');
    return [
      printable(name),
      own.length,
      own.length - converged.length,
      ...shown.map((parameter) => range(converged, parameter)),
    ];
  });
  const table = blankTable(
    [['', 'fits', 'failed', ...shown.map(printable)].map((head) => bold(head)), ...rows],
    ['left', 'right', 'right', ...shown.map(() => 'right' as const)],
  );
  const omitted = parameters.length - shown.length;
  const more = omitted === 0 ? '' : `\n${omitted} more parameters are in parameters.csv.\n`;
  return `Posterior means, the least, the middle and the greatest of the fits that converged:\n\n${table}\n${more}\n`;
}

function groupsOf(tasks: readonly SweepTask[], results: ReadonlyMap<string, SweepResult>): Group[] {
  const group = (name: string, belongs: (task: SweepTask) => boolean): Group => ({
    name,
    results: tasks.filter(belongs).map((task) => results.get(taskKey(task))!),
  });
  const axis = (label: string, of: (task: SweepTask) => string | null | undefined): Group[] => {
    const values = [...new Set(tasks.map(of))].filter((value) => value !== null && value !== undefined);
    if (values.length < 2) return [];
    return values.map((value) => group(`${label} ${value}`, (task) => of(task) === value));
  };
  const choices = [...new Set(tasks.flatMap(({ selection }) => Object.keys(selection)))];
  return [
    ...choices.flatMap((choice) => axis(choice, ({ selection }) => selection[choice])),
    ...axis('subject', ({ subject }) => subject),
    ...axis('split', ({ split }) => split),
    ...axis('seed', ({ seed }) => String(seed)),
    group('all', () => true),
  ];
}

/** `4.7, 5.1, 26.7`, or `-` where no fit has it. */
function range(results: readonly SweepResult[], parameter: string): string {
  const summaries = results.flatMap(({ parameters }) => parameters[parameter] ?? []);
  const means = summaries.flatMap(({ mean }) => mean ?? []).sort((a, b) => a - b);
  if (means.length === 0) return '-';
  const decimals = Math.max(
    ...summaries.map(({ sd, mcse }) => (sd === null ? 0 : (meaningfulDecimals(sd, mcse) ?? 0))),
  );
  const middle = [means[(means.length - 1) >> 1]!, means[means.length >> 1]!];
  const told = [means[0]!, (middle[0]! + middle[1]!) / 2, means.at(-1)!];
  return told.map((mean) => formatEstimate(mean, Math.max(0, decimals - 1))).join(', ');
}

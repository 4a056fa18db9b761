/** `--halve LATENT`: how many more instances would halve the sd of a parameter, and with which demands. */
import type { Halving } from '../../analysis/evaluate/design/more-instances.ts';
import type { Parameter } from '../../host/parameters.ts';
import { meaningfulDecimals } from '../../host/round-estimate.ts';
import type { Manifest } from '../../module/manifest.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badInput, badUsage } from '../failure.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** The maximum number of values kept from all runs together: 160 MB. */
const MAX_NUMBERS = 2e7;

/** The number of chosen rows that are listed. */
const MAX_SHOWN = 8;

/**
 * Returns the named parameters; called before anything runs.
 *
 * @param size the number of distinct rows of demands, and the number of runs
 * @throws Failure (usage) when a name is not a parameter; Failure (input) when an outcome is not of 0 and 1, or memory
 * would not suffice
 */
export function parametersToHalve(
  names: readonly string[],
  manifest: Manifest,
  parameters: readonly Parameter[],
  { rows, runs }: { readonly rows: number; readonly runs: number },
): Parameter[] {
  if (names.length === 0) return [];
  const known = parameters.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw badUsage(
      `\`--halve\` names \`${unknown}\`, but the layout has no latent with that name.${didYouMean(unknown, known)}`,
      `Its latents are ${listNames(known)}.`,
    );
  }
  const outcomes = manifest.columns.filter(({ role }) => role === 'outcome');
  const other = outcomes.find(({ kind }) => kind !== 'binary');
  if (other !== undefined) {
    throw badInput(
      `\`--halve\` needs outcomes of 0 and 1 only, and \`${other.name}\` is not one.`,
      'Leave out --halve, and compare batteries of several lengths.',
    );
  }
  if (rows * runs * outcomes.length * parameters.length > MAX_NUMBERS) {
    throw badInput(
      `\`--halve\` would take too much memory, for ${countOf(rows, 'distinct row')}, ${runs} runs and ${countOf(parameters.length, 'parameter')}.`,
      'Make fewer runs, or take fewer rows.',
    );
  }
  return parameters.filter(({ name }) => names.includes(name));
}

/** One paragraph and one table for each parameter, each ending with an empty line. */
export function renderHalvings(
  halvings: Readonly<Record<string, Halving>>,
  parameters: readonly Parameter[],
  rows: number,
): string {
  return Object.entries(halvings)
    .map(([name, halving]) => {
      const { unit } = parameters.find((each) => each.name === name)!.latent;
      const decimals = meaningfulDecimals(halving.sd, null) ?? 4;
      const sd = `${halving.sd.toFixed(Math.min(decimals, 9))}${unit === '' || unit === 'probability' ? '' : ` ${unit}`}`;
      return `To halve the sd of ${printable(name)}, which is ${sd} on average, in half of the runs:\n${wholeBattery(halving, rows)}\n${chosenRows(halving)}\n\n`;
    })
    .join('');
}

function wholeBattery({ repeats }: Halving, rows: number): string {
  if (repeats === null) return '  all rows again: not even a thousand times would be enough';
  return `  all rows again: ${repeats.toFixed(1)} times, ${countOf(Math.ceil(repeats * rows), 'more instance')}`;
}

function chosenRows({ chosen }: Halving): string {
  if (chosen === null) return '  chosen rows: not even a million instances would be enough';
  const total = chosen.reduce((sum, { instances }) => sum + instances, 0);
  const lead = `  chosen rows: ${countOf(total, 'more instance')}`;
  const names = Object.keys(chosen[0]?.demands ?? {});
  if (names.length === 0) return lead;
  const heads = ['instances', ...names.map(printable)];
  const rows = chosen
    .slice(0, MAX_SHOWN)
    .map(({ demands, instances }) => [
      instances,
      ...Object.values(demands).map((value) =>
        typeof value === 'number' ? String(Number(value.toPrecision(4))) : printable(value),
      ),
    ]);
  const table = blankTable(
    [heads, ...rows],
    heads.map(() => 'right'),
  )
    .split('\n')
    .map((line) => `    ${line}`);
  const others = chosen.slice(MAX_SHOWN);
  const rest = others.reduce((sum, { instances }) => sum + instances, 0);
  const more =
    others.length === 0
      ? []
      : [`    and ${rest} with the demands of ${countOf(others.length, 'other row')}, which --json has`];
  return [`${lead}, with these demands:`, ...table, ...more].join('\n');
}

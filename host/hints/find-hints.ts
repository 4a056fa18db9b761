/**
 * Hints: what the data cannot determine about a layout, found from the compiled layout and the data before sampling.
 */
import { type Columns, orderColumns } from '../../module/columns.ts';
import { stopIfAborted } from '../../module/host-error.ts';
import { type Levels, levelsOf } from '../../module/levels.ts';
import { condenseOrdered } from '../condense.ts';
import { listedNames, quoted } from '../diagnose/wording.ts';
import type { LoadedModule } from '../load.ts';
import { type LatentParameter, parametersOf } from '../parameters.ts';
import { mainPart, mainRows } from '../row-tables.ts';
import { bindSampler, type SamplerInstance } from '../sampler-instance.ts';
import type { Hint } from './hint.ts';
import { outOfReach } from './out-of-reach.ts';
import { columnHints } from './silent-columns.ts';
import { uninformedValues } from './uninformed.ts';

/** The number of rows that are examined first: what a few rows determine, all rows determine. */
const FIRST_ROWS = 10_000;

/** Options for the search for hints. */
export interface HintOptions {
  /** The level names of categories, in the order of level numbers; by default the numbers from 1. */
  readonly levels?: Levels;
  readonly signal?: AbortSignal;
}

/**
 * What the data cannot determine about a layout, and on which the user should act: constant columns, demands that vary
 * together, latents about which no row is informative, and abilities whose prior extends beyond what the rows
 * distinguish. The same module and columns give the same hints.
 *
 * @throws HostError when the columns do not fit the module, memory runs out, or the signal is aborted.
 */
export async function findHints(
  model: LoadedModule,
  columns: Columns,
  { levels, signal }: HintOptions = {},
): Promise<readonly Hint[]> {
  const { manifest } = model;
  const ordered = orderColumns(manifest, columns);
  const levelNames = levelsOf(manifest, ordered, levels ?? new Map());
  const parameters = parametersOf(manifest, levelNames);
  // With missing values replaced as the layout says.
  const filled = new Map(manifest.columns.map(({ name }, index) => [name, ordered[index]!]));
  const ofColumns = columnHints(mainPart(manifest), mainRows(manifest, filled));
  // If all fail or all succeed, every ability is out of reach, which has already been reported.
  const isSettled = ofColumns.some(({ kind }) => kind === 'constant-outcome');
  const ofLatents = (instance: SamplerInstance) => latentHints(instance, parameters, isSettled);
  // All levels of a category must be among the rows.
  const isFew = ordered[0]!.length <= FIRST_ROWS || manifest.columns.some(({ role }) => role === 'category');
  const first = isFew ? ordered : ordered.map((column) => column.subarray(0, FIRST_ROWS));
  const ofFirst = ofLatents(await bindSampler(model, { columns: first, levelNames }));
  if (isFew || ofFirst.length === 0) return [...ofColumns, ...ofFirst];
  stopIfAborted(signal);
  const rows = await condenseOrdered(model, ordered, signal);
  return [...ofColumns, ...ofLatents(await bindSampler(model, { ...rows, levelNames }))];
}

function latentHints(
  instance: SamplerInstance,
  parameters: readonly LatentParameter[],
  isSettled: boolean,
): Hint[] {
  const uninformed = uninformedValues(instance, parameters);
  return [
    ...(uninformed.length === 0 ? [] : [noRowTells(namesOf(parameters, uninformed))]),
    ...(isSettled ? [] : outOfReach(instance, parameters, uninformed)),
  ];
}

/** The names of some of the parameters; the latent's own name if all its levels are among them. */
function namesOf(parameters: readonly LatentParameter[], chosen: readonly number[]): readonly string[] {
  const some = new Set(chosen.map((index) => parameters[index]!));
  const divided = new Set(parameters.filter((each) => !some.has(each)).map(({ latent }) => latent));
  return [...new Set([...some].map(({ name, latent }) => (divided.has(latent) ? name : latent.name)))];
}

function noRowTells(names: readonly string[]): Hint {
  const isOne = names.length === 1;
  return {
    ...{ kind: 'uninformed', names },
    message: `No row says anything about ${listedNames(names.map(quoted))}: ${isOne ? 'its numbers repeat the prior' : 'their numbers repeat the priors'}.`,
    remedy: `Add rows whose outcome depends on ${isOne ? 'it, or take it' : 'them, or take them'} out of the layout.`,
  };
}

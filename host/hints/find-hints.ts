/** Hints: what the data cannot tell about a layout, found from the compiled layout and the data before anything is sampled. */
import { type Columns, orderColumns } from '../../module/columns.ts';
import { stopIfAborted } from '../../module/host-error.ts';
import { type Levels, levelsOf } from '../../module/levels.ts';
import { condenseOrdered } from '../condense.ts';
import { listedNames, quoted } from '../diagnose/wording.ts';
import type { LoadedModule } from '../load.ts';
import { type LatentParameter, parametersOf } from '../parameters.ts';
import { bindSampler, type SamplerInstance } from '../sampler-instance.ts';
import type { Hint } from './hint.ts';
import { outOfReach } from './out-of-reach.ts';
import { columnHints } from './silent-columns.ts';
import { uninformedValues } from './uninformed.ts';

/** Rows that are looked at first: what a few rows can tell, all can. */
const FIRST_ROWS = 10_000;

/** How hints are looked for. */
export interface HintOptions {
  /** The names of the levels of categories, in the order of their numbers; the numbers from 1 when absent. */
  readonly levels?: Levels;
  readonly signal?: AbortSignal;
}

/**
 * What the data cannot tell about a layout, on which the user should act: constant columns, demands that vary together,
 * latents that no row informs, and abilities whose prior goes beyond what the rows tell apart. The same module and columns
 * give the same hints.
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
  // With what the layout takes missing values for.
  const filled = new Map(manifest.columns.map(({ name }, index) => [name, ordered[index]!]));
  const ofColumns = columnHints(manifest, filled);
  // Where all fail or all succeed, every ability is out of reach, and that has been said.
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

/** The names of some of the parameters: the latent's own where it is all its levels. */
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

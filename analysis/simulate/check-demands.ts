/** Demands that are given to a simulation, against what the layout declares. */
import { manifestOf, NO_PARTS } from '../../compiler/assemble/manifest.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { type Columns, fillMissing } from '../../module/columns.ts';
import { type Levels, levelsOf } from '../../module/levels.ts';
import { isAllowed, wanted } from '../../module/support.ts';
import type { DemandTable } from './design.ts';
import { SimulationError } from './simulation-error.ts';

/**
 * The columns of the demands and categories alone, in the order of declaration, with the layout's numbers for missing values.
 *
 * @throws SimulationError when one is absent, of another length or outside its domain, or there are no rows; HostError when a
 *   category does not hold the numbers of levels, or not as many as have names.
 */
export function checkDemands(layout: TypedLayout, columns: Columns, names: Levels): DemandTable {
  // How latents are sampled does not matter here.
  const manifest = manifestOf(layout, NO_PARTS, () => false);
  const demands = manifest.columns.filter(({ role }) => role !== 'outcome');
  const checked = new Map<string, Float64Array>();
  for (const demand of demands) {
    const { name } = demand;
    const given = columns.get(name);
    if (given === undefined) {
      throw new SimulationError(
        `There is no column for the ${demand.role} \`${name}\`.`,
        'Give one number a row for it.',
      );
    }
    const column = fillMissing(demand, given);
    const rows = (checked.values().next().value ?? column).length;
    if (column.length !== rows) {
      throw new SimulationError(
        `The column \`${name}\` has ${column.length} rows where \`${demands[0]!.name}\` has ${rows}.`,
        'Give every column one number a row.',
      );
    }
    const row = column.findIndex((value) => !isAllowed(value, demand));
    // What is wrong with the numbers of levels is said below.
    if (row >= 0 && demand.role === 'demand') {
      throw new SimulationError(
        `The demand \`${name}\` is ${column[row]} in row ${row + 1}, which is not ${wanted(demand)}.`,
        `Correct the value, or widen what the layout declares for \`${name}\`.`,
      );
    }
    checked.set(name, column);
  }
  const [first] = checked.values();
  if (first === undefined) {
    throw new SimulationError(
      'The layout has no demands that say how many rows there are.',
      'Give a design.',
    );
  }
  if (first.length === 0) throw new SimulationError('The demands have no rows.', 'Give at least one row.');
  const levels = levelsOf({ ...manifest, columns: demands }, [...checked.values()], names);
  return { rows: first.length, columns: checked, levels };
}

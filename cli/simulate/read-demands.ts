/** The inputs of a simulation: the demands of a table, and a profile. */

import type { Design } from '../../analysis/simulate/design.ts';
import { nestProfile, type ProfileValues } from '../../analysis/simulate/profile-values.ts';
import type { Prepared } from '../../compiler/compile.ts';
import { withFurtherRows } from '../../files/tables/further-tables.ts';
import { parametersOf } from '../../host/parameters.ts';
import { mainPart, withoutOutcomes } from '../../host/row-tables.ts';
import type { Levels } from '../../module/levels.ts';
import { badInput } from '../failure.ts';
import { readPointFile } from '../inputs/read-point.ts';
import type { DataOptions, FormatOptions } from '../options/data-options.ts';
import { type KeptTable, TableKeeper } from '../tables/kept-table.ts';
import { checkTablesGiven, readFurther } from '../tables/read-further-tables.ts';
import type { CommandTableRequest } from '../tables/read-table.ts';
import { readTable, tellReplaced } from '../tables/read-table.ts';

type DemandsRequest = Pick<
  CommandTableRequest,
  'path' | 'manifest' | 'filters' | 'signal' | 'options' | 'joins'
> & {
  /** What is said of the tables beside the main one. */
  readonly tables: FormatOptions & Pick<DataOptions, 'table'>;
};

/** The rows for which outcomes are drawn. */
export interface GivenDemands {
  readonly demands: ReadonlyMap<string, Float64Array> | Design;
  readonly levels: Levels;
}

/** The demands of all tables; outcomes are not read. @throws Failure, FileError, HostError */
export async function readDemands(request: DemandsRequest): Promise<GivenDemands> {
  const whole = withoutOutcomes(request.manifest);
  checkTablesGiven(whole, request.tables.table ?? []);
  const table = await readTable({ ...request, manifest: mainPart(whole), outcomeChoices: [] });
  tellReplaced(request.path, request.manifest, table);
  return demandsOf(await readFurther(table, whole, request.tables, request.signal));
}

/** As `readDemands`, with the fields of each row. @throws Failure, FileError */
export async function readKeptDemands(
  request: DemandsRequest,
): Promise<GivenDemands & { readonly table: KeptTable; readonly further: ReadonlyMap<string, KeptTable> }> {
  const { path, manifest } = request;
  const whole = withoutOutcomes(request.manifest);
  checkTablesGiven(whole, request.tables.table ?? []);
  const keeper = new TableKeeper();
  const read = await readTable({
    ...request,
    manifest: mainPart(whole),
    outcomeChoices: [],
    keep: keeper.keep,
  });
  const table = keeper.finish();
  const keepers = new Map((whole.tables ?? []).map(({ name }) => [name, new TableKeeper()]));
  const all = await readFurther(read, whole, request.tables, request.signal, keepers);
  for (const { name, role } of mainPart(manifest).columns) {
    if (role === 'outcome' && table.header.indexOf(name) !== table.header.lastIndexOf(name)) {
      throw badInput(
        `${path} has two columns called \`${name}\`.`,
        'Give each column a name of its own in the first line.',
      );
    }
  }
  const further = new Map([...keepers].map(([name, each]) => [name, each.finish()]));
  return { ...demandsOf(all), table, further };
}

/** A profile from a JSON file. @throws Failure (input) */
export async function readProfile(
  path: string,
  { manifest }: Prepared,
  levels: Levels,
): Promise<ProfileValues> {
  return nestProfile(parametersOf(manifest, levels), await readPointFile(path, manifest, levels));
}

function demandsOf({
  demands,
  categories,
  levels,
  rows,
  further,
}: Awaited<ReturnType<typeof readTable>>): GivenDemands {
  const columns = withFurtherRows(new Map([...demands, ...categories]), further);
  // Without demands, only the number of rows is needed.
  return { demands: columns.size > 0 ? columns : { kind: 'random', rows }, levels };
}

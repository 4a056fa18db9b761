/** The inputs of a simulation: the demands of a table, and a profile. */

import type { Design } from '../../analysis/simulate/design.ts';
import { nestProfile, type ProfileValues } from '../../analysis/simulate/profile-values.ts';
import type { Prepared } from '../../compiler/compile.ts';
import { parametersOf } from '../../host/parameters.ts';
import type { Levels } from '../../module/levels.ts';
import { badInput } from '../failure.ts';
import { readPointFile } from '../inputs/read-point.ts';
import { type KeptTable, TableKeeper } from '../tables/kept-table.ts';
import type { CommandTableRequest } from '../tables/read-table.ts';
import { readTable, tellReplaced } from '../tables/read-table.ts';

type DemandsRequest = Pick<
  CommandTableRequest,
  'path' | 'manifest' | 'filters' | 'signal' | 'options' | 'joins'
>;

/** The rows for which outcomes are drawn. */
export interface GivenDemands {
  readonly demands: ReadonlyMap<string, Float64Array> | Design;
  readonly levels: Levels;
}

/** The demands of a table; outcomes are not read. @throws Failure, FileError */
export async function readDemands(request: DemandsRequest): Promise<GivenDemands> {
  const table = await readTable({ ...request, manifest: withoutOutcomes(request), outcomeChoices: [] });
  tellReplaced(request.path, request.manifest, table);
  return demandsOf(table);
}

/** As `readDemands`, with the fields of each row. @throws Failure, FileError */
export async function readKeptDemands(
  request: DemandsRequest,
): Promise<GivenDemands & { readonly table: KeptTable }> {
  const { path, manifest } = request;
  const keeper = new TableKeeper();
  const read = await readTable({
    ...request,
    manifest: withoutOutcomes(request),
    outcomeChoices: [],
    keep: keeper.keep,
  });
  const table = keeper.finish();
  for (const { name, role } of manifest.columns) {
    if (role === 'outcome' && table.header.indexOf(name) !== table.header.lastIndexOf(name)) {
      throw badInput(
        `${path} has two columns called \`${name}\`.`,
        'Give each column a name of its own in the first line.',
      );
    }
  }
  return { ...demandsOf(read), table };
}

/** A profile from a JSON file. @throws Failure (input) */
export async function readProfile(
  path: string,
  { manifest }: Prepared,
  levels: Levels,
): Promise<ProfileValues> {
  return nestProfile(parametersOf(manifest, levels), await readPointFile(path, manifest, levels));
}

function withoutOutcomes({ manifest }: DemandsRequest): DemandsRequest['manifest'] {
  return { ...manifest, columns: manifest.columns.filter(({ role }) => role !== 'outcome') };
}

function demandsOf({
  demands,
  categories,
  levels,
  rows,
}: Awaited<ReturnType<typeof readTable>>): GivenDemands {
  const columns = new Map([...demands, ...categories]);
  // Without demands, only the number of rows is needed.
  return { demands: columns.size > 0 ? columns : { kind: 'random', rows }, levels };
}

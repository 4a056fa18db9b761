/** What was simulated as the rows of a table: the demands as they were given, and each outcome beside them. */
import type { KeptTable } from '../tables/kept-table.ts';

/**
 * A header and a row for each row simulated. Of a table that was given all columns stay as they are, but that an outcome
 * takes the place of a column of its name; otherwise there are the columns simulated.
 */
export function simulatedTable(
  columns: ReadonlyMap<string, Float64Array>,
  outcomes: readonly string[],
  table: KeptTable | null,
): (readonly (string | number)[])[] {
  if (table === null) {
    const rows = columns.values().next().value!.length;
    return [
      [...columns.keys()],
      ...Array.from({ length: rows }, (_, row) => [...columns.values()].map((column) => column[row]!)),
    ];
  }
  const { header } = table;
  const added = outcomes.filter((name) => !header.includes(name));
  const places = new Map(outcomes.map((name) => [header.indexOf(name), columns.get(name)!]));
  return [
    [...header, ...added],
    ...table.rows.map((fields, row) => [
      ...fields.map((field, place) => places.get(place)?.[row] ?? field),
      ...added.map((name) => columns.get(name)![row]!),
    ]),
  ];
}

/** A CSV table as columns by name. */
import { parse } from 'csv-parse/browser/esm/sync';

/**
 * @param source a response or a file
 * @throws Error that says where the table is none
 */
export async function readTable(source, name) {
  if (source.ok === false) throw new Error(`${name} cannot be fetched: the server answers ${source.status}.`);
  const records = parse(await source.text(), {
    bom: true,
    columns: true,
    delimiter: [',', ';', '\t'],
    skip_empty_lines: true,
    trim: true,
  });
  if (records.length === 0) throw new Error(`${name} has no rows under its header.`);
  const columns = Object.fromEntries(
    Object.keys(records[0]).map((column) => [column, records.map((record) => cell(record[column]))]),
  );
  return { name, rows: records.length, columns };
}

/** A number where it is one, null where there is none, and else the text. */
function cell(text) {
  if (text === '') return null;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

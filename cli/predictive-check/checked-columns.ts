/** `--by COLUMN,…`: columns of a table by whose levels outcomes are checked, of which the layout knows nothing. */
import type { CheckedColumn } from '../../analysis/evaluate/checks/test-quantity.ts';
import { isMissingText } from '../../files/tables/cell.ts';
import { readNumber } from '../../files/tables/read-number.ts';
import { encodeLevels } from '../../module/levels.ts';
import type { Manifest } from '../../module/manifest.ts';
import { didYouMean } from '../did-you-mean.ts';
import { badInput, badUsage } from '../failure.ts';
import { tableOptions } from '../options/data-options.ts';
import type { FittedData } from '../stored-fits/fitted-rows.ts';
import { TableKeeper } from '../tables/kept-table.ts';
import { readTable } from '../tables/read-table.ts';
import { listNames } from '../words.ts';

/**
 * A column of numbers alone is as a demand, and any other as a category.
 *
 * @throws Failure (usage) for a column that the layout has, or with `--stack`; Failure (input) where the table lacks one
 */
export async function readCheckedColumns(
  manifest: Manifest,
  data: FittedData & { readonly by: readonly string[] },
): Promise<CheckedColumn[]> {
  const { by, path, rows, signal, stack } = data;
  if (by.length === 0) return [];
  const known = by.find((name) => manifest.columns.some((column) => column.name === name));
  if (known !== undefined) {
    throw badUsage(
      `The layout has \`${known}\` itself, by which outcomes are checked anyway.`,
      'Leave it out of --by.',
    );
  }
  if (stack !== undefined) {
    throw badUsage('`--by` does not go with `--stack`.', 'Leave one of them out.');
  }
  const keeper = new TableKeeper();
  await readTable({
    ...{ path, signal, filters: rows, choices: [], options: tableOptions(data), keep: keeper.keep },
    manifest: { ...manifest, columns: [] },
  });
  const { header, rows: kept } = keeper.finish();
  return by.map((name) => {
    const place = header.indexOf(name);
    if (place < 0) {
      throw badInput(
        `${path} has no column called \`${name}\` to check by.${didYouMean(name, header)}`,
        `Its columns are ${listNames(header)}.`,
      );
    }
    return columnOf(
      name,
      kept.map((fields) => fields[place]!),
    );
  });
}

/** Rows without a value are at no level. */
function columnOf(name: string, fields: readonly (string | number)[]): CheckedColumn {
  const isMissing = (field: string | number) => typeof field === 'string' && isMissingText(field);
  const numbers = fields.map((field) => (typeof field === 'number' ? field : readNumber(field)));
  if (fields.every((field, row) => numbers[row] !== null || isMissing(field)))
    return { name, values: Float64Array.from(numbers, (number) => number ?? Number.NaN), levels: null };
  const { codes, levels } = encodeLevels(fields.filter((field) => !isMissing(field)));
  let next = 0;
  const values = Float64Array.from(fields, (field) => (isMissing(field) ? Number.NaN : codes[next++]!));
  return { name, values, levels };
}

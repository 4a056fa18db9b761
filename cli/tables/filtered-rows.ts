/** The rows of a table that `--rows` selects, for commands that read columns without a layout. */
import { filterText, type RowFilter, testOf } from '../../files/tables/row-filters.ts';
import type { TableForm, TableVisitor } from '../../files/tables/table-visitor.ts';
import { didYouMean, listNames } from '../../module/names.ts';
import { badInput } from '../failure.ts';

/** Passes on the rows that pass all filters. The visitor throws a Failure (input) for a filter of no column. */
export function filtered(visitor: TableVisitor, path: string, filters: readonly RowFilter[]): TableVisitor {
  if (filters.length === 0) return visitor;
  let tests: readonly (readonly [number, ReturnType<typeof testOf>])[] = [];
  let form: TableForm;
  return {
    ...{ flaw: visitor.flaw.bind(visitor), from: visitor.from?.bind(visitor) ?? (() => undefined) },
    begin: (header, given) => {
      form = given;
      const wanted = visitor.begin(header, given);
      tests = filters.map((filter) => {
        const at = header.indexOf(filter.column);
        if (at >= 0) return [at, testOf(filter)];
        throw badInput(
          `${path} has no column called \`${filter.column}\`, which \`${filterText(filter)}\` compares.${didYouMean(filter.column, header)}`,
          `Its columns are ${listNames([...header])}.`,
        );
      });
      return new Set([...wanted, ...tests.map(([at]) => at)]);
    },
    row: (cells, record) => {
      if (tests.every(([at, test]) => test(cells[at]!, form) === 'passes')) visitor.row(cells, record);
    },
  };
}

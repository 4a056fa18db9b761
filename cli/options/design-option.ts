/** `--design grid 200`: demands that are made, where there is no table of them. */
import { Option } from 'commander';
import { DESIGNS, type Design, MOST_ROWS } from '../../analysis/simulate/design.ts';
import { badUsage } from '../failure.ts';
import { wholeNumber } from './option-number.ts';
import type { RowFilter } from './row-filter.ts';

export function designOption(): Option {
  return new Option(
    '--design <kind and rows...>',
    'make the demands, within what the layout declares: `grid 500` combines evenly spaced values in at most 500 rows, `random 500` draws them independently',
  );
}

/**
 * @param table how a table of demands is given instead
 * @throws Failure (usage) when the words do not say a design, or rows of it are to be chosen
 */
export function parseDesign(words: readonly string[], rows: readonly RowFilter[], table: string): Design {
  if (rows.length > 0) {
    throw badUsage(
      '`--rows` chooses rows of a table, and `--design` has none.',
      `Leave it out, or give ${table}.`,
    );
  }
  const [name, count, surplus] = words;
  const kind = DESIGNS.find((each) => each === name);
  if (kind === undefined || count === undefined || surplus !== undefined) {
    throw badUsage(
      `\`--design ${words.join(' ')}\` does not say what demands to make.`,
      'Write --design grid 200 or --design random 200.',
    );
  }
  return { kind, rows: wholeNumber(`--design ${kind}`, 1, MOST_ROWS)(count) };
}

/**
 * Tables as text, and the parameters that a table shows. Columns are aligned only by blanks, so that a screen reader
 * meets no lines or boxes.
 */
import Table from 'cli-table3';
import type { Parameter } from '../host/parameters.ts';
import type { ManifestQuantity } from '../module/manifest.ts';

/** No borders, two blanks between columns. */
const BLANK = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** The alignment of a column. */
type Alignment = 'left' | 'right';

/** The rows as lines of text, without trailing blanks. */
export function blankTable(
  rows: readonly (readonly Table.Cell[])[],
  colAligns: readonly Alignment[],
): string {
  const table = new Table({
    chars: BLANK,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: [...colAligns],
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A latent with more levels is shown by its lowest and highest levels. */
const MAX_LEVELS = 12;
/** The number of levels shown at each end. */
const AT_EITHER_END = 3;

/** A line of the table: a parameter, or the number of levels of a latent that are omitted there. */
type ShownLine =
  | { readonly kind: 'parameter'; readonly parameter: Parameter }
  | { readonly kind: 'omitted'; readonly latent: ManifestQuantity; readonly levels: number };

/** The lines in the order of the draws; shortened latents are sorted by their means, lowest first. */
export function shownParameters(
  parameters: readonly Parameter[],
  meanOf: (parameter: Parameter) => number | null,
): ShownLine[] {
  const shown = (parameter: Parameter): ShownLine => ({ kind: 'parameter', parameter });
  const latents = [...new Set(parameters.map(({ latent }) => latent))];
  return latents.flatMap((latent) => {
    const own = parameters.filter((parameter) => parameter.latent === latent);
    if (own.length <= MAX_LEVELS) return own.map(shown);
    const sorted = [...own].sort((a, b) => (meanOf(a) ?? 0) - (meanOf(b) ?? 0));
    return [
      ...sorted.slice(0, AT_EITHER_END).map(shown),
      { kind: 'omitted', latent, levels: own.length - 2 * AT_EITHER_END },
      ...sorted.slice(-AT_EITHER_END).map(shown),
    ];
  });
}

/** An exploration as text for the terminal, and its associations as CSV. */
import type { AssociationMatrix, Exploration, ExploredGroup } from '../../analysis/explore/explore-table.ts';
import { csvText } from '../../files/tables/csv-fields.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** The names of coefficients in running text. */
export const COEFFICIENT_WORDS = {
  spearman: "Spearman's ρ",
  kendall: "Kendall's τ-b",
  matthews: "Matthews's correlation",
} as const;

/** Fewer are all printed. */
const SHOWN = { pairs: 10, groups: 40 } as const;

/** How the table was divided: by what, and into which cells. */
export interface Division {
  readonly by: string | null;
  readonly cells: readonly string[];
}

/** What a person reads. All numbers are in `--json` and in the files of `--out`. */
export function explorationText(path: string, found: Exploration, { by, cells }: Division): string {
  const units =
    cells.length === 0
      ? countOf(found.observations, 'outcome')
      : `${countOf(found.observations, 'cell')} (${[...new Set(by === null ? cells : [by, ...cells])].join(', ')})`;
  const parts = [
    `${path}: ${countOf(found.success.length, 'subject')}, ${units}, ${countOf(found.demands.length, 'column')} beside success`,
    successTable(found),
    ...(found.demands.length === 0 ? [] : [associationTable(found), strongest(found)]),
    ...(found.groups === null ? [] : [`By ${by}\n${groupLines(found, found.groups)}`]),
    ...between('How groups go together: those that rank subjects alike', found.betweenGroups),
    ...between('How subjects go together: those that do well in the same groups', found.betweenSubjects),
  ];
  return `${parts.map((part) => part.split('\n').map(printable).join('\n')).join('\n\n')}\n`;
}

function successTable({ success }: Exploration): string {
  const hasCells = success.some(({ cells }) => cells !== null);
  const head = ['', 'rows', ...(hasCells ? ['cells'] : []), 'success', '95 %'];
  const lines = success.map(({ name, rows, cells, mean, interval }) => [
    name,
    String(rows),
    ...(hasCells ? [String(cells)] : []),
    mean.toFixed(3),
    interval === null ? '' : `${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`,
  ]);
  return blankTable(
    [head, ...lines],
    ['left', 'right', ...(hasCells ? ['right' as const] : []), 'right', 'left'],
  );
}

/** One column per subject, as long as they fit. */
const MOST_SUBJECTS = 8;

function associationTable({ coefficient, success, associations, meanAssociations }: Exploration): string {
  const isAll = success.length === 1;
  const shown = success.length > MOST_SUBJECTS ? [] : [...success.keys()];
  const head = ['', ...shown.map((place) => success[place]!.name), ...(isAll ? [] : ['all'])];
  const lines = associations.map(({ column, bySubject, all }) => [
    column,
    ...shown.map((place) => coefficientText(bySubject[place]!)),
    ...(isAll ? [] : [coefficientText(all)]),
  ]);
  const means = [
    '(mean)',
    ...shown.map((place) => coefficientText(meanAssociations[place]!)),
    ...(isAll ? [] : ['']),
  ];
  const table = blankTable(
    [head, ...lines, ...(shown.length === 0 ? [] : [means])],
    ['left', ...head.slice(1).map(() => 'right' as const)],
  );
  return `How success goes with each column (${COEFFICIENT_WORDS[coefficient]})\n${table}`;
}

/** Two decimals with a sign; a dash where a column does not vary. */
function coefficientText(value: number | null): string {
  if (value === null) return '–';
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? '0.00' : `${value < 0 ? '−' : ''}${text}`;
}

/** Pairs, strongest first. */
function pairsOf({ names, coefficients }: AssociationMatrix): (readonly [string, string, number])[] {
  return names
    .flatMap((name, place) =>
      names.slice(0, place).flatMap((other, at) => {
        const value = coefficients[place]![at] ?? null;
        return value === null ? [] : [[other, name, value] as const];
      }),
    )
    .sort((a, b) => Math.abs(b[2]) - Math.abs(a[2]));
}

function pairLines(pairs: readonly (readonly [string, string, number])[]): string {
  const shown = pairs.slice(0, SHOWN.pairs);
  const table = blankTable(
    shown.map(([one, other, value]) => [one, other, coefficientText(value)]),
    ['left', 'left', 'right'],
  );
  return pairs.length > shown.length
    ? `${table}\n… ${countOf(pairs.length - shown.length, 'pair')} more`
    : table;
}

function strongest({ columns, demands }: Exploration): string {
  const among = new Set(demands);
  const pairs = pairsOf(columns).filter(([one, other]) => among.has(one) && among.has(other));
  if (pairs.length === 0) return 'No two of these columns vary together: there is no pair to compare.';
  return `Which columns go together most\n${pairLines(pairs)}`;
}

/** Quartiles of successes and failures say nothing: there have to be cells, or shares. */
export function hasSpread({ success }: Exploration): boolean {
  return success.some(({ cells, interval }) => cells !== null || interval === null);
}

function groupLines(found: Exploration, groups: readonly ExploredGroup[]): string {
  const { demands, success } = found;
  const isSpread = hasSpread(found);
  const lines = groups.slice(0, SHOWN.groups).map((group) => {
    const means = success.flatMap(({ name }, place) => {
      const spread = group.spreads[place] ?? null;
      if (spread === null) return [];
      const range = `${spread.lowerQuartile.toFixed(2)} to ${spread.upperQuartile.toFixed(2)}`;
      return [
        `${name} ${group.means[place]!.toFixed(2)}${isSpread && spread.count > 1 ? ` (${range})` : ''}`,
      ];
    });
    const asked = demands.flatMap((name, place) => {
      const value = group.presence[place] ?? null;
      return value === null || value === 0 ? [] : [`${name} ${presenceText(value)}`];
    });
    return [
      `  ${group.name}, ${countOf(group.rows, 'row')}: ${means.join(', ')}`,
      ...(asked.length === 0 ? [] : [`    ${asked.join(', ')}`]),
    ].join('\n');
  });
  const more = groups.length - lines.length;
  return `  mean success of each subject${isSpread ? ', with the quartiles of its cells' : ''}; then the mean of each column that is not 0\n${lines.join('\n')}${more > 0 ? `\n  … ${countOf(more, 'group')} more` : ''}`;
}

function presenceText(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function between(title: string, matrix: AssociationMatrix | null): string[] {
  if (matrix === null) return [];
  const pairs = pairsOf(matrix);
  return pairs.length === 0 ? [] : [`${title}\n${pairLines(pairs)}`];
}

/** One row for each pair of columns; the coefficient is empty where it is undefined. */
export function associationsTable({ columns: { names, coefficients } }: Exploration): string {
  const rows = names.flatMap((name, place) =>
    names.slice(0, place).map((other, at) => [other, name, coefficients[place]![at] ?? null]),
  );
  return csvText([['one', 'other', 'coefficient'], ...rows]);
}

/** The tables of the draft: their files, a preview of the columns, and what each column is to the layout. */
import type { ColumnKind } from '../../../files/tables/describe-columns.ts';
import type { LayoutColumn } from '../work/editor-messages.ts';
import type { Draft, DraftFile, TableRole } from './draft.ts';
import { button, element, withCode } from './element.ts';

/** What `theodolite tables --json` says of a table. */
export interface DescribedTable {
  readonly rows: number;
  readonly columns: readonly DescribedColumn[];
  /** A layout to begin with; null if no column holds successes and failures. */
  readonly begun: BegunLayout | null;
}

export interface BegunLayout {
  readonly text: string;
  readonly outcome: string;
  readonly outcomeName: string;
  readonly stacked: string | null;
  readonly bindings: readonly (readonly [name: string, column: string])[];
}

export interface DescribedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Its kind and its values in words. */
  readonly holds: string;
  readonly values: string;
  readonly missing: number;
  readonly histogram?: { readonly isLog: boolean; readonly counts: readonly number[] } | null;
}

/** What a column is to the layout. */
interface ColumnUse {
  readonly kind: LayoutColumn['kind'];
  /** The name that the layout has for it. */
  readonly name: string;
}

/** By column of the table; and the columns that the layout reads and the table does not have. */
export interface TableUse {
  readonly uses: ReadonlyMap<string, readonly ColumnUse[]>;
  readonly absent: readonly LayoutColumn[];
}

/** Which columns the layout reads, by their names and by the settings. */
export function useOf(
  columns: readonly DescribedColumn[],
  wanted: readonly LayoutColumn[],
  { outcomes, bindings, stack }: Draft['settings'],
): TableUse {
  const names = columns.map(({ name }) => name);
  const uses = new Map<string, ColumnUse[]>();
  const absent: LayoutColumn[] = [];
  for (const { name, kind } of wanted) {
    // The columns that are stacked are the levels of this category.
    if (kind === 'category' && name === stack) continue;
    const asked = (kind === 'outcome' ? outcomes[name] : bindings[name])?.trim() || name;
    const found =
      kind === 'outcome' ? asked.split(',').flatMap((one) => matching(one.trim(), names)) : [asked];
    const here = found.filter((column) => names.includes(column));
    if (here.length === 0) absent.push({ name, kind });
    for (const column of here) uses.set(column, [...(uses.get(column) ?? []), { kind, name }]);
  }
  return { uses, absent };
}

function matching(pattern: string, names: readonly string[]): readonly string[] {
  if (!/[*?]/.test(pattern)) return [pattern];
  const text = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return names.filter((name) => new RegExp(`^${text}$`).test(name));
}

/** The list of files, with what each is to the layout. */
export function fileList(
  files: readonly DraftFile[],
  tables: readonly string[],
  { onRole, onRemove }: { onRole(file: DraftFile, role: TableRole): void; onRemove(file: DraftFile): void },
): HTMLElement {
  const roles: [TableRole, string][] = [
    ['main', 'the table'],
    ['join', 'facts that are joined to it'],
    ...tables.map((name): [TableRole, string] => [`table ${name}`, `the table ${name} of the layout`]),
  ];
  const items = files.map((file) => {
    const select = element('select', { 'aria-label': `What ${file.path} is` });
    const known = roles.some(([role]) => role === file.role)
      ? roles
      : [...roles, [file.role, file.role] as const];
    for (const [role, text] of known) select.append(new Option(text, role, false, role === file.role));
    select.addEventListener('change', () => onRole(file, select.value as TableRole));
    return element(
      'li',
      {},
      element('span', { class: 'file' }, file.path, ' ', element('small', {}, sizeText(file.bytes.length))),
      files.length > 1 || tables.length > 0 ? select : null,
      button('Remove', () => onRemove(file), { class: 'quiet', 'aria-label': `Remove ${file.path}` }),
    );
  });
  return element('ul', { class: 'files' }, ...items);
}

export function sizeText(bytes: number): string {
  return bytes < 1000
    ? `${bytes} bytes`
    : bytes < 1e6
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The columns as a table: what each holds, and what it is to the layout. */
export function columnTable({ columns, rows }: DescribedTable, { uses }: TableUse): HTMLElement {
  const heads = ['column', 'in the layout', 'holds', 'missing', 'values'];
  const lines = columns.map((column) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, column.name),
      element('td', {}, ...useWords(uses.get(column.name))),
      element('td', {}, column.holds),
      element('td', { class: 'number' }, column.missing === 0 ? '0' : shareText(column.missing, rows)),
      element(
        'td',
        {},
        element('div', { class: 'values' }, histogram(column), element('span', {}, column.values)),
      ),
    ),
  );
  return element(
    'table',
    { class: 'columns' },
    element('caption', {}, `${rows} ${rows === 1 ? 'row' : 'rows'}, ${columns.length} columns`),
    element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, ...lines),
  );
}

function useWords(uses: readonly ColumnUse[] | undefined): (Node | string)[] {
  if (uses === undefined) return [element('span', { class: 'muted' }, 'not read')];
  return uses.flatMap(({ kind, name }, place) => [
    place === 0 ? '' : ', ',
    element('span', { class: `use use-${kind}` }, kind),
    ' ',
    element('code', {}, name),
  ]);
}

function shareText(count: number, rows: number): string {
  return `${count} (${((100 * count) / rows).toFixed(count === rows ? 0 : 1)} %)`;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Bars that those who read aloud do without: the range and the median stand beside them. */
function histogram({ histogram: drawn }: DescribedColumn): SVGElement | null {
  if (drawn === undefined || drawn === null) return null;
  const { counts } = drawn;
  const most = Math.max(...counts);
  const [width, height, gap] = [72, 20, 1];
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'aria-hidden': true,
  }))
    svg.setAttribute(name, String(value));
  const bar = width / counts.length;
  for (const [place, count] of counts.entries()) {
    const rect = document.createElementNS(SVG, 'rect');
    const tall = count === 0 ? 0 : Math.max(1, (height * count) / most);
    const box = { x: place * bar, y: height - tall, width: bar - gap, height: tall };
    for (const [name, value] of Object.entries(box)) rect.setAttribute(name, value.toFixed(2));
    svg.append(rect);
  }
  return svg;
}

/** What the layout reads and the table does not have, with a field for the column that has it. */
export function absentColumns(
  absent: readonly LayoutColumn[],
  columns: readonly DescribedColumn[],
  settings: Draft['settings'],
  onChoice: (column: LayoutColumn, text: string) => void,
): HTMLElement {
  if (absent.length === 0) return element('div', {});
  const list = element(
    'datalist',
    { id: 'table-columns' },
    ...columns.map(({ name }) => element('option', { value: name })),
  );
  const fields = absent.map((column) => {
    const { name, kind } = column;
    const input = element('input', {
      ...{ list: 'table-columns', placeholder: kind === 'outcome' ? 'column, column' : 'column' },
      value: (kind === 'outcome' ? settings.outcomes[name] : settings.bindings[name]) ?? '',
      'data-absent': name,
    });
    input.addEventListener('change', () => onChoice(column, input.value));
    return element('label', {}, element('span', {}, ...withCode(`The ${kind} \`${name}\` is in`)), input);
  });
  return element(
    'div',
    { class: 'absent note care' },
    element('p', {}, 'The layout reads what no column of the table is called. Say which columns have it.'),
    element('div', { class: 'controls' }, ...fields),
    list,
  );
}

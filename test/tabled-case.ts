/** Random cases in which a second table observes what the main one does, with columns of its own; made of cases of one table. */
import type { TypedLayout } from '../compiler/check/typed-layout.ts';
import type { Point } from '../compiler/interpret/interpret.ts';
import type { Data } from '../compiler/interpret/scope.ts';
import { lexer } from '../grammar/tokens.ts';
import { stackTables } from '../host/row-tables.ts';
import type { Manifest } from '../module/manifest.ts';
import type { NamedColumns } from '../module/to-columns.ts';
import type { IndexedCase } from './indexed-case.ts';

export interface TabledCase {
  readonly text: string;
  /** The rows of the second table, by the names of the first one's columns. */
  readonly second: Data;
  /** The rows of both as the module takes them, for the manifest of `text`. */
  stacked(manifest: Manifest): Data;
  /** A place, with the values of the judges behind those of the case. */
  readonly unconstrained: readonly number[];
  valuesOf(layout: TypedLayout): (values: Point) => Point;
}

const JUDGES = ['judge_a', 'judge_b', 'judge_c'];
/** How far each judge is off, on the unconstrained scale and on its own, and what they say. */
const OFF = [-0.4, 0.3, 0.9];

/**
 * The same layout with a table `second` that has the columns and lets of the main one under other names, and observes the same; its rows are
 * those of the main table from the last to the first, the first twice. Its category `judge` is its own.
 */
export function tabled({ text, layout, data, unconstrained }: IndexedCase): TabledCase {
  const lines = text.split('\n');
  const own = [
    ...layout.demands.map(({ name }) => name),
    ...layout.lets.map(({ name }) => name),
    ...layout.observations.map(({ outcome }) => outcome),
  ];
  const copies = lines
    .filter((line) => /^(?:demand|let|observe) /.test(line))
    .map((line) => renamed(line, new Set(own)));
  const [category] = layout.categories;
  const written = [
    lines[0],
    'table second {',
    `  category ${[...(category === undefined ? [] : [category.name]), 'judge'].join(', ')}`,
    ...copies.map((line) => `  ${line}`),
    '  observe said ~ normal(off[judge] + mean(said), 2)',
    '}',
    ...lines.slice(1, -1),
    'param off[judge] ~ normal(0, 1)',
    '',
  ];
  const order = [...Array.from({ length: data.rows }, (_, row) => data.rows - 1 - row), 0];
  const taken = (values: ArrayLike<number>) => Float64Array.from(order, (row) => values[row]!);
  const columns = Object.fromEntries(
    Object.entries(data.columns).map(([name, values]) => [name, taken(values)]),
  );
  const judges = order.map((_, row) => row % JUDGES.length);
  return {
    text: written.join('\n'),
    second: { rows: order.length, columns },
    stacked: (manifest) => {
      const levels = new Map(
        layout.categories.map(({ name }) => {
          const count = 1 + Math.max(...Array.from(data.columns[name]!));
          return [name, Array.from({ length: count }, (_, level) => `level ${level}`)];
        }),
      );
      const main = new Map(
        Object.entries(data.columns).map(([name, values]) => [name, Float64Array.from(values)]),
      );
      const again = new Map([
        ...Object.entries(columns).map(
          ([name, values]) => [own.includes(name) ? `${name}_t` : name, values] as const,
        ),
        ['judge', Float64Array.from(judges)] as const,
        ['said', Float64Array.from(judges, (judge, row) => OFF[judge]! + (row % 5))] as const,
      ]);
      const parts: NamedColumns[] = [
        { columns: main, levels },
        { columns: again, levels: new Map([...levels, ['judge', JUDGES]]) },
      ];
      const { columns: whole } = stackTables(manifest, parts);
      return { rows: data.rows + order.length, columns: Object.fromEntries(whole) };
    },
    unconstrained: [...unconstrained, ...OFF],
    valuesOf: () => (values) => ({ ...values, off: OFF }),
  };
}

/** The line with `_t` behind each of the names. */
function renamed(line: string, names: ReadonlySet<string>): string {
  let written = '';
  let end = 0;
  for (const { image, startOffset } of lexer.tokenize(line).tokens) {
    written += line.slice(end, startOffset) + image + (names.has(image) ? '_t' : '');
    end = startOffset + image.length;
  }
  return written + line.slice(end);
}

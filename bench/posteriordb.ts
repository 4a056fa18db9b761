/**
 * The posteriors of posteriordb that the language can express: the layouts are in this folder, the data beside the
 * project.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Source } from '../grammar/source.ts';
import type { Columns } from '../module/columns.ts';
import { encodeLevels, type Levels } from '../module/levels.ts';
import { PACKAGE, REFERENCE } from './package-files.ts';

/** A layout and its data. */
export interface ReferencePosterior {
  /** Its name in the results. */
  readonly name: string;
  readonly source: Source;
  readonly columns: Columns;
  /** The level names of categories; absent without categories. */
  readonly levels?: Levels;
}

/** The columns that name groups, by the layout. */
const LAYOUTS = {
  'eight-schools': ['school'],
  'irt-2pl': ['person', 'item'],
  kidiq: [],
  sblri: [],
  'glm-binomial': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PosteriorName = keyof typeof LAYOUTS;

export const POSTERIOR_NAMES = Object.keys(LAYOUTS) as readonly PosteriorName[];

export function isPosteriorName(name: string): name is PosteriorName {
  return Object.hasOwn(LAYOUTS, name);
}

/** Reads a layout and its table. Throws an Error if the tables are not beside this checkout. */
export function posteriordb(name: PosteriorName): ReferencePosterior {
  if (REFERENCE === null) throw new Error('the data of posteriordb are not beside this checkout');
  const layout = `bench/posteriordb/${name}.ml`;
  const table = new URL(`posteriordb/${name.replaceAll('-', '_')}.csv`, REFERENCE);
  const rows: Record<string, string>[] = parse(readFileSync(table), { columns: true });
  const categories: readonly string[] = LAYOUTS[name];
  const encoded = new Map(
    categories.map((category) => [category, encodeLevels(rows.map((row) => row[category]!))]),
  );
  const column = (key: string) =>
    encoded.get(key)?.codes ?? Float64Array.from(rows, (row) => Number(row[key]));
  return {
    name,
    source: { name: layout, text: readFileSync(new URL(layout, PACKAGE), 'utf8') },
    columns: new Map(Object.keys(rows[0]!).map((key) => [key, column(key)])),
    ...(encoded.size === 0
      ? {}
      : { levels: new Map([...encoded].map(([category, { levels }]) => [category, levels])) }),
  };
}

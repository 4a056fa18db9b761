/** The committed battery, its layout, and fits of the layout to its agents. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { openThisThread } from '../../../host/chain-pool.ts';
import { fit as fitOnce, type SampledPosterior } from '../../../host/fit.ts';
import { type LoadedModule, loadModule } from '../../../host/load.ts';
import { compileToFit } from '../../compile-to-fit.ts';

const FOLDER = new URL('../../../stdlib-layouts/navigation/', import.meta.url);

export type Row = Readonly<Record<string, string>>;

/** A file of the folder as text. */
export function readBattery(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

export const ROWS: readonly Row[] = parse(readBattery('battery.csv'), { columns: true });

/** A column of some rows as numbers. */
export function column(rows: readonly Row[], name: string): Float64Array {
  return Float64Array.from(rows, (row) => Number(row[name]));
}

let module: Promise<LoadedModule> | undefined;

/** Fits the layout to outcomes, one a row. The seed is always the same. */
export async function fitOutcomes(
  rows: readonly Row[],
  outcomes: Float64Array,
  draws = 500,
): Promise<SampledPosterior> {
  module ??= compileToFit({ name: 'navigation.ml', text: readBattery('navigation.ml') }).then(({ bytes }) =>
    loadModule(bytes),
  );
  const columns = new Map([
    ['goalDistance', column(rows, 'goalDistance')],
    ['goalSize', column(rows, 'goalSize')],
    ['success', outcomes],
  ]);
  const options = { chains: 4, warmup: 500, draws, seed: 1n, pool: openThisThread(), scouts: 0 };
  return fitOnce(await module, columns, options);
}

/** Fits the layout to the rows that are not held out, as one agent met them. */
export function fitAgent(name: string, draws = 500): Promise<SampledPosterior> {
  const rows = ROWS.filter(({ split }) => split === 'train');
  return fitOutcomes(rows, column(rows, name), draws);
}

/** Probability of success at these demands, by the layout: appendix D.1. */
export function successProbability(
  acuity: number,
  navigation: number,
  distance: number,
  size: number,
): number {
  const sees = acuity / (acuity + distance / size);
  const walks = 1 / (1 + Math.exp(distance - navigation));
  return sees * walks;
}

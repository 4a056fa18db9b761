/** Layouts with data, for tests of hints. */

import { type LoadedModule, loadModule } from '../../host/load.ts';
import { bindSampler, type SamplerInstance } from '../../host/sampler-instance.ts';
import { type Columns, orderColumns } from '../../module/columns.ts';
import { compileToFit } from '../compile-to-fit.ts';

/** A layout that is compiled, and columns of numbers by their names. */
export async function open(
  text: string,
  columns: Readonly<Record<string, readonly number[]>>,
): Promise<{ loaded: LoadedModule; columns: Columns }> {
  const { bytes } = await compileToFit({ name: 'course.ml', text });
  const entries = Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)] as const);
  return { loaded: await loadModule(bytes), columns: new Map(entries) };
}

export async function bind(
  text: string,
  columns: Readonly<Record<string, readonly number[]>>,
): Promise<SamplerInstance> {
  const opened = await open(text, columns);
  return bindSampler(opened.loaded, { columns: orderColumns(opened.loaded.manifest, opened.columns) });
}

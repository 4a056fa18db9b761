/** The entry `theodolite/compiler`: from a layout's text to a module, or to its mistakes. */
import { orderColumns } from '../module/columns.ts';
import { everyColumn, sketchOf } from '../module/data-sketch.ts';
import { type ColumnsInput, toColumns } from '../module/to-columns.ts';
import { type Analysis, analyseSource } from './analyse.ts';
import type { Compiled, PrepareOptions } from './compile.ts';
import { LayoutError } from './layout-error.ts';
import { type CompileOptions, type LayoutInput, sourceOf } from './layout-input.ts';
import type { Shown } from './show.ts';

export type { Diagnostic, Note } from '../grammar/diagnostic.ts';
export { type DiagnosticColours, renderDiagnostics } from '../grammar/render-diagnostics.ts';
export type { Source, Span } from '../grammar/source.ts';
export type { Analysis } from './analyse.ts';
export { type Choice, combinations, type Selection } from './choose/alternatives.ts';
export { ChoiceError } from './choose/choice-error.ts';
export type { Compiled, PrepareOptions } from './compile.ts';
export { LayoutError } from './layout-error.ts';
export type { CompileOptions, LayoutInput } from './layout-input.ts';
export type { Phase, Shown } from './show.ts';

/**
 * Compiles a layout to a WebAssembly module. The back end is loaded at the first call.
 *
 * @throws LayoutError with every independent mistake of the layout; ChoiceError if an option selects what the layout
 * does
 *   not offer; HostError of kind `data` if the given data do not fit the layout.
 */
export async function compile(
  layout: LayoutInput,
  { data, ...options }: CompileOptions = {},
): Promise<Compiled> {
  const { prepare } = await import('./compile.ts');
  const prepared = prepare(sourceOf(layout), options);
  return prepared.compile(data === undefined ? undefined : sketchData(prepared.manifest, data));
}

/** Checks a layout without compiling it. Returns its typed form if it has no mistakes, and all diagnostics. */
export function analyse(layout: LayoutInput, options: PrepareOptions = {}): Analysis {
  return analyseSource(sourceOf(layout), options.choices);
}

/**
 * An intermediate program of a layout as text: after a phase, after a pass, or the difference between two passes. Loads
 * the compiler as `compile` does.
 *
 * @throws LayoutError and ChoiceError as `compile` does.
 */
export async function show(layout: LayoutInput, shown: Shown, options: PrepareOptions = {}): Promise<string> {
  return (await import('./compile.ts')).showSource(sourceOf(layout), shown, undefined, options);
}

/**
 * A layout's text in its canonical form, with the same meaning and all comments. Names and types are not checked. Loads
 * the formatter at the first call.
 *
 * @throws LayoutError with every syntax error.
 */
export async function format(layout: LayoutInput): Promise<string> {
  const source = sourceOf(layout);
  const { text, diagnostics } = (await import('../grammar/format/format.ts')).formatText(source);
  if (text === null) throw new LayoutError(source, diagnostics);
  return text;
}

/** How often values repeat in the data; in those of the main table, where a layout has several. */
function sketchData(manifest: Compiled['manifest'], data: ColumnsInput) {
  const { columns } = toColumns(manifest, data);
  if (manifest.tables !== undefined) return sketchOf(everyColumn(manifest, columns));
  const ordered = orderColumns(manifest, columns);
  return sketchOf(new Map(manifest.columns.map(({ name }, index) => [name, ordered[index]!])));
}

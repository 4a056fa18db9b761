/** The entry `theodolite/compiler`: from a layout's text to a module, or to what is wrong with it. */
import { orderColumns } from '../module/columns.ts';
import { sketchOf } from '../module/data-sketch.ts';
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
 * @throws LayoutError with every independent mistake when the layout has any; ChoiceError when an option chooses what
 *   is not there; HostError of kind `data` when data are given that do not fit the layout.
 */
export async function compile(
  layout: LayoutInput,
  { data, ...options }: CompileOptions = {},
): Promise<Compiled> {
  const { prepare } = await import('./compile.ts');
  const prepared = prepare(sourceOf(layout), options);
  return prepared.compile(data === undefined ? undefined : sketchData(prepared.manifest, data));
}

/**
 * Checks a layout without compiling it: its meaning where it has no mistakes, and every diagnostic.
 */
export function analyse(layout: LayoutInput, options: PrepareOptions = {}): Analysis {
  return analyseSource(sourceOf(layout), options.choices);
}

/**
 * What a layout is on its way to a module, as text: after a phase, after a pass, or what changed between two. Loads the compiler as `compile` does.
 *
 * @throws LayoutError and ChoiceError as `compile` does.
 */
export async function show(layout: LayoutInput, shown: Shown, options: PrepareOptions = {}): Promise<string> {
  return (await import('./compile.ts')).showSource(sourceOf(layout), shown, undefined, options);
}

/**
 * A layout's text in the one form that layouts have, with the same meaning and every comment. Names and types are not
 * looked at. Loads the printer at the first call.
 *
 * @throws LayoutError with every mistake of syntax when there are any.
 */
export async function format(layout: LayoutInput): Promise<string> {
  const source = sourceOf(layout);
  const { text, diagnostics } = (await import('../grammar/format/format.ts')).formatText(source);
  if (text === null) throw new LayoutError(source, diagnostics);
  return text;
}

function sketchData(manifest: Compiled['manifest'], data: ColumnsInput) {
  const ordered = orderColumns(manifest, toColumns(manifest, data).columns);
  return sketchOf(new Map(manifest.columns.map(({ name }, index) => [name, ordered[index]!])));
}

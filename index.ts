/** The public API: compile a layout, load a module, fit it to data, and read the result. */
import type { Compiled, Phase, PrepareOptions } from './compiler/compile.ts';
import type { Source } from './grammar/source.ts';

export { type Analysis, analyse } from './compiler/analyse.ts';
export { type Choice, combinations, type Selection } from './compiler/choose/alternatives.ts';
export { ChoiceError } from './compiler/choose/choice-error.ts';
export type { Compiled, Phase, PrepareOptions } from './compiler/compile.ts';
export { LayoutError } from './compiler/layout-error.ts';
export type { Diagnostic, Note } from './grammar/diagnostic.ts';
export { renderDiagnostics } from './grammar/render-diagnostics.ts';
export type { Source, Span } from './grammar/source.ts';
export type { ChainDraws, ChainPlan, Method } from './host/chain.ts';
export { type ChainPool, type ChainTask, openThisThread, type ScoutTask } from './host/chain-pool.ts';
export { type Columns, orderColumns } from './host/columns.ts';
export type { ParticleSummary } from './host/diagnose/evidence.ts';
export type { Finding, FindingKind } from './host/diagnose/finding.ts';
export type { DrawShare } from './host/diagnose/mode-shares.ts';
export type { Mode } from './host/diagnose/modes.ts';
export { type ParameterSummary, type SamplerSummary, summarise } from './host/diagnose/summarise.ts';
export type { Verdict, VerdictStatus } from './host/diagnose/verdict.ts';
export { cmdStanCsv } from './host/draws-csv.ts';
export { type Fit, type FitOptions, fit } from './host/fit.ts';
export { HostError, type HostErrorKind } from './host/host-error.ts';
export { bindInstance, type Instance } from './host/instance.ts';
export { type EncodedLevels, encodeLevels, type Levels } from './host/levels.ts';
export { type LoadedModule, load } from './host/load.ts';
export type { Manifest, ManifestColumn, ManifestLatent } from './host/manifest.ts';
export { type Parameter, parametersOf } from './host/parameters.ts';
export type { ParticleRun } from './host/particles.ts';
export { DEFAULT_SETTINGS, type SampleOptions, type SamplerSettings, sample } from './host/sample.ts';

/**
 * Compiles a layout to a WebAssembly module. The compiler is loaded at the first call, and runs in Node.
 *
 * @throws LayoutError with every independent mistake when the layout has any; ChoiceError when an option chooses what
 *   is not there.
 */
export async function compile(source: Source, options: PrepareOptions = {}): Promise<Compiled> {
  return (await import('./compiler/compile.ts')).compile(source, undefined, options);
}

/**
 * What a layout is after a phase, as text. Loads the compiler as `compile` does.
 *
 * @throws LayoutError and ChoiceError as `compile` does.
 */
export async function show(source: Source, phase: Phase, options: PrepareOptions = {}): Promise<string> {
  return (await import('./compiler/compile.ts')).show(source, phase, undefined, options);
}

/**
 * A layout's text in the one form that layouts have, with the same meaning and every comment. Names and types are not
 * looked at. Loads the parser at the first call.
 *
 * @throws LayoutError with every mistake of syntax when there are any.
 */
export async function format(source: Source): Promise<string> {
  const [formatter, { LayoutError }] = await Promise.all([
    import('./grammar/format/format.ts'),
    import('./compiler/layout-error.ts'),
  ]);
  const { text, diagnostics } = formatter.format(source);
  if (text === null) throw new LayoutError(source, diagnostics);
  return text;
}

/**
 * A pool of Node worker threads for the `pool` option of `fit` and `sample`, to be kept for several fits and closed
 * after the last. At most `workers` threads, by default as many as the machine runs at once.
 */
export async function openWorkers(workers?: number): Promise<import('./host/chain-pool.ts').ChainPool> {
  return (await import('./host/node/worker-pool.ts')).openWorkers(workers);
}

/** The public API: compile a layout, load a module, fit it to data, and read the result; and simulate data from a layout. */
import type { Compiled, Phase, PrepareOptions } from './compiler/compile.ts';
import type { Source } from './grammar/source.ts';
import type { Simulation, SimulationPlan } from './simulate/simulate.ts';

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
export { findHints, type HintOptions } from './host/hints/find-hints.ts';
export type { Hint, HintKind } from './host/hints/hint.ts';
export { HostError, type HostErrorKind } from './host/host-error.ts';
export { bindInstance, type Instance } from './host/instance.ts';
export { type EncodedLevels, encodeLevels, type Levels } from './host/levels.ts';
export { type LoadedModule, load } from './host/load.ts';
export type { Manifest, ManifestColumn, ManifestLatent } from './host/manifest.ts';
export { type Parameter, parametersOf } from './host/parameters.ts';
export type { ParticleRun } from './host/particles.ts';
export { DEFAULT_SETTINGS, type SampleOptions, type SamplerSettings, sample } from './host/sample.ts';
export type { Design } from './simulate/design.ts';
export type { ProfileValues } from './simulate/profile-values.ts';
export type { Simulation, SimulationPlan } from './simulate/simulate.ts';
export { SimulationError } from './simulate/simulation-error.ts';

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
 * Draws what a system with a profile would make of demands, by the interpreter's meaning of the layout. Its `columns` are
 * what `fit` takes, in the units of the layout, and its `profile` is what a fit should find. The profile is drawn from the
 * priors where the plan says `prior`, and the demands are made where it gives a design. The same plan gives the same
 * numbers. A statistic of an outcome that the layout reads, such as `mean(success)`, has no value before there are
 * outcomes: the plan must say what it is taken as.
 *
 * @throws LayoutError and ChoiceError as `compile` does; SimulationError when the demands, the profile or the statistics do
 *   not fit the layout, or a prior or an outcome has no distribution at what they make of its parameters; HostError of kind `data` when a category does not
 *   hold the numbers of its levels.
 */
export async function simulate(
  source: Source,
  plan: SimulationPlan,
  options: PrepareOptions = {},
): Promise<Simulation> {
  const [{ prepare }, { simulateLayout }] = await Promise.all([
    import('./compiler/compile.ts'),
    import('./simulate/simulate.ts'),
  ]);
  return simulateLayout(prepare(source, options).layout, plan);
}

/**
 * A pool of Node worker threads for the `pool` option of `fit` and `sample`, to be kept for several fits and closed
 * after the last. At most `workers` threads, by default as many as the machine runs at once.
 */
export async function openWorkers(workers?: number): Promise<import('./host/chain-pool.ts').ChainPool> {
  return (await import('./host/node/worker-pool.ts')).openWorkers(workers);
}

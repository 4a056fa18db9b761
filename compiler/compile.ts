/**
 * The compiler, from a layout's text to a WebAssembly module:
 * parse, select, check, graph, rewrite, stage, derive, schedule, emit, assemble.
 */

import type { Diagnostic } from '../grammar/diagnostic.ts';
import { printSyntax } from '../grammar/print-syntax.ts';
import type { Source } from '../grammar/source.ts';
import type { CommandManifest, Manifest } from '../module/manifest.ts';
import { analyse } from './analyse.ts';
import { assemble } from './assemble/assemble.ts';
import { explanationOf } from './assemble/explanation.ts';
import { manifestOf } from './assemble/manifest.ts';
import { printTyped } from './check/print-typed.ts';
import type { TypedLayout } from './check/typed-layout.ts';
import type { Choice, Selection } from './choose/alternatives.ts';
import { checkSelection } from './choose/choice-error.ts';
import { emit } from './emit/emit.ts';
import { emitPrediction } from './emit/emit-prediction.ts';
import { type CommandProgram, emitTable } from './emit/table-code.ts';
import { buildGraph, textAt } from './graph/build.ts';
import { buildPrediction, placesOf } from './graph/predicted.ts';
import { printGraph } from './graph/print-graph.ts';
import { LayoutError } from './layout-error.ts';
import { planLayout } from './schedule/plan.ts';
import { planPrediction } from './schedule/plan-prediction.ts';
import { printPlan } from './schedule/print-plan.ts';
import { nonCentredLatents } from './stage/parametrise.ts';
import { type DataSketch, sketchFromDeclarations } from './stage/sketch.ts';

/** The values between two phases, as `theodolite build --show` names them. */
export const PHASES = ['syntax', 'types', 'graph', 'plan', 'assemblyscript', 'wat'] as const;
export type Phase = (typeof PHASES)[number];

export interface Compiled {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  /** The module, its manifest in the custom section `theodolite`: no imports, but a command module those of WASI. */
  readonly bytes: Uint8Array;
  readonly warnings: readonly Diagnostic[];
}

/** A layout that has been checked: what a host must know of it, and the rest of the way on demand. */
export interface Prepared {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  /** What can be chosen in the layout; its manifest says what is. */
  readonly choices: readonly Choice[];
  readonly warnings: readonly Diagnostic[];
  /** The module. What is known of the data makes it faster on such data and changes nothing else. */
  compile(sketch?: DataSketch, options?: CompileOptions): Promise<Compiled>;
  /** A command module instead, which fits the layout on its own under WASI (docs/wasi.md). */
  compileCommand(program: CommandProgram, sketch?: DataSketch): Promise<Compiled>;
  /** What the layout is after a phase, as text; where a program is given, on the way to its command module. */
  show(phase: Phase, sketch?: DataSketch, program?: CommandProgram): Promise<string>;
}

/** What the module is for. */
export interface CompileOptions {
  /** Whether it can predict besides being fitted; true when absent. One that cannot is compiled sooner. */
  readonly predicts?: boolean;
}

/** What is left open in a layout's text. */
export interface PrepareOptions {
  /** The alternative that each `choose` takes, by their names; the first where nothing is said. */
  readonly choices?: Selection;
}

/** Compiles a layout. Throws as `prepare` does. */
export async function compile(
  source: Source,
  sketch?: DataSketch,
  options: PrepareOptions = {},
): Promise<Compiled> {
  return prepare(source, options).compile(sketch);
}

/** Compiles as far as a phase and prints what it made. Throws as `prepare` does. */
export async function show(
  source: Source,
  phase: Phase,
  sketch?: DataSketch,
  options: PrepareOptions = {},
): Promise<string> {
  return prepare(source, options).show(phase, sketch);
}

/**
 * Parses and checks a layout. Throws `LayoutError` with every independent mistake when there are any, and `ChoiceError`
 * when what is chosen is not there.
 */
export function prepare(source: Source, { choices: selection = {} }: PrepareOptions = {}): Prepared {
  const { syntax, choices, layout, diagnostics } = analyse(source, selection);
  if (syntax === null || layout === null) throw new LayoutError(source, diagnostics);
  checkSelection(choices, selection);
  const sketched = (sketch?: DataSketch) => sketch ?? sketchFromDeclarations(layout);
  const graph = (sketch?: DataSketch) => buildGraph(layout, source.text, nonCentredLatents(sketched(sketch)));
  // The statistics and what is predicted do not depend on the data.
  const { statistics, levelStatistics, statisticNodes } = graph();
  const predicted = () =>
    buildPrediction(layout, placesOf(statisticNodes, statistics, levelStatistics), ({ span }) =>
      textAt(source.text, span),
    );
  const parts = {
    statistics: statistics.map(({ text }) => text),
    levelStatistics: levelStatistics.map(({ text, by }) => ({ text, by })),
    ...explanationOf(layout, source.text, predicted()),
  };
  const manifestFor = (sketch?: DataSketch) => manifestOf(layout, parts, nonCentredLatents(sketched(sketch)));
  const manifest = manifestFor();
  const plan = (sketch?: DataSketch) => planLayout(graph(sketch), sketched(sketch));
  const assemblyScript = (sketch?: DataSketch) => emit(layout, plan(sketch));
  const predictionPlan = (sketch?: DataSketch) => planPrediction(predicted(), sketched(sketch));
  const prediction = (sketch?: DataSketch) => emitPrediction(layout, predictionPlan(sketch));
  /** What is generated besides the layout's own code: predictions, or for a command module what is wanted of a table. */
  const besides = (
    sketch?: DataSketch,
    program?: CommandProgram,
  ): { prediction: string } | { table: string } =>
    program === undefined
      ? { prediction: prediction(sketch) }
      : { table: emitTable(manifestFor(sketch), program) };
  return {
    layout,
    manifest,
    choices,
    warnings: diagnostics,
    compile: async (sketch, { predicts = true } = {}) => {
      const fitted = { ...manifestFor(sketch), ...(predicts ? {} : { predicts }) };
      const { bytes } = await assemble(assemblyScript(sketch), fitted, predicts ? besides(sketch) : {});
      return { layout, manifest: fitted, bytes, warnings: diagnostics };
    },
    compileCommand: async (program, sketch) => {
      const fitted = manifestFor(sketch);
      const command: CommandManifest = { ...fitted, target: 'wasi' };
      const { bytes } = await assemble(assemblyScript(sketch), command, besides(sketch, program));
      return { layout, manifest: fitted, bytes, warnings: diagnostics };
    },
    show: async (phase, sketch, program) => {
      switch (phase) {
        case 'syntax':
          return printSyntax(syntax);
        case 'types':
          return printTyped(layout);
        case 'graph':
          return printGraph(graph(sketch));
        case 'plan':
          return printPlan(plan(sketch), predictionPlan(sketch), sketch ?? null);
        case 'assemblyscript':
          return [assemblyScript(sketch), ...Object.values(besides(sketch, program))].join('\n');
        case 'wat': {
          const made = { ...besides(sketch, program), wat: true };
          return (await assemble(assemblyScript(sketch), manifest, made)).wat!;
        }
      }
    },
  };
}

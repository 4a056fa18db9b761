/**
 * The compiler, from a layout's text to a WebAssembly module:
 * parse, check, graph, rewrite, stage, derive, schedule, emit, assemble.
 */
import type { Manifest } from '../host/manifest.ts';
import type { Diagnostic } from '../grammar/diagnostic.ts';
import { printSyntax } from '../grammar/print-syntax.ts';
import type { Source } from '../grammar/source.ts';
import { analyse } from './analyse.ts';
import { assemble } from './assemble/assemble.ts';
import { manifestOf } from './assemble/manifest.ts';
import { printTyped } from './check/print-typed.ts';
import type { TypedLayout } from './check/typed-layout.ts';
import { emit } from './emit/emit.ts';
import { buildGraph } from './graph/build.ts';
import { printGraph } from './graph/print-graph.ts';
import { LayoutError } from './layout-error.ts';
import { planLayout } from './schedule/plan.ts';
import { printPlan } from './schedule/print-plan.ts';
import { type DataSketch, sketchFromDeclarations } from './stage/sketch.ts';

/** The values between two phases, as `theodolite build --show` names them. */
export const PHASES = ['syntax', 'types', 'graph', 'plan', 'assemblyscript', 'wat'] as const;
export type Phase = (typeof PHASES)[number];

export interface Compiled {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  /** The module: no imports, its manifest in the custom section `theodolite`. */
  readonly bytes: Uint8Array;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Compiles a layout. What is known of the data (`sketch`) makes the module faster on such data and changes nothing else.
 * Throws `LayoutError` with every independent mistake when there are any.
 */
export async function compile(source: Source, sketch?: DataSketch): Promise<Compiled> {
  const { layout, warnings, assemblyScript, manifest } = generate(source, sketch);
  const { bytes } = await assemble(assemblyScript(), manifest());
  return { layout, manifest: manifest(), bytes, warnings };
}

/** Compiles as far as a phase and prints what it made. Throws `LayoutError` as `compile` does. */
export async function show(source: Source, phase: Phase, sketch?: DataSketch): Promise<string> {
  const generated = generate(source, sketch);
  switch (phase) {
    case 'syntax':
      return printSyntax(generated.syntax);
    case 'types':
      return printTyped(generated.layout);
    case 'graph':
      return printGraph(generated.graph());
    case 'plan':
      return printPlan(generated.plan(), sketch ?? null);
    case 'assemblyscript':
      return generated.assemblyScript();
    case 'wat':
      return (await assemble(generated.assemblyScript(), generated.manifest(), { wat: true })).wat!;
  }
}

/** The phases up to AssemblyScript, each run when it is asked for. */
function generate(source: Source, sketch: DataSketch | undefined) {
  const { syntax, layout, diagnostics } = analyse(source);
  if (syntax === null || layout === null) throw new LayoutError(source, diagnostics);
  const graph = () => buildGraph(layout, source.text);
  const plan = once(() => planLayout(graph(), sketch ?? sketchFromDeclarations(layout)));
  return {
    syntax,
    layout,
    warnings: diagnostics,
    graph,
    plan,
    assemblyScript: () => emit(layout, plan()),
    manifest: () => manifestOf(layout, plan().statistics.map(({ text }) => text)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

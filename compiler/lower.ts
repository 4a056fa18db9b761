/** From a checked layout to the AssemblyScript of its module: every intermediate program, made once, on demand. */
import type { Source } from '../grammar/source.ts';
import type { Manifest } from '../module/manifest.ts';
import type { CommandTexts } from './assemble/assemble.ts';
import { explanationParts, manifestOf } from './assemble/manifest.ts';
import { buildGraph, type ModelGraph, textAt } from './build/build.ts';
import { buildPrediction, type PredictionGraph, statisticPlaces } from './build/predicted.ts';
import type { TypedLayout } from './check/typed-layout.ts';
import { emit } from './emit/emit.ts';
import { emitPrediction } from './emit/emit-prediction.ts';
import { emitSentences } from './emit/problem-code.ts';
import { type CommandProgram, emitTable } from './emit/table-code.ts';
import { type Plan, planLayout } from './schedule/plan.ts';
import { type PredictionPlan, planPrediction } from './schedule/plan-prediction.ts';
import { nonCentredLatents } from './stage/parametrise.ts';
import { type DataSketch, sketchFromDeclarations, sketchOfLayout } from './stage/sketch.ts';

/** The intermediate programs of a layout, compiled for data like a sketch. */
export interface Lowered {
  readonly layout: TypedLayout;
  /** What is known of the data; null if nothing is, and the declared domains are used instead. */
  readonly sketch: DataSketch | null;
  readonly manifest: Manifest;
  /** The expression graph: log density, Jacobian and latents. */
  readonly graph: ModelGraph;
  /** The log density and its gradient after all passes, differentiated and scheduled. */
  readonly plan: Plan;
  /** The same for predictions. */
  readonly predictionPlan: PredictionPlan;
  /** The layout's own AssemblyScript. */
  readonly assemblyScript: string;
  /** The AssemblyScript of predictions. */
  readonly prediction: string;
  /** The AssemblyScript of a command module, in the place of predictions. */
  commandFor(program: CommandProgram): CommandTexts;
}

/** Returns a function that lowers a layout. Called again with the same sketch, it returns the same programs. */
export function lowerer(layout: TypedLayout, source: Source): (sketch?: DataSketch) => Lowered {
  const known = new Map<DataSketch | undefined, Lowered>();
  /**
   * Graphs that no plan has added nodes to, by their latents: the first plan takes the graph, later ones build another.
   */
  const unplanned = new Map<string, ModelGraph>();
  return (sketch) => {
    const lowered = known.get(sketch) ?? lower(sketch);
    known.set(sketch, lowered);
    return lowered;
  };

  function lower(given: DataSketch | undefined): Lowered {
    const sketch = sketchOfLayout(layout, given ?? sketchFromDeclarations(layout));
    const nonCentred = nonCentredLatents(sketch);
    const latents = JSON.stringify(layout.latents.filter(nonCentred).map(({ name }) => name));
    const build = () => buildGraph(layout, source.text, nonCentred);
    const graph = unplanned.get(latents) ?? build();
    unplanned.set(latents, graph);
    const { statistics, levelStatistics, statisticNodes } = graph;
    const predicted: PredictionGraph = buildPrediction(
      layout,
      statisticPlaces(statisticNodes, statistics, levelStatistics),
      ({ span }) => textAt(source.text, span),
    );
    const parts = {
      statistics: statistics.map(({ text }) => text),
      levelStatistics: levelStatistics.map(({ text, by }) => ({ text, by })),
      ...explanationParts(layout, source.text, predicted),
    };
    const manifest = manifestOf(layout, parts, nonCentred);
    const plan = once(() => {
      // Nodes that another plan added to the graph would change the order in which this one's are computed.
      const isUnplanned = unplanned.get(latents) === graph;
      if (isUnplanned) unplanned.delete(latents);
      return planLayout(isUnplanned ? graph : build(), sketch);
    });
    const predictionPlan = once(() => planPrediction(predicted, sketch));
    const assemblyScript = once(() => emit(layout, plan()));
    const prediction = once(() => emitPrediction(layout, predictionPlan()));
    return {
      layout,
      sketch: given === undefined ? null : sketch,
      manifest,
      graph,
      get plan() {
        return plan();
      },
      get predictionPlan() {
        return predictionPlan();
      },
      get assemblyScript() {
        return assemblyScript();
      },
      get prediction() {
        return prediction();
      },
      commandFor: (program) => ({ table: emitTable(manifest, program), sentences: emitSentences() }),
    };
  }
}

/** Makes a value at first use. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

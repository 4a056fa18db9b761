/** From a checked layout to the AssemblyScript of its module: every program on the way, each made once, when it is asked for. */
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
import { type DataSketch, sketchFromDeclarations } from './stage/sketch.ts';

/** A layout on its way to a module, for data that are like a sketch. */
export interface Lowered {
  readonly layout: TypedLayout;
  /** What was said of the data; null where nothing was, and the declarations stand for it. */
  readonly sketch: DataSketch | null;
  readonly manifest: Manifest;
  /** The log density, the Jacobian and the latents as expressions. */
  readonly graph: ModelGraph;
  /** The density and its kin after the passes, differentiated and ordered. */
  readonly plan: Plan;
  /** What the module predicts, likewise. */
  readonly predictionPlan: PredictionPlan;
  /** The layout's own AssemblyScript. */
  readonly assemblyScript: string;
  /** That of its predictions. */
  readonly prediction: string;
  /** That of a command module, in the place of predictions. */
  commandFor(program: CommandProgram): CommandTexts;
}

/** What lowers a layout. Asked again about the same sketch, it gives the programs that it has made. */
export function lowerer(layout: TypedLayout, source: Source): (sketch?: DataSketch) => Lowered {
  const known = new Map<DataSketch | undefined, Lowered>();
  /** A graph that nothing has been added to, for the first plan that wants one of its latents. */
  const unplanned = new Map<string, ModelGraph>();
  return (sketch) => {
    const lowered = known.get(sketch) ?? lower(sketch);
    known.set(sketch, lowered);
    return lowered;
  };

  function lower(given: DataSketch | undefined): Lowered {
    const sketch = given ?? sketchFromDeclarations(layout);
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
      // Another plan's nodes in the graph would change the order in which this one's are computed.
      const isUnplanned = unplanned.get(latents) === graph;
      if (isUnplanned) unplanned.delete(latents);
      return planLayout(isUnplanned ? graph : build(), sketch);
    });
    const predictionPlan = once(() => planPrediction(predicted, sketch));
    const assemblyScript = once(() => emit(layout, plan()));
    const prediction = once(() => emitPrediction(layout, predictionPlan()));
    return {
      layout,
      sketch: given ?? null,
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

/** Makes a value when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

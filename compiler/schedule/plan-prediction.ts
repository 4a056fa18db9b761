/**
 * The plan of a module's predictions: forward values only, for each distinct row, computed per level where that saves
 * work.
 */

import { differsByRow, type OutcomeNodes, type PredictionGraph } from '../build/predicted.ts';
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { advance } from '../passes/passes.ts';
import { Program, placedDomains, type Snapshot } from '../passes/program.ts';
import type { Domain } from '../stage/domain.ts';
import { atLevelsOfAllRows } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { stage } from '../stage/stage.ts';
import { type Schedule, schedule } from './schedule.ts';

/** A latent's value, and for a probability its complement: the inputs of both programs. */
export interface PredictionLatent {
  readonly name: string;
  readonly domain: DomainId;
  readonly value: NodeId;
  readonly complement: NodeId | null;
}

/** A derived node that the module outputs. */
export interface DerivedNode {
  readonly node: NodeId;
  /** Whether it has one value per row; otherwise it has a single value. */
  readonly isByRow: boolean;
}

export interface PredictionPlan {
  readonly graph: Graph;
  readonly domains: readonly Domain[];
  /** The domain of the distinct rows, in their original order. */
  readonly eachRow: DomainId;
  readonly latents: readonly PredictionLatent[];
  readonly outcomes: readonly OutcomeNodes[];
  readonly derived: readonly DerivedNode[];
  /** The means of outcomes, the parameters of draws, and the derived nodes. */
  readonly prediction: Schedule;
  readonly likelihood: Schedule;
  /** A snapshot of the program after each pass. */
  readonly trace: readonly Snapshot[];
}

/** Rewrites, stages and schedules a layout's predictions. */
export function planPrediction(predicted: PredictionGraph, sketch: DataSketch): PredictionPlan {
  const { graph, columns } = predicted;
  const trace: Snapshot[] = [];
  const expressions = Program.of('prediction', { graph, sketch, trace }, [
    ...predicted.outcomes.flatMap(({ outcome: name, mean, logLikelihood, drawn }) => [
      [`mean ${name}`, mean] as const,
      [`log likelihood of ${name}`, logLikelihood] as const,
      ...drawn.map((node) => [`drawn ${name}`, node] as const),
    ]),
    ...predicted.derived.map((node) => ['derived', node] as const),
  ]);
  expressions.record('build');
  const unplaced = advance(expressions, 'stage');
  const staged = stage(graph, unplaced.current, atLevelsOfAllRows(graph, sketch), columns);
  const placed = unplaced.with({ current: staged.roots, placed: placedDomains({ graph, sketch }, staged) });
  placed.record('stage');
  // There is nothing to differentiate.
  const roots = advance(placed);

  const outcomes = predicted.outcomes.map((outcome) => ({
    ...outcome,
    mean: roots.of(outcome.mean),
    logLikelihood: roots.of(outcome.logLikelihood),
    drawn: outcome.drawn.map((node) => roots.of(node)),
  }));
  const derived = predicted.derived.map((node) => ({
    node: roots.of(node),
    isByRow: differsByRow(graph, node),
  }));
  const latents = predicted.latents.map(({ name, index, nodes }) => {
    const domain = index === null ? PROFILE : staged.levelsOf(index);
    const leaf = (op: 'latent' | 'latentComplement') => graph.intern({ op, name, inputs: [], domain });
    return {
      name,
      domain,
      value: leaf('latent'),
      complement: nodes.complement === null ? null : leaf('latentComplement'),
    };
  });
  const prediction = schedule(graph, [
    ...outcomes.flatMap(({ mean, drawn }) => [mean, ...drawn]),
    ...derived.map(({ node }) => node),
  ]);
  const likelihood = schedule(
    graph,
    outcomes.map(({ logLikelihood }) => logLikelihood),
  );
  roots.record('schedule', null, [
    { title: 'prediction', ...prediction },
    { title: 'likelihood', ...likelihood },
  ]);
  return {
    graph,
    domains: staged.domains,
    eachRow: staged.eachRow!,
    latents,
    outcomes,
    derived,
    prediction,
    likelihood,
    trace,
  };
}

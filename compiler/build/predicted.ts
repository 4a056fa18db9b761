/**
 * The graph of a layout's predictions for each row. Statistics are inputs here: their values come from the fitted data.
 */

import { TABLE_COLUMN } from '../../module/manifest.ts';
import { derivationsOf } from '../check/factors.ts';
import { columnsOfCategories, levelFactsOf, sharedCategoriesOf } from '../check/level-facts.ts';
import { layoutOfMain } from '../check/row-tables.ts';
import { flagsInOrder } from '../check/summed-classes.ts';
import type {
  Observation,
  StatisticExpression,
  TypedExpression,
  TypedLayout,
} from '../check/typed-layout.ts';
import { type OutcomeDraw, rowOfValue } from '../families/outcome.ts';
import { gradesOf, mapOutcome, outcomeDefinition } from '../families/outcomes.ts';
import type { LatentNodes } from '../families/prior.ts';
import { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { realOf } from '../graph/probability.ts';
import { asNamed, latentNodes, namesOf, type Statistic } from './build.ts';
import { expressionNode } from './expression.ts';
import { logLikelihoodOfRow, rangeNodes } from './outcome.ts';

/** A latent: a single value, or one value per level of a category. */
export interface PredictingLatent {
  readonly name: string;
  readonly index: string | null;
  readonly nodes: LatentNodes;
}

export interface OutcomeNodes extends Pick<Observation, 'outcome' | 'given'> {
  /** The mean of its distribution. */
  readonly mean: NodeId;
  /** Log density or mass of the outcome in the row; NaN if it is missing. */
  readonly logLikelihood: NodeId;
  /** What a draw depends on, and behind it the limits. */
  readonly drawn: readonly NodeId[];
  readonly drawCode: OutcomeDraw['code'];
  /** The limits of recorded values, in the order of their nodes. */
  readonly limits: readonly ('below' | 'above')[];
}

export interface PredictionGraph {
  readonly graph: Graph;
  /** All columns, which distinguish rows. */
  readonly columns: readonly NodeId[];
  readonly latents: readonly PredictingLatent[];
  readonly outcomes: readonly OutcomeNodes[];
  /** In the order of `derivationsOf`, followed by the probabilities of the values of each outcome of the main table that is a grade or a choice. */
  readonly derived: readonly NodeId[];
}

/** The index of each statistic in the manifest: in `statistics`, or in `levelStatistics` for one with `by`. */
export type StatisticPlaces = ReadonlyMap<StatisticExpression, number>;

/** The indices of the statistics of a layout's graph. */
export function statisticPlaces(
  nodes: ReadonlyMap<StatisticExpression, NodeId>,
  statistics: readonly Statistic[],
  levelStatistics: readonly Statistic[],
): StatisticPlaces {
  return new Map(
    [...nodes].map(([expression, node]) => {
      const list = expression.by === null ? statistics : levelStatistics;
      return [expression, list.findIndex((each) => each.node === node)];
    }),
  );
}

/** Builds the graph of a layout's predictions. */
export function buildPrediction(
  layout: TypedLayout,
  statistics: StatisticPlaces,
  textOf: (expression: StatisticExpression) => string,
): PredictionGraph {
  const graph = new Graph(levelFactsOf(layout), sharedCategoriesOf(layout));
  const latents = layout.latents.map((latent) => ({
    name: latent.name,
    index: latent.index,
    nodes: latentNodes(graph, latent),
  }));
  const flags = flagsInOrder(layout).map(({ name, index }) => {
    const value = graph.intern({ op: 'latent', name, inputs: [graph.categoryColumn(index)] });
    graph.name(value, name);
    return { name, index, nodes: { value, complement: null } };
  });
  const flagNodes = new Map(flags.map(({ name, nodes }) => [name, nodes.value]));
  const names = namesOf(
    graph,
    layout,
    new Map(latents.map(({ name, nodes }) => [name, asNamed(graph, nodes)])),
    (expression) => {
      const { by } = expression;
      const inputs = by === null ? [] : [graph.categoryColumn(by)];
      const given = graph.intern({ op: 'given', index: statistics.get(expression)!, inputs });
      graph.name(given, textOf(expression));
      return given;
    },
    // A host gives the flags of all levels beside the latents, and averages over them.
    { flag: (name) => flagNodes.get(name)! },
  );
  for (const { name, isHidden } of layout.lets) if (!isHidden) names.derived(name);
  const outcomes = layout.observations.map((observation): OutcomeNodes => {
    const build = (parameter: TypedExpression) => expressionNode(graph, parameter, names);
    const definition = outcomeDefinition(observation);
    const { parameters } = mapOutcome<TypedExpression, NodeId>(observation, build);
    const limits = limitsOfOutcome(observation);
    const range = observation.truncation && rangeNodes(observation.truncation, build);
    const draw =
      range === null ? definition.draw(graph, parameters) : definition.ranges!.draw(graph, parameters, range);
    return {
      outcome: observation.outcome,
      given: observation.given,
      mean:
        range === null
          ? definition.mean(graph, parameters)
          : definition.ranges!.mean(graph, parameters, range),
      logLikelihood: logLikelihoodOfRow(graph, observation, build),
      drawn: [...draw.from, ...limits.map(({ limit }) => build(limit))],
      drawCode: draw.code,
      limits: limits.map(({ side }) => side),
    };
  });
  const derived = derivationsOf(layout).derived.map(({ value, declared }) => {
    const node = declared === null ? expressionNode(graph, value, names) : names.derived(declared.name);
    return value.type.kind === 'probability' ? realOf(graph, node) : node;
  });
  // Predicted are rows of the main table.
  const values = layoutOfMain(layout).observations.flatMap((observation) =>
    valueProbabilities(graph, observation, (parameter) => expressionNode(graph, parameter, names)),
  );
  const column = (name: string) => graph.intern({ op: 'column', name, inputs: [] });
  const columns = [
    ...layout.demands.map(({ name }) => column(name)),
    ...(layout.tables.length > 0 ? [column(TABLE_COLUMN)] : []),
    ...columnsOfCategories(layout).map(({ name }) => graph.categoryColumn(name)),
    ...layout.observations.map(({ outcome }) => column(outcome)),
  ];
  return { graph, columns, latents: [...latents, ...flags], outcomes, derived: [...derived, ...values] };
}

/** P(y = k) of each value of a grade or a choice, from the terms of its log likelihood in rows with that value; none of other outcomes. */
function valueProbabilities(
  graph: Graph,
  observation: Observation,
  build: (parameter: TypedExpression) => NodeId,
): readonly NodeId[] {
  const definition = outcomeDefinition(observation);
  if (definition.values !== 'grade') return [];
  const { parameters } = mapOutcome<TypedExpression, NodeId>(observation, build);
  const rows = {
    y: graph.intern({ op: 'column', name: observation.outcome, inputs: [] }),
    given: null,
    where: noStates,
  };
  const logs = Array.from({ length: gradesOf(observation) }, (_, place) =>
    definition
      .logLikelihood(graph, parameters, rowOfValue(graph, rows, place + 1))
      .reduce((sum, term) => graph.apply('add', [sum, term])),
  );
  return logs.map((log, place) => {
    const probability = graph.apply('exp', [log]);
    if (graph.constantValue(probability) === undefined)
      graph.name(probability, `${observation.outcome}Is${place + 1}Chance`);
    return probability;
  });
}

function noStates(): never {
  throw new Error('the log likelihood of a grade has no sum over rows with states');
}

/** Whether a node has a value per row. */
export function differsByRow(graph: Graph, id: NodeId): boolean {
  const kind = graph.kind(id);
  return kind === 'data' || kind === 'level';
}

/** The limits between which values are recorded: one beyond is recorded as the limit. */
function limitsOfOutcome({ censoring }: Observation): { side: 'below' | 'above'; limit: TypedExpression }[] {
  if (censoring?.kind !== 'limits') return [];
  return (['below', 'above'] as const).flatMap((side) => {
    const limit = censoring[side];
    return limit === null ? [] : [{ side, limit }];
  });
}

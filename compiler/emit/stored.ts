/**
 * What binding must compute for a plan: the stored nodes that its programs read, and the scalars that those depend on.
 */
import type { NodeId } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { Plan } from '../schedule/plan.ts';

/** The stored nodes that any program reads. */
export function storedNodes(plan: Plan): readonly NodeId[] {
  const { graph } = plan;
  const schedules = [
    plan.transform.schedule,
    plan.density.schedule,
    plan.prior.schedule,
    plan.pullBack.schedule,
    plan.support.schedule,
    plan.reports.schedule,
    plan.solving.schedule,
    ...(plan.separated === null ? [] : [plan.separated.schedule, plan.separated.rangeSchedule]),
  ];
  const computed = schedules.flatMap(({ steps }) =>
    steps.flatMap(({ nodes, reductions }) => [...nodes, ...reductions]),
  );
  return reachable(graph, [...computed, ...outputsOf(plan)]).filter((id) => graph.node(id).op === 'stored');
}

/** The expression that a stored node holds; any other node is its own. */
export function storedExpression(plan: Plan, id: NodeId): NodeId {
  const node = plan.graph.node(id);
  return node.op === 'stored' ? node.expression : id;
}

/** The scalars that stored data nodes and domain keys depend on. */
export function scalarsOfRows(plan: Plan, leaves: readonly NodeId[]): readonly NodeId[] {
  const { graph } = plan;
  const isRow = (id: NodeId) => graph.kind(id) === 'data';
  const expressions = [
    ...leaves.map((id) => storedExpression(plan, id)),
    ...plan.domains.flatMap(({ keys }) => keys),
  ].filter(isRow);
  const read = reachable(graph, expressions)
    .filter(isRow)
    .flatMap((id) => (graph.node(id).op === 'column' ? [] : graph.node(id).inputs));
  return [...new Set(read)].filter((id) => !isRow(id) && graph.constantValue(id) === undefined);
}

function outputsOf(plan: Plan): NodeId[] {
  return [
    plan.density.logDensity,
    ...plan.density.adjoints,
    plan.prior.logDensity,
    ...plan.prior.adjoints,
    ...(plan.separated === null ? [] : [plan.separated.logDensity, ...plan.separated.adjoints]),
    plan.transform.logJacobian,
    ...plan.transform.values,
    ...plan.transform.complements,
    ...plan.pullBack.gradient,
    ...plan.latents.flatMap(({ lo, hi }) => [lo, hi]),
    ...plan.reports.reported.map(({ node }) => node),
    ...plan.solving.equations.map(({ residual }) => residual),
  ].filter((id) => id !== null);
}

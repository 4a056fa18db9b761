/**
 * Which loops of a density are divided into shards where the rows take long: those over rows that look up or add to the levels of categories and
 * leave nothing for other loops but sums. The module decides, when data are bound, whether and into how many (runtime/shards.ts).
 */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE, readsNeighbours } from '../graph/node.ts';
import { operationOf } from '../graph/operations/operations.ts';
import type { Domain } from '../stage/domain.ts';
import type { DataSketch } from '../stage/sketch.ts';
import type { JointSums } from './joint-sums.ts';
import { leftForLater, type Step } from './schedule.ts';

/** The relative cost of an expensive operation, and the cost of a loop besides its operations. */
const EXPENSIVE = 12;

/** Rows that take fewer operations than this are not cut; as LEAST_WORK of runtime/shards.ts. */
const LEAST_WORK = 2 ** 21;

/** Determines which loops can be divided. */
export interface ShardRequest {
  readonly graph: Graph;
  readonly domains: readonly Domain[];
  readonly grids: ReadonlyMap<DomainId, unknown>;
  readonly sketch: DataSketch;
}

/** The operations that a loop takes for each member, as far as they decide whether rows are cut. */
export function workOf(graph: Graph, { nodes, reductions }: Step): number {
  const costs = nodes.map((id) => (operationOf(graph.node(id).op)?.isExpensive === true ? EXPENSIVE : 1));
  return reductions.length + costs.reduce((sum, cost) => sum + cost, 0);
}

/**
 * The loops of a program that are cut, by their places in its schedule. They run together, at the place of the last, so no step between
 * them reads what one sums.
 */
export function shardedSteps(
  { graph, domains, grids, sketch }: ShardRequest,
  { schedule, parts }: JointSums,
  outputs: readonly NodeId[],
): readonly number[] {
  const { steps } = schedule;
  const isLevels = (id: DomainId) => id !== PROFILE && domains[id - 1]!.rows.kind === 'levels';
  const isCuttable = (step: Step): boolean => {
    const { domain, nodes, reductions } = step;
    if (domain === PROFILE || isLevels(domain) || grids.has(domain) || reductions.length === 0) return false;
    const left = leftForLater(graph, schedule, outputs, step);
    if (left.length > 0) return false;
    if (nodes.some((id) => readsNeighbours(graph.node(id).op))) return false;
    const sums = reductions.map((id) => graph.node(id));
    if (sums.some(({ op, domain: to }) => op === 'reduceMax' || !(to === PROFILE || isLevels(to))))
      return false;
    const read = [...nodes, ...reductions].flatMap((id) => graph.node(id).inputs);
    return [...sums, ...read.map((id) => graph.node(id))].some((node) => isLevels(node.domain));
  };
  let group = steps.flatMap((step, index) => (isCuttable(step) ? [index] : []));
  for (;;) {
    const wrong = group.findLast((index) => !fits(index));
    if (wrong === undefined) break;
    group = group.filter((index) => index !== wrong);
  }
  const work = group.reduce((sum, index) => sum + workOf(graph, steps[index]!), 0);
  // A place for each pair is there where rows have more than half of them.
  return sketch.isGuess === true || 2 * sketch.rows * work >= LEAST_WORK ? group : [];

  /** Whether a loop can run together with the others of the group, at the place of the last. */
  function fits(index: number): boolean {
    const { reductions } = steps[index]!;
    const summed = new Set(reductions.flatMap((id) => [id, parts.get(id)?.node ?? id]));
    const last = group.at(-1)!;
    const readsSum = steps
      .slice(index + 1, last + 1)
      .some(({ nodes, reductions }) =>
        [...nodes, ...reductions].some((id) => graph.node(id).inputs.some((input) => summed.has(input))),
      );
    // Loops that add to one array run together.
    const inGroup = new Set(group.flatMap((each) => steps[each]!.reductions));
    const added = reductions.flatMap((id) => {
      const part = parts.get(id);
      return part === undefined ? [] : graph.node(part.node).inputs;
    });
    return !readsSum && added.every((id) => inGroup.has(id));
  }
}

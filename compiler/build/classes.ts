/** The log density of outcomes that depend on classes, summed over the states of the classes of each level. */
import { type ClassGroup, configurationsOf } from '../check/summed-classes.ts';
import type { LatentClass, Observation, TypedExpression } from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import { logOf } from '../graph/probability.ts';
import { logLikelihood } from './outcome.ts';

/** What builds the nodes of an expression, given the flags of the classes that it reads. */
export type BuildWith = (flags: ReadonlyMap<string, 0 | 1>) => (expression: TypedExpression) => NodeId;

/** The log densities of the rows of a level with each combination of the states of a group's classes. */
export interface GroupNodes {
  readonly index: string;
  /** One value per level: the log density of its rows, summed over all combinations. */
  readonly logDensity: NodeId;
  /** The log densities, by level, of the combinations in which a flag has a value. */
  logDensityWhere(flag: string, value: 0 | 1): NodeId;
}

export function groupNodes(graph: Graph, group: ClassGroup, build: BuildWith): GroupNodes {
  const { add, constant } = nodeArithmetic(graph);
  const plain = build(new Map());
  const logShares = group.classes.map((each) => logSharesOf(graph, each, plain));
  const configurations = configurationsOf(group.classes).map(({ flags, states }) => {
    const own = build(flags);
    const terms = group.observations.flatMap((observation) =>
      logLikelihood(graph, observation, own, group.index),
    );
    const shares = states.map((state, place) => logShares[place]![state]!);
    return { flags, logDensity: [...shares, ...terms].reduce((sum, term) => add(sum, term), constant(0)) };
  });
  const summed = (some: typeof configurations) =>
    some.map(({ logDensity }) => logDensity).reduce((a, b) => graph.apply('logSumExp', [a, b]));
  const logDensity = summed(configurations);
  graph.name(logDensity, group.classes[0]!.name, 'LogDensity');
  return {
    index: group.index,
    logDensity,
    logDensityWhere: (flag, value) => summed(configurations.filter(({ flags }) => flags.get(flag) === value)),
  };
}

/** ln P(state) of each state. The two states of a flag have the probabilities p and 1 − p; other shares are divided by their sum. */
function logSharesOf(
  graph: Graph,
  { states }: LatentClass,
  build: (share: TypedExpression) => NodeId,
): readonly NodeId[] {
  const { subtract, log } = nodeArithmetic(graph);
  const logs = states.map(({ share }) =>
    share.type.kind === 'probability' ? logOf(graph, build(share)) : log(build(share)),
  );
  if (states.some(({ flag }) => flag === null)) return logs;
  const total = logs.reduce((a, b) => graph.apply('logSumExp', [a, b]));
  return logs.map((each) => subtract(each, total));
}

/** The outcomes of a layout that depend on no class. */
export function outsideGroups(
  observations: readonly Observation[],
  groups: readonly ClassGroup[],
): readonly Observation[] {
  const inside = new Set(groups.flatMap((group) => group.observations));
  return observations.filter((each) => !inside.has(each));
}

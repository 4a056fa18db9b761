/**
 * `wiener_choice(boundary, start, drift)`: which of two barriers a drifting Wiener process reaches first, as the choice of a
 * drift diffusion model (Ratcliff 1978, A theory of memory retrieval, Psychological Review 85, 59–108). The barriers are
 * at 0 and `boundary`, evidence starts at the share `start` between them; 1 is the upper one.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logisticOf, logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';
import { bernoulliOutcome } from './bernoulli.ts';

interface Race {
  readonly boundary: NodeId;
  /** A probability. */
  readonly start: NodeId;
  readonly drift: NodeId;
}

export const wienerChoiceOutcome = defineOutcome({
  parameters: { boundary: 'shape', start: 'openProbability', drift: 'number' },
  values: bernoulliOutcome.values,
  documentation:
    'decisions without their times; 1 if evidence that starts at the share `start` and gathers at the rate `drift` reaches `boundary` before 0',

  logLikelihood: (graph, race, rows) =>
    bernoulliOutcome.logLikelihood(graph, { p: upperChance(graph, race) }, rows),
  mean: (graph, race) => realOf(graph, upperChance(graph, race)),
  draw: (graph, { boundary, start, drift }) =>
    drawnBy('drawWienerChoice', nodeArithmetic(graph).multiply(boundary, drift), realOf(graph, start)),
});

/** The probability that the upper barrier is reached first; its log odds are those of `logSinhRatio`. */
export function upperChance(graph: Graph, race: Race): NodeId {
  const { add, subtract, multiply, constant } = nodeArithmetic(graph);
  const { start } = race;
  const x = twiceDrift(graph, race);
  const ratio = (share: NodeId) => graph.apply('logSinhRatio', [multiply(x, realOf(graph, share))]);
  const logOddsOfStart = subtract(logOf(graph, start), logOf(graph, notOf(graph, start)));
  const tilt = subtract(ratio(start), ratio(notOf(graph, start)));
  return logisticOf(graph, add(add(logOddsOfStart, multiply(constant(0.5), x)), tilt));
}

/** Twice the drift, where the distance of the barriers is 1 and the variance per time too. */
export function twiceDrift(graph: Graph, { boundary, drift }: Race): NodeId {
  const { multiply, constant } = nodeArithmetic(graph);
  return multiply(constant(2), multiply(boundary, drift));
}

/**
 * `wiener(boundary, delay, start, drift)`: the time of a decision, beside the choice, which is a `wiener_choice` of the same
 * parameters. Evidence is a Wiener process with `drift` and variance 1 per unit of time; `delay` is added for all else
 * that takes time. The joint density is that of Stan's `wiener` (Functions Reference 2.36), of 1 − start and −drift where the
 * choice is 0. It is split into the mass of the choice and the density of the time given the choice.
 */
import type { Graph } from '../../graph/graph.ts';
import type { NodeId } from '../../graph/node.ts';
import { nodeArithmetic } from '../../graph/node-arithmetic.ts';
import { logOf, notOf, realOf } from '../../graph/probability.ts';
import { defineOutcome, drawnBy } from '../outcome.ts';
import type { Given } from '../parameters.ts';
import { twiceDrift, upperChance } from './wiener-choice.ts';

const PARAMETERS = {
  boundary: 'shape',
  delay: 'scale',
  start: 'openProbability',
  drift: 'number',
} as const;

/** The choices, and rows in which the choice is missing. */
const CHOICES = { lower: 0, upper: 1, unknown: 2 } as const;

export const wienerOutcome = defineOutcome({
  parameters: PARAMETERS,
  values: 'positive',
  choice: 'wiener_choice',
  documentation:
    'decisions and their times, as `observe right, time : s ~ wiener(…)`: evidence for 1 starts at the share `start` and gathers at the rate `drift` until it is 0 or `boundary`; `delay` is the time for all else',

  logLikelihood(graph, race, rows) {
    const { negate } = nodeArithmetic(graph);
    const choice = choiceOf(graph, rows.given);
    const [lower, upper, unknown] = (['lower', 'upper', 'unknown'] as const).map((word) =>
      rows.where(choice, CHOICES[word], word),
    );
    const atLower = passageTerms(graph, rows.y, race, 'lower');
    const atUpper = passageTerms(graph, rows.y, race, 'upper');
    const chance = upperChance(graph, race);
    const whole = (terms: readonly NodeId[]) => terms.reduce((a, b) => nodeArithmetic(graph).add(a, b));
    return [
      ...atLower.map((term) => lower!.sum(term)),
      negate(lower!.sum(logOf(graph, notOf(graph, chance)))),
      ...atUpper.map((term) => upper!.sum(term)),
      negate(upper!.sum(logOf(graph, chance))),
      unknown!.sum(graph.apply('logSumExp', [whole(atLower), whole(atUpper)])),
    ];
  },
  /** That of both choices together. */
  mean(graph, race) {
    const { add, multiply } = nodeArithmetic(graph);
    const { boundary, delay, start } = race;
    const share = [realOf(graph, start), realOf(graph, notOf(graph, start))];
    const mean = graph.apply('meanPassageTime', [twiceDrift(graph, race), ...share]);
    return add(delay, multiply(multiply(boundary, boundary), mean));
  },
  draw: (graph, { boundary, delay, start, drift }) =>
    drawnBy(
      'drawWienerTime',
      boundary,
      delay,
      nodeArithmetic(graph).multiply(boundary, drift),
      realOf(graph, start),
    ),
});

/** Which choice a row has, as a number. */
function choiceOf(graph: Graph, given: NodeId | null): NodeId {
  if (given === null) throw new Error('a decision time has a choice beside it');
  const isThere = graph.apply('multiply', [given, given]);
  const choice = graph.apply('whereNonNegative', [isThere, given, graph.constant(CHOICES.unknown)]);
  graph.name(choice, 'choice');
  return choice;
}

/**
 * The terms of the joint log density of the time and a choice: ln g(τ/a², w) − 2 ln a − v a w − v² τ/2 for the lower barrier
 * (Navarro & Fuss 2009, equation 1), and the mirror image for the upper one.
 */
function passageTerms(
  graph: Graph,
  y: NodeId,
  race: Given<typeof PARAMETERS, NodeId>,
  choice: 'lower' | 'upper',
): readonly NodeId[] {
  const { subtract, multiply, divide, negate, log, constant } = nodeArithmetic(graph);
  const { boundary, delay, drift } = race;
  const [near, far] = [race.start, notOf(graph, race.start)];
  // The distances from the barrier that is reached and from the other one.
  const [start, complement] = (choice === 'lower' ? [near, far] : [far, near]).map((p) =>
    realOf(graph, p),
  ) as [NodeId, NodeId];
  const towards = choice === 'lower' ? negate(drift) : drift;
  const elapsed = subtract(y, delay);
  return [
    graph.apply('logFirstPassage', [divide(elapsed, multiply(boundary, boundary)), start, complement]),
    multiply(constant(-2), log(boundary)),
    multiply(multiply(towards, boundary), start),
    multiply(multiply(constant(-0.5), multiply(drift, drift)), elapsed),
  ];
}

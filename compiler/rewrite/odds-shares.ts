/** After differentiation, writes the logarithm of a share of odds as that of a pair p and 1 − p. */

import type { NodeId } from '../graph/node.ts';
import { oddsShare } from '../graph/operations/odds-share.ts';
import type { Rewrite } from './rewrite.ts';

export const oddsShares: Rewrite = {
  apply(graph, node, [a, b]) {
    if (node.op !== 'logShare') return undefined;
    const { wholeReciprocal } = oddsShare(graph, a!, b!, node.domain);
    const share = (part: NodeId) => graph.apply('multiply', [part, wholeReciprocal], node.domain);
    return graph.apply('logProbability', [share(a!), share(b!)], node.domain);
  },
};

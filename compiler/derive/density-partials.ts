/** The derivative rules of the densities that are one op each, so that they keep their digits at large shapes. */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';

/** What an adjoint contributes to each input of such a density, where `times` is the product with it. */
export function densityContributions(
  graph: Graph,
  op: 'gammaKernel' | 'betaKernel' | 'logBetaBinomial' | 'logTruncatedNormal',
  inputs: readonly NodeId[],
  domain: DomainId,
  times: (x: NodeId) => NodeId,
): readonly (NodeId | null)[] {
  const apply = (name: ArithmeticOp, ...parts: NodeId[]) => graph.apply(name, parts, domain);
  switch (op) {
    case 'gammaKernel': {
      const [shape, u, excess] = inputs as [NodeId, NodeId, NodeId];
      // (shape - 1)/u - 1
      const fall = apply('divide', apply('add', excess, graph.constant(1)), u);
      return [times(apply('gammaKernelSlope', shape, u, excess)), apply('negate', times(fall)), null];
    }
    case 'betaKernel': {
      const [a, b, x, xBar] = inputs as [NodeId, NodeId, NodeId, NodeId];
      return [
        times(apply('betaKernelSlope', a, b, x, xBar)),
        // The same density seen from 1.
        times(apply('betaKernelSlope', b, a, xBar, x)),
        times(apply('betaKernelTilt', a, b, x, xBar)),
        null,
      ];
    }
    case 'logTruncatedNormal': {
      const [z, a, b, above, below] = inputs as [NodeId, NodeId, NodeId, NodeId, NodeId];
      const negated = (x: NodeId) => apply('negate', x);
      const width = apply('add', above, below);
      return [
        negated(times(z)),
        times(apply('truncatedNormalEnd', a, b, width)),
        // The same seen from above.
        negated(times(apply('truncatedNormalEnd', negated(b), negated(a), width))),
        null,
        null,
      ];
    }
    case 'logBetaBinomial': {
      const [n, k, a, b] = inputs as [NodeId, NodeId, NodeId, NodeId];
      const failures = apply('subtract', n, k);
      return [
        null,
        null,
        times(apply('betaBinomialSlope', n, k, a, b)),
        times(apply('betaBinomialSlope', n, failures, b, a)),
      ];
    }
  }
}

/** The derivative rules of the log probabilities of ranges that have shapes: by the shapes, and by the ends. */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/**
 * What an adjoint contributes to each input of `id`, where `times` is the product with it. Each end moves the mass by the
 * density there, f/e^ln m.
 */
export function massContributions(
  graph: Graph,
  id: NodeId,
  op: 'logGammaMass' | 'logBetaMass' | 'logStudentMass',
  inputs: readonly NodeId[],
  domain: DomainId,
  times: (x: NodeId) => NodeId,
): readonly (NodeId | null)[] {
  const apply = (name: ArithmeticOp, ...parts: NodeId[]) => graph.apply(name, parts, domain);
  const add = (x: NodeId, y: NodeId) => apply('add', x, y);
  const subtract = (x: NodeId, y: NodeId) => apply('subtract', x, y);
  const half = (x: NodeId) => apply('multiply', graph.constant(0.5), x);
  const peak = (shape: NodeId) => apply('logGammaPeak', shape);
  const share = (logDensity: NodeId) => times(apply('exp', subtract(logDensity, id)));
  const less = (logDensity: NodeId) => apply('negate', share(logDensity));
  switch (op) {
    case 'logGammaMass': {
      const [shape, x, y] = inputs as [NodeId, NodeId, NodeId];
      const logDensity = (at: NodeId) =>
        add(apply('gammaKernel', shape, at, subtract(at, shape)), peak(shape));
      return [times(apply('gammaMassSlope', shape, x, y)), less(logDensity(x)), share(logDensity(y))];
    }
    case 'logBetaMass': {
      const [a, b, x, xBar, y, yBar] = inputs as [NodeId, NodeId, NodeId, NodeId, NodeId, NodeId];
      const norm = subtract(add(peak(a), peak(b)), peak(add(a, b)));
      const logDensity = (at: NodeId, complement: NodeId) =>
        add(apply('betaKernel', a, b, at, complement), norm);
      return [
        times(apply('betaMassSlope', a, b, x, xBar, y, yBar)),
        // The same range seen from 1.
        times(apply('betaMassSlope', b, a, yBar, y, xBar, x)),
        less(logDensity(x, xBar)),
        null,
        share(logDensity(y, yBar)),
        null,
      ];
    }
    case 'logStudentMass': {
      const [df, x, y] = inputs as [NodeId, NodeId, NodeId];
      const logNorm = add(
        apply('logGammaHalfStep', half(df)),
        subtract(half(apply('log', df)), graph.constant(HALF_LOG_TWO_PI)),
      );
      // The ends are in units of √df.
      const logDensity = (at: NodeId) =>
        add(logNorm, apply('studentKernel', df, apply('multiply', at, apply('sqrt', df))));
      return [times(apply('studentMassSlope', df, x, y)), less(logDensity(x)), share(logDensity(y))];
    }
  }
}

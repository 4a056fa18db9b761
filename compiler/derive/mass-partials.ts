/** The derivative rules of the log probabilities of ranges that have shapes: by the shapes, and by the ends. */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';

const HALF_LOG_PI = 0.5 * Math.log(Math.PI);

/**
 * What an adjoint contributes to each input of `id`, where `times` is the product with it. Each end moves the mass by the
 * density there, f/e^ln m; a density x^(a - 1) is that of x = 0 too where a is 1.
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
  const power = (shape: NodeId, x: NodeId) =>
    apply('weigh', subtract(shape, graph.constant(1)), apply('log', x));
  const share = (logDensity: NodeId) => times(apply('exp', subtract(logDensity, id)));
  const less = (logDensity: NodeId) => apply('negate', share(logDensity));
  switch (op) {
    case 'logGammaMass': {
      const [shape, x, y] = inputs as [NodeId, NodeId, NodeId];
      const logDensity = (at: NodeId) => subtract(subtract(power(shape, at), at), apply('logGamma', shape));
      return [times(apply('gammaMassSlope', shape, x, y)), less(logDensity(x)), share(logDensity(y))];
    }
    case 'logBetaMass': {
      const [a, b, x, xBar, y, yBar] = inputs as [NodeId, NodeId, NodeId, NodeId, NodeId, NodeId];
      const logBeta = subtract(add(apply('logGamma', a), apply('logGamma', b)), apply('logGamma', add(a, b)));
      const logDensity = (at: NodeId, complement: NodeId) =>
        subtract(add(power(a, at), power(b, complement)), logBeta);
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
      const above = half(add(df, graph.constant(1)));
      const logNorm = subtract(
        subtract(apply('logGamma', above), apply('logGamma', half(df))),
        graph.constant(HALF_LOG_PI),
      );
      const logDensity = (at: NodeId) =>
        subtract(logNorm, apply('multiply', above, apply('log1p', apply('multiply', at, at))));
      return [times(apply('studentMassSlope', df, x, y)), less(logDensity(x)), share(logDensity(y))];
    }
  }
}

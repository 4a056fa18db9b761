/** The derivative rule of each op: what an adjoint of a node contributes to each of its inputs. */
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, DomainId, NodeId } from '../graph/node.ts';

/**
 * The contributions of `adjoint` (the adjoint of `id`) to the adjoints of the inputs, in their order; null where there
 * is none. Rules: Griewank & Walther, Evaluating Derivatives, 2nd ed., table 3.3 and section 3.2.
 */
export function contributions(
  graph: Graph,
  id: NodeId,
  op: ArithmeticOp,
  inputs: readonly NodeId[],
  domain: DomainId,
  adjoint: NodeId,
): readonly (NodeId | null)[] {
  const apply = (name: ArithmeticOp, ...parts: NodeId[]) => graph.apply(name, parts, domain);
  const times = (x: NodeId) => apply('multiply', adjoint, x);
  const [a, b] = inputs as [NodeId, NodeId];
  switch (op) {
    case 'add':
      return [adjoint, adjoint];
    case 'subtract':
      return [adjoint, apply('negate', adjoint)];
    case 'multiply':
      return [times(b), times(a)];
    case 'divide': {
      const share = apply('divide', adjoint, b);
      return [share, apply('negate', apply('multiply', share, id))];
    }
    case 'negate':
      return [apply('negate', adjoint)];
    case 'exp':
      return [times(id)];
    case 'log':
      return [apply('divide', adjoint, a)];
    case 'log1p':
      return [apply('divide', adjoint, apply('add', graph.constant(1), a))];
    case 'sqrt':
      return [apply('divide', apply('multiply', graph.constant(0.5), adjoint), id)];
    case 'power':
      return [
        times(apply('multiply', b, apply('power', a, apply('subtract', b, graph.constant(1))))),
        graph.constantValue(b) === undefined ? times(apply('multiply', id, apply('log', a))) : null,
      ];
    case 'logistic':
      return [times(apply('multiply', id, apply('logistic', apply('negate', a))))];
    case 'logLogistic':
      return [times(apply('logistic', apply('negate', a)))];
    case 'logProbability':
      // The complement only helps to evaluate: ln p is a function of p.
      return [apply('divide', adjoint, a), null];
    case 'weigh':
      return [null, times(a)];
    case 'complement':
      return [null, apply('negate', adjoint)];
    case 'logGamma':
      return [times(apply('digamma', a))];
    case 'abs':
    case 'min':
    case 'whereNonNegative':
    case 'digamma':
      throw new Error(`${op} comes into a graph only after its derivatives are taken`);
  }
}

/** Translates typed expressions to nodes, given the nodes of the names. */
import type {
  Coercion,
  ProbabilityFunction,
  RealFunction,
  StatisticExpression,
  TypedExpression,
} from '../check/typed-layout.ts';
import type { Graph } from '../graph/graph.ts';
import type { ArithmeticOp, NodeId } from '../graph/node.ts';
import { nodeArithmetic } from '../graph/node-arithmetic.ts';
import { operationOf } from '../graph/operations/operations.ts';
import { probabilityOf, realOf } from '../graph/probability.ts';
import { linkingFunction } from './linking.ts';

/** The nodes that the names of a layout stand for. */
export interface NamedNodes {
  /** @param index its category, or one of that category's columns; null where it has a single value */
  latent(name: string, index: string | null): NodeId;
  /** A flag of the class of a level: 0 or 1 in each term of a sum over states. */
  class(name: string): NodeId;
  /** The probability of that flag, given the data. */
  posterior(name: string): NodeId;
  derived(name: string): NodeId;
  /** The node of a statistic. `build` makes a node that computes it, and need not be called. */
  statistic(expression: StatisticExpression, build: () => NodeId): NodeId;
  /** The number of the table over whose rows a statistic is taken; nothing in a layout of one table. */
  rowsOf(expression: StatisticExpression): { readonly table?: number };
}

/** The node of an expression: a probability node if its type is a probability, else a real node. */
export function expressionNode(graph: Graph, expression: TypedExpression, names: NamedNodes): NodeId {
  switch (expression.kind) {
    case 'number':
      return graph.constant(expression.value);
    case 'column':
      return graph.intern({ op: 'column', name: expression.name, inputs: [] });
    case 'latent':
      return names.latent(expression.name, expression.index);
    case 'previous': {
      const before = graph.intern({
        op: 'shift',
        by: -1,
        inputs: [names.latent(expression.name, expression.index)],
      });
      graph.name(before, `previous${expression.name.slice(0, 1).toUpperCase()}${expression.name.slice(1)}`);
      const first = expressionNode(graph, expression.first, names);
      return graph.apply('whereNonNegative', [isLaterLevel(graph, expression.index), before, first]);
    }
    case 'class':
      return names.class(expression.name);
    case 'posterior':
      return names.posterior(expression.name);
    case 'let':
      return names.derived(expression.name);
    case 'statistic': {
      const statistic = names.statistic(expression, () => {
        const argument = expressionNode(graph, expression.argument, names);
        const { function: name, by } = expression;
        const inputs = by === null ? [argument] : [argument, graph.categoryColumn(by)];
        return graph.intern({ op: 'statistic', statistic: name, inputs, ...names.rowsOf(expression) });
      });
      return expression.type.kind === 'probability' ? probabilityOf(graph, statistic) : statistic;
    }
    case 'call': {
      const inputs = expression.arguments.map((argument) => expressionNode(graph, argument, names));
      return buildCall(graph, expression.function, inputs, expression.arguments);
    }
  }
}

/** A number that is at least 0 where a level has one before it: among pairs, one of the same first level. */
export function isLaterLevel(graph: Graph, category: string): NodeId {
  const level = graph.categoryColumn(category);
  const { subtract, constant } = nodeArithmetic(graph);
  const leading = graph.leadingCategory(category);
  if (leading === null) return subtract(level, constant(1));
  // Pairs are ordered by their first level, and then by their second.
  const inputs = [level, graph.categoryColumn(leading)];
  const first = graph.intern({ op: 'statistic', statistic: 'min', inputs });
  graph.name(first, 'firstPair');
  return subtract(subtract(level, first), constant(1));
}

function buildCall(
  graph: Graph,
  name: RealFunction | ProbabilityFunction | Coercion,
  inputs: readonly NodeId[],
  parts: readonly TypedExpression[],
): NodeId {
  if (name === 'real') {
    return parts[0]!.type.kind === 'probability' ? realOf(graph, inputs[0]!) : inputs[0]!;
  }
  if (name === 'probability') {
    return parts[0]!.type.kind === 'probability' ? inputs[0]! : probabilityOf(graph, inputs[0]!);
  }
  if (name === 'at_most') return graph.apply('min', inputs);
  if (name === 'at_least') {
    const negated = inputs.map((input) => graph.apply('negate', [input]));
    return graph.apply('negate', [graph.apply('min', negated)]);
  }
  if (operationOf(name)?.isInLayouts) return graph.apply(name as ArithmeticOp, inputs);
  return linkingFunction(graph, name as ProbabilityFunction, inputs);
}

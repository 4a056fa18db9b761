/** What binding computes of data alone: statistics, scalars of the data set, and values of data nodes row by row. */

import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId, RowSet } from '../graph/node.ts';
import { isArithmetic, reachable } from '../graph/traverse.ts';
import { categoryOf, columnsOf, type Domain, describeDomain } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code, literal, scalar } from './dialect.ts';
import { capitalised, dataName, type Identifiers, identifierFrom } from './identifiers.ts';
import { levelStatisticFunction } from './level-statistic.ts';
import { isLevelStatistic, rowExpression } from './row-expression.ts';
import { indent } from './text.ts';

/** The names by which a domain is known in the generated code. */
export interface DomainNames {
  readonly title: string;
  /** What its members are, for comments. */
  readonly description: string;
  /** The function that finds them. */
  readonly find: string;
  /** How many members it has. */
  readonly members: string;
  /** Bytes of one f64 a member, padded to whole pairs. */
  readonly bytes: string;
  /** Pointer to the first row of each member, while data is bound. */
  readonly firstRows: string;
  /** Pointer to the member each row belongs to, while data is bound, where another domain looks it up. */
  readonly ofRow: string;
  /** Pointers to one f64 a member, by the node: stored data, counts, and what one loop leaves for another. */
  readonly arrays: Map<NodeId, string>;
  /** The other domains that its loops look its members up in. */
  readonly lookups: readonly DomainId[];
  /** Pointer to the numbers of the members that each pair belongs to there: both for the first of those domains, both for the next. */
  readonly index: string;
  /** Bytes of such a number: of the narrowest integers that hold them all. */
  readonly indexBytes: string;
  /** Whether every pair of members of two other domains has a place, as the data that is bound decides. */
  readonly isGrid: string;
  /** Pointer to the ends of the runs of members that count alike, for the loops that go run by run. */
  readonly runEnds: string;
  /** The count whose runs those are; null while no loop asks for them. */
  runsOf: NodeId | null;
}

export function nameDomain(
  graph: Graph,
  domain: Domain,
  ids: Identifiers,
  lookups: readonly DomainId[],
): DomainNames {
  const { rows } = domain;
  const keys = domain.keys.map((key) => dataName(graph, key));
  const by = keys.length > 0 && keys.length < 3 ? keys.map(capitalised).join('And') : '';
  const isOfLevels = rows.kind === 'all' && keys.length === 1 && categoryOf(graph, domain.keys) === null;
  const title = ids.claim(
    rows.kind === 'levels'
      ? rows.category
      : rows.kind === 'each'
        ? 'eachRow'
        : isOfLevels
          ? `${keys[0]}Levels`
          : `${rows.kind === 'all' ? 'rows' : `${rows.outcome}${rowsWord(rows)}`}${by === '' ? '' : `By${by}`}`,
  );
  return {
    title,
    description: describeDomain(graph, domain),
    find: ids.claim(`find${capitalised(title)}`),
    members: ids.claim(`${title}Members`),
    bytes: ids.claim(`${title}Bytes`),
    firstRows: ids.claim(`${title}FirstRows`),
    ofRow: ids.claim(`${title}OfRow`),
    arrays: new Map(),
    lookups,
    index: ids.claim(`${title}Index`),
    indexBytes: ids.claim(`${title}IndexBytes`),
    isGrid: ids.claim(`${title}IsGrid`),
    runEnds: ids.claim(`${title}RunEnds`),
    runsOf: null,
  };
}

/** What the rows of an outcome are called: `Successes`, `Failures`, `Is3`. */
export function rowsWord(rows: Exclude<RowSet, { readonly kind: 'all' | 'levels' }>): string {
  if (rows.kind === 'observed') return 'Observed';
  if (rows.kind === 'grade') return `Is${rows.equals}`;
  return rows.equals === 1 ? 'Successes' : 'Failures';
}

/** Functions that compute the scalars of `bind` and its statistics by levels, and the statements that call them, in order. */
export function scalarCode(
  context: EmitContext,
  expressions: ReadonlyMap<NodeId, string>,
  levelStatistics: readonly NodeId[],
) {
  const { graph, ids } = context;
  const functions: string[] = [];
  const statements: string[] = [];
  const globals: string[] = [];
  const written = new Map<NodeId, string>();
  const nodes = reachable(graph, [...expressions.keys(), ...levelStatistics]).filter((id) => {
    const kind = graph.kind(id);
    if (isLevelStatistic(graph.node(id))) return true;
    return (kind === 'statistic' || kind === 'constant') && graph.node(id).op !== 'constant';
  });
  for (const id of nodes) {
    const node = graph.node(id);
    const exported = expressions.get(id);
    const operandOf = (input: NodeId) => scalarOperand(context, written, input);
    if (isLevelStatistic(node)) {
      const array = context.levelArray(id);
      const compute = ids.claim(`${array}OfData`);
      functions.push(levelStatisticFunction(context, id, compute, array, operandOf));
      statements.push(`if (!${compute}()) return false;`);
    } else if (node.op === 'given') {
      const name = exported ?? ids.claim(identifierFrom(dataName(graph, id)));
      globals.push(name);
      written.set(id, name);
    } else if (node.op === 'statistic' || node.op === 'sum') {
      const name = exported ?? ids.claim(identifierFrom(dataName(graph, id)));
      const compute = ids.claim(`${name}OfData`);
      functions.push(rowFunction(context, id, compute, operandOf));
      statements.push(`${name} = ${compute}();`);
      globals.push(name);
      written.set(id, name);
    } else if (isArithmetic(node)) {
      // Scalars are few: each is a statement of its own.
      const name = exported ?? ids.claim(identifierFrom(dataName(graph, id)));
      context.used(node.op);
      const operands = node.inputs.map(operandOf);
      statements.push(`${name} = ${scalar.apply(node.op, operands).text};`);
      globals.push(name);
      written.set(id, name);
    }
  }
  return { functions, statements, globals };
}

function scalarOperand(context: EmitContext, written: ReadonlyMap<NodeId, string>, id: NodeId): Code {
  const value = context.graph.constantValue(id);
  return value === undefined ? atom(written.get(id)!) : scalar.constant(value);
}

/** A statistic, or a sum over rows, as a function of the distinct rows, each as often as it occurs. */
function rowFunction(context: EmitContext, id: NodeId, name: string, operand: (id: NodeId) => Code): string {
  const { graph } = context;
  const node = graph.node(id);
  const argument = node.inputs[0]!;
  const { statements, value } = rowExpression(context, argument, operand);
  // A statistic is of the rows in which no outcome that it reads is missing.
  const missing = columnsOf(graph, argument)
    .filter((column) => node.op === 'statistic' && context.isOutcome(column))
    .map((column) => `if (isNaN<f64>(${context.column(column)})) continue;`);
  const loop = (lines: readonly string[]) => [
    'for (let row: usize = 0; row < <usize>rows; row++) {',
    ...indent([...missing, ...statements, ...lines], 2).split('\n'),
    '}',
  ];
  const count = '<f64>load<u32>(rowCounts + (row << 2))';
  const sum = ['let sum = 0.0;', ...loop([`sum += ${count} * ${value};`])];
  const total =
    missing.length === 0
      ? { statements: [], text: 'allRows()' }
      : { statements: ['let total = 0.0;', ...loop([`total += ${count};`])], text: 'total' };
  const body = (): readonly string[] => {
    if (node.op === 'sum') {
      if (node.rows.kind === 'all') return [...sum, 'return sum;'];
      if (node.rows.kind === 'levels') {
        context.runtime('bind', 'levelCount');
        const column = context.columnPointer(node.rows.category);
        if (graph.kind(argument) !== 'data') return [`return <f64>levelCount(${column}) * ${value};`];
        // Each level once: at its first row.
        context.runtime('bind', 'firstRowsOfLevels');
        return [
          `const firsts = firstRowsOfLevels(${column});`,
          'let sum = 0.0;',
          `for (let level = 0; level < levelCount(${column}); level++) {`,
          '  const row = <usize>load<u32>(firsts + (<usize>level << 2));',
          ...indent([...statements, `sum += ${value};`], 2).split('\n'),
          '}',
          'release(firsts);',
          'return sum;',
        ];
      }
      const outcome = context.column(node.rows.outcome);
      const condition = `${outcome} == ${node.rows.kind === 'observed' ? outcome : literal(node.rows.equals)}`;
      return ['let sum = 0.0;', ...loop([`if (${condition}) sum += ${count} * ${value};`]), 'return sum;'];
    }
    if (node.op !== 'statistic') throw new Error(`${node.op} is no statistic`);
    switch (node.statistic) {
      case 'count':
        return [...total.statements, `return ${total.text};`];
      case 'sum':
        return [...sum, 'return sum;'];
      case 'mean':
        return [...sum, ...total.statements, `return sum / ${total.text};`];
      case 'min':
        return ['let least = Infinity;', ...loop([`least = min<f64>(least, ${value});`]), 'return least;'];
      case 'max':
        return ['let most = -Infinity;', ...loop([`most = max<f64>(most, ${value});`]), 'return most;'];
      case 'sd':
        return [
          ...sum,
          ...total.statements,
          `const mean = sum / ${total.text};`,
          'let squares = 0.0;',
          ...loop([`const deviation = ${value} - mean;`, `squares += ${count} * (deviation * deviation);`]),
          `return sqrt<f64>(squares / (${total.text} - 1.0));`,
        ];
    }
  };
  const lines = body();
  if (lines.some((line) => line.includes('allRows()'))) context.runtime('rows', 'allRows');
  return `/** ${formula(graph, id, { expand: true })}, of the data that is bound. */
function ${name}(): f64 {
${indent(lines, 2)}
}`;
}

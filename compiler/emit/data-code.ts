/** Emits what binding computes from data alone: statistics, data-set scalars, and per-level statistics. */
import { TABLE_COLUMN } from '../../module/manifest.ts';
import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import type { NodeId, RowSet } from '../graph/node.ts';
import { isArithmetic, reachable } from '../graph/traverse.ts';
import { columnsOf } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code, literal, scalar } from './dialect.ts';
import { dataName, lastName } from './names.ts';
import { categoryOfStatistic, isLevelStatistic, rowExpression } from './row-expression.ts';
import { indent } from './text.ts';

/** The per-level statistics that some nodes depend on, each after those that it depends on. */
export function levelStatisticsIn(graph: Graph, nodes: readonly NodeId[]): readonly NodeId[] {
  return reachable(graph, nodes).filter((id) => isLevelStatistic(graph.node(id)));
}

/**
 * Adds functions for scalars and per-level statistics to the data namespace, and returns the statements that compute
 * them in order.
 */
export function scalarCode(
  context: EmitContext,
  named: ReadonlyMap<NodeId, string>,
  levelStatistics: readonly NodeId[],
): readonly string[] {
  const { graph, data } = context;
  const statements: string[] = [];
  const written = new Map<NodeId, Code>();
  const nodes = reachable(graph, [...named.keys(), ...levelStatistics]).filter((id) => {
    const kind = graph.kind(id);
    if (isLevelStatistic(graph.node(id))) return true;
    return (kind === 'statistic' || kind === 'constant') && graph.node(id).op !== 'constant';
  });
  const reads = new Map<NodeId, number>();
  const readByScalars = new Set<NodeId>();
  for (const node of nodes.map((id) => graph.node(id))) {
    for (const input of node.inputs) {
      reads.set(input, (reads.get(input) ?? 0) + 1);
      if (isArithmetic(node)) readByScalars.add(input);
    }
  }
  const operand = (id: NodeId): Code => {
    const value = graph.constantValue(id);
    return value === undefined ? written.get(id)! : context.constant(scalar, value);
  };
  for (const id of nodes) {
    const node = graph.node(id);
    const variable = () => named.get(id) ?? declareScalar(context, id);
    if (isLevelStatistic(node)) {
      const array = context.levelArray(id);
      const compute = data.claim(`${lastName(array)}OfRows`);
      levelStatisticFunction(context, id, compute, array, operand);
      statements.push(`if (!${compute}()) return false;`);
    } else if (node.op === 'given') {
      written.set(id, atom(variable()));
    } else if (node.op === 'statistic' || node.op === 'sum') {
      const name = variable();
      const compute = data.claim(`${lastName(name)}OfRows`);
      rowFunction(context, id, compute, operand);
      statements.push(`${name} = ${compute}();`);
      written.set(id, atom(name));
    } else if (isArithmetic(node)) {
      context.used(node.op);
      const code = scalar.apply(node.op, node.inputs.map(operand));
      // A scalar that only one other scalar reads is written inline.
      const isReadOnce = reads.get(id) === 1 && readByScalars.has(id);
      if (!named.has(id) && isReadOnce && code.text.length <= MAX_INLINE_LENGTH) {
        written.set(id, code);
        continue;
      }
      const name = variable();
      statements.push(`${name} = ${code.text};`);
      written.set(id, atom(name));
    }
  }
  return statements;
}

/** Declares a data-set scalar, with its formula as a comment if the layout has no name for it. */
export function declareScalar({ graph, data }: EmitContext, id: NodeId, hint = dataName(graph, id)): string {
  const isPlain = graph.nameOf(id) !== undefined || graph.node(id).op === 'column';
  return data.declare(hint, 'f64', isPlain ? undefined : formula(graph, id).replaceAll('*/', '* /'));
}

/** A longer scalar gets a variable of its own. */
const MAX_INLINE_LENGTH = 90;

/** Variable names used in functions over rows. */
const ROW_VARIABLES = [
  'row',
  'sum',
  'total',
  'least',
  'most',
  'mean',
  'deviation',
  'squares',
  'firsts',
  'level',
];
const LEVEL_VARIABLES = ['row', 'at', 'levels', 'totals', 'means', 'deviation'];

/** A term of a sum over rows, times how much each row counts, and 0 in rows that are not meant. */
function countedTerm(graph: Graph, rows: RowSet, term: NodeId): NodeId {
  if (!('outcome' in rows)) return term;
  const { where, weight } = rows;
  const weighted =
    weight === undefined
      ? term
      : graph.apply('timesOrZero', [graph.intern({ op: 'column', name: weight, inputs: [] }), term]);
  if (where === undefined) return weighted;
  const off = graph.apply('subtract', [where.node, graph.constant(where.equals)]);
  const apart = graph.apply('negate', [graph.apply('multiply', [off, off])]);
  return graph.apply('whereNonNegative', [apart, weighted, graph.constant(0)]);
}

/** Statements that skip the rows of other tables than a statistic's, and those in which an outcome that it reads is missing. */
function skipped(
  context: EmitContext,
  { table }: { readonly table?: number },
  argument: NodeId,
): readonly string[] {
  return [
    ...(table === undefined ? [] : [`if (${context.column(TABLE_COLUMN)} != ${literal(table)}) continue;`]),
    ...columnsOf(context.graph, argument)
      .filter((column) => context.isOutcome(column))
      .map((column) => `if (isNaN<f64>(${context.column(column)})) continue;`),
  ];
}

/** Statements that leave out a row which stands for none: whatever it holds counts for nothing. */
function skippedWhenEmpty({ rows: { counted, repeats } }: EmitContext): readonly string[] {
  return counted.length === 0 ? [] : [`if (load<u32>(${repeats} + (row << 2)) == 0) continue;`];
}

/** Adds a function for a statistic or a sum over rows: over the distinct rows, weighted by how often each occurs. */
function rowFunction(context: EmitContext, id: NodeId, path: string, operand: (id: NodeId) => Code): void {
  const { graph } = context;
  const { count: rowCount, repeats } = context.rows;
  const node = graph.node(id);
  const argument = node.op === 'sum' ? countedTerm(graph, node.rows, node.inputs[0]!) : node.inputs[0]!;
  const { statements, value } = rowExpression(context, argument, operand, ROW_VARIABLES);
  const missing = node.op === 'statistic' ? skipped(context, node, argument) : [];
  const empty = skippedWhenEmpty(context);
  const loop = (lines: readonly string[]) => [
    `for (let row: usize = 0; row < <usize>${rowCount}; row++) {`,
    ...indent([...empty, ...missing, ...statements, ...lines], 2).split('\n'),
    '}',
  ];
  const count = `<f64>load<u32>(${repeats} + (row << 2))`;
  const counted = graph.constantValue(argument) === 1 ? count : `${count} * ${value}`;
  const sum = ['let sum = 0.0;', ...loop([`sum += ${counted};`])];
  /** The number of rows, with the statements that compute it. */
  const total = (): { readonly before: readonly string[]; readonly text: string } => {
    if (missing.length > 0)
      return { before: ['let total = 0.0;', ...loop([`total += ${count};`])], text: 'total' };
    context.runtime('allRows');
    return { before: [], text: 'allRows()' };
  };
  const body = (): readonly string[] => {
    if (node.op === 'sum') {
      if (node.rows.kind === 'all') return [...sum, 'return sum;'];
      if (node.rows.kind === 'levels') {
        const levels = context.levelCount(node.rows.category);
        if (graph.kind(argument) !== 'data') return [`return <f64>${levels} * ${value};`];
        // Each level once, at its first row.
        const column = context.columnPointer(node.rows.category);
        context.runtime('firstRowsOfLevels', 'release');
        return [
          `const firsts = firstRowsOfLevels(${column});`,
          ...correctedFirsts(context, node.rows.category, 'firsts'),
          'let sum = 0.0;',
          `for (let level = 0; level < ${levels}; level++) {`,
          '  const row = <usize>load<u32>(firsts + (<usize>level << 2));',
          ...indent([...statements, `sum += ${value};`], 2).split('\n'),
          '}',
          'release(firsts);',
          'return sum;',
        ];
      }
      const outcome = context.column(node.rows.outcome);
      const condition = `${outcome} == ${node.rows.kind === 'observed' ? outcome : literal(node.rows.equals)}`;
      return ['let sum = 0.0;', ...loop([`if (${condition}) sum += ${counted};`]), 'return sum;'];
    }
    if (node.op !== 'statistic') throw new Error(`${node.op} is no statistic`);
    switch (node.statistic) {
      case 'count': {
        const { before, text } = total();
        return [...before, `return ${text};`];
      }
      case 'sum':
        return [...sum, 'return sum;'];
      case 'mean': {
        const { before, text } = total();
        return [...sum, ...before, `return sum / ${text};`];
      }
      case 'min':
        return ['let least = Infinity;', ...loop([`least = min<f64>(least, ${value});`]), 'return least;'];
      case 'max':
        return ['let most = -Infinity;', ...loop([`most = max<f64>(most, ${value});`]), 'return most;'];
      case 'sd': {
        const { before, text } = total();
        return [
          ...sum,
          ...before,
          `const mean = sum / ${text};`,
          'let squares = 0.0;',
          ...loop([`const deviation = ${value} - mean;`, `squares += ${count} * (deviation * deviation);`]),
          `return sqrt<f64>(squares / (${text} - 1.0));`,
        ];
      }
    }
  };
  const comment = `${formula(graph, id, { expand: true })}, of the data that is bound`;
  context.data.addFunction(path, comment, `(): f64 {\n${indent(body(), 2)}\n}`);
}

/** A statement that corrects the first rows of a category's levels, if a table is without the category: its rows hold 0, as those of level 0 do. */
export function correctedFirsts(context: EmitContext, category: string, firsts: string): readonly string[] {
  const column = context.graph.someColumn(category);
  const tables = context.tablesWith(column);
  if (tables === null) return [];
  context.runtime('correctFirstRow');
  const mask = `0x${tables.reduce((bits, table) => bits + 2 ** table, 0).toString(16)}`;
  return [
    `correctFirstRow(${context.columnPointer(column)}, ${context.columnPointer(TABLE_COLUMN)}, ${mask}, ${firsts});`,
  ];
}

/** Adds a function that fills an array with a statistic for every level, and returns false if memory runs out. */
function levelStatisticFunction(
  context: EmitContext,
  id: NodeId,
  path: string,
  array: string,
  operand: (id: NodeId) => Code,
): void {
  const { graph } = context;
  const { count: rowCount, repeats } = context.rows;
  const node = graph.node(id);
  if (!isLevelStatistic(node)) throw new Error(`${node.op} is no statistic by levels`);
  const [argument] = node.inputs;
  const { statements, value } = rowExpression(context, argument, operand, LEVEL_VARIABLES);
  const missing = [...skippedWhenEmpty(context), ...skipped(context, node, argument)];
  const column = categoryOfStatistic(graph, node);
  context.runtime('levelCount', 'allocate');
  const rows = (lines: readonly string[]) => [
    `for (let row: usize = 0; row < <usize>${rowCount}; row++) {`,
    ...indent(
      [...missing, ...statements, `const at = <usize>${context.column(column)} << 3;`, ...lines],
      2,
    ).split('\n'),
    '}',
  ];
  const levels = (line: string) => [`for (let at: usize = 0; at < <usize>levels << 3; at += 8) ${line}`];
  const room = (pointer: string, declared = '') => [
    `${declared}${pointer} = allocate(<usize>levels << 3);`,
    `if (${pointer} == 0) return false;`,
  ];
  const add = (pointer: string, term: string) =>
    `store<f64>(${pointer} + at, load<f64>(${pointer} + at) + ${term});`;
  const fill = (number: string) => {
    context.runtime('fillEach');
    return `fillEach(${array}, levels, ${number});`;
  };
  const count = `<f64>load<u32>(${repeats} + (row << 2))`;
  const average = (target: string, sums: string, less = '') =>
    levels(`store<f64>(${target} + at, load<f64>(${sums} + at) / (load<f64>(totals + at)${less}));`);
  const body = (): readonly string[] => {
    switch (node.statistic) {
      case 'count':
        return rows([add(array, count)]);
      case 'sum':
        return rows([add(array, `${count} * ${value}`)]);
      case 'min':
      case 'max':
        return [
          fill(node.statistic === 'min' ? 'Infinity' : '-Infinity'),
          ...rows([`store<f64>(${array} + at, ${node.statistic}<f64>(load<f64>(${array} + at), ${value}));`]),
        ];
      case 'mean':
        return [
          ...room('totals', 'const '),
          ...rows([add(array, `${count} * ${value}`), add('totals', count)]),
          ...average(array, array),
        ];
      case 'sd':
        return [
          ...room('totals', 'const '),
          ...room('means', 'const '),
          ...rows([add('means', `${count} * ${value}`), add('totals', count)]),
          ...average('means', 'means'),
          ...rows([
            `const deviation = ${value} - load<f64>(means + at);`,
            add(array, `${count} * (deviation * deviation)`),
          ]),
          ...average(array, array, ' - 1.0'),
          ...levels(`store<f64>(${array} + at, sqrt<f64>(load<f64>(${array} + at)));`),
        ];
    }
  };
  const comment = `${formula(graph, id, { expand: true })}, of the data that is bound; false when there is no more memory`;
  const lines = [
    `const levels = levelCount(${context.columnPointer(column)});`,
    ...room(array),
    ...body(),
    'return true;',
  ];
  context.data.addFunction(path, comment, `(): bool {\n${indent(lines, 2)}\n}`);
}

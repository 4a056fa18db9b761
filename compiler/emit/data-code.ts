/** Code that runs once, when data is bound: statistics, scalars of the data set, and the domains with what they store. */
import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import type { DomainId, NodeId, RowSet } from '../graph/node.ts';
import { isArithmetic, reachable } from '../rewrite/rewrite.ts';
import { type Domain, describeDomain } from '../stage/domain.ts';
import { writeBlock } from './block.ts';
import type { EmitContext } from './context.ts';
import { atom, type Code, literal, scalar } from './dialect.ts';
import { capitalised, type Identifiers, identifierFrom } from './identifiers.ts';
import { declare, indent } from './text.ts';

/** The names by which a domain is known in the generated code. */
export interface DomainNames {
  readonly title: string;
  /** What its members are, for comments. */
  readonly description: string;
  /** The function that finds them. */
  readonly find: string;
  /** How many members it has. */
  readonly members: string;
  /** Pointer to the member each row belongs to. */
  readonly ofRow: string;
  /** Pointers to one f64 a member, by the node: stored data, counts, and what one loop leaves for another. */
  readonly arrays: Map<NodeId, string>;
  /** Pointers to the member of another domain that each member belongs to, by that domain. */
  readonly indices: Map<DomainId, string>;
  /** Whether those are u32s, as they are where a domain has too many members for u16s. */
  readonly wide: string;
  /** Pointer to the ends of the runs of members that count alike, for the loops that go run by run. */
  readonly runEnds: string;
  /** The count whose runs those are; null while no loop asks for them. */
  runsOf: NodeId | null;
}

export function nameDomain(graph: Graph, domain: Domain, ids: Identifiers): DomainNames {
  const { rows } = domain;
  const keys = domain.keys.map((key) => dataName(graph, key));
  const by = keys.length > 0 && keys.length < 3 ? keys.map(capitalised).join('And') : '';
  const base =
    rows.kind === 'all' ? 'rows' : `${rows.outcome}${rows.equals === 1 ? 'Successes' : 'Failures'}`;
  const title = ids.claim(
    rows.kind === 'all' && keys.length === 1 ? `${keys[0]}Levels` : by === '' ? base : `${base}By${by}`,
  );
  return {
    title,
    description: describeDomain(graph, domain),
    find: ids.claim(`find${capitalised(title)}`),
    members: ids.claim(`${title}Members`),
    ofRow: ids.claim(`${title}OfRow`),
    arrays: new Map(),
    indices: new Map(),
    wide: ids.claim(`${title}Wide`),
    runEnds: ids.claim(`${title}RunEnds`),
    runsOf: null,
  };
}

/** A data node's name: the column's or the let's, or one made from its formula. */
export function dataName(graph: Graph, id: NodeId): string {
  const node = graph.node(id);
  if (node.op === 'column') return node.name;
  const name = graph.nameOf(id);
  if (name !== undefined) return name;
  const words = formula(graph, id)
    .replace(/\//g, ' over ')
    .replace(/\*/g, ' times ')
    .replace(/\+/g, ' plus ')
    .replace(/-/g, ' minus ')
    .replace(/[.]/g, 'p');
  const text = identifierFrom(words);
  return text.length <= 40 ? text : 'data';
}

/** Functions that compute the scalars of `bind`, and the statements that call them, in order. */
export function scalarCode(context: EmitContext, expressions: ReadonlyMap<NodeId, string>) {
  const { graph, ids } = context;
  const functions: string[] = [];
  const statements: string[] = [];
  const globals: string[] = [];
  const written = new Map<NodeId, string>();
  const nodes = reachable(graph, [...expressions.keys()]).filter((id) => {
    const kind = graph.kind(id);
    return (kind === 'statistic' || kind === 'constant') && graph.node(id).op !== 'constant';
  });
  for (const id of nodes) {
    const node = graph.node(id);
    const exported = expressions.get(id);
    if (node.op === 'statistic' || node.op === 'sum') {
      const name = exported ?? ids.claim(identifierFrom(dataName(graph, id)));
      const compute = ids.claim(`${name}OfData`);
      functions.push(rowFunction(context, id, compute, (input) => scalarOperand(context, written, input)));
      statements.push(`${name} = ${compute}();`);
      globals.push(name);
      written.set(id, name);
    } else if (isArithmetic(node)) {
      // Scalars are few: each is a statement of its own.
      const name = exported ?? ids.claim(identifierFrom(dataName(graph, id)));
      context.used(node.op);
      const operands = node.inputs.map((input) => scalarOperand(context, written, input));
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

/** A statistic, or a sum over rows, as a function of the raw columns. */
function rowFunction(context: EmitContext, id: NodeId, name: string, operand: (id: NodeId) => Code): string {
  const { graph } = context;
  const node = graph.node(id);
  const argument = node.inputs[0]!;
  const { statements, value } = rowExpression(context, argument, operand);
  const body = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n');
  const loop = (lines: readonly string[]) =>
    `  for (let row: usize = 0; row < <usize>rows; row++) {\n${body([...statements, ...lines])}\n  }`;
  const header = `/** ${formula(graph, id, { expand: true })}, of the data that is bound. */\nfunction ${name}(): f64 {`;
  if (node.op === 'sum') {
    const condition =
      node.rows.kind === 'all'
        ? ''
        : `if (${context.column(node.rows.outcome)} == ${node.rows.equals}.0) `.replace(
            /^if \((.*) == /,
            'if ($1 == ',
          );
    return `${header}\n  let sum = 0.0;\n${loop([`${condition}sum += ${value};`])}\n  return sum;\n}`;
  }
  if (node.op !== 'statistic') throw new Error(`${node.op} is no statistic`);
  switch (node.statistic) {
    case 'count':
      return `${header}\n  return <f64>rows;\n}`;
    case 'sum':
      return `${header}\n  let sum = 0.0;\n${loop([`sum += ${value};`])}\n  return sum;\n}`;
    case 'mean':
      return `${header}\n  let sum = 0.0;\n${loop([`sum += ${value};`])}\n  return sum / <f64>rows;\n}`;
    case 'min':
      return `${header}\n  let least = Infinity;\n${loop([`least = min<f64>(least, ${value});`])}\n  return least;\n}`;
    case 'max':
      return `${header}\n  let most = -Infinity;\n${loop([`most = max<f64>(most, ${value});`])}\n  return most;\n}`;
    case 'sd':
      return `${header}
  let sum = 0.0;
${loop([`sum += ${value};`])}
  const mean = sum / <f64>rows;
  let squares = 0.0;
${loop([`const deviation = ${value} - mean;`, 'squares += deviation * deviation;'])}
  return sqrt<f64>(squares / <f64>(rows - 1));
}`;
  }
}

/** Statements and an expression for a data node at `row`. */
function rowExpression(context: EmitContext, id: NodeId, operand: (id: NodeId) => Code) {
  const { graph } = context;
  const leaf = (input: NodeId): Code => {
    const node = graph.node(input);
    return node.op === 'column' ? atom(context.column(node.name)) : operand(input);
  };
  const nodes = reachable(graph, [id]).filter(
    (input) => graph.kind(input) === 'data' && graph.node(input).op !== 'column',
  );
  const local = new Map<NodeId, string>();
  const claim = context.scope();
  const block = writeBlock({
    graph,
    dialect: scalar,
    nodes,
    readOutside: (input) => (input === id ? 1 : 0),
    variable: (input) => {
      const name = local.get(input) ?? claim(dataName(graph, input));
      local.set(input, name);
      return { name, assigned: false };
    },
    operand: leaf,
    used: context.used,
  });
  const value = graph.constantValue(id);
  const code =
    value === undefined ? (nodes.length === 0 ? leaf(id) : block.code(id)) : scalar.constant(value);
  return { statements: block.statements, value: code.precedence < 2 ? `(${code.text})` : code.text };
}

/** The function that finds a domain's members, gathers what it stores, and makes room for what its loops leave. */
export function domainCode(
  context: EmitContext,
  domain: Domain,
  domains: ReadonlyMap<DomainId, DomainNames>,
): string {
  const { graph } = context;
  const names = domains.get(domain.id)!;
  const keys = domain.keys.map((key) => context.rowArray(key));
  const rowsOf = (rows: RowSet) =>
    rows.kind === 'all' ? '0, 0.0' : `${context.columnPointer(rows.outcome)}, ${literal(rows.equals)}`;
  const lines = [
    `const keys = allocate(${Math.max(1, keys.length) * 4});`,
    'if (keys == 0) return false;',
    ...keys.map((key, index) => `store<usize>(keys, ${key}, ${index * 4});`),
    `if (!findMembers(rows, ${rowsOf(domain.rows)}, keys, ${keys.length})) return false;`,
    `${names.members} = memberCount();`,
    `${names.ofRow} = rowsMembers();`,
  ];
  for (const [id, array] of names.arrays) {
    const node = graph.node(id);
    const make =
      node.op === 'stored'
        ? `gatherValues(${context.rowArray(id)})`
        : node.op === 'count'
          ? `countRows(rows, ${rowsOf(node.rows)})`
          : `allocate(pairBytes(${names.members}))`;
    lines.push(`${array} = ${make};`, `if (${array} == 0) return false;`);
  }
  if (names.runsOf !== null) {
    lines.push(
      `${names.runEnds} = findRuns(${names.arrays.get(names.runsOf)!});`,
      `if (${names.runEnds} == 0) return false;`,
    );
  }
  const others = [...names.indices.keys()].map((id) => domains.get(id)!);
  if (others.length > 0) {
    lines.push(`${names.wide} = ${others.map(({ members }) => `${members} > 0x10000`).join(' || ')};`);
    for (const [id, index] of names.indices) {
      lines.push(
        `${index} = gatherIndex(${domains.get(id)!.ofRow}, ${names.wide});`,
        `if (${index} == 0) return false;`,
      );
    }
  }
  return `/** ${names.description}. */
function ${names.find}(): bool {
${lines.map((line) => `  ${line}`).join('\n')}
  return true;
}`;
}

/** The declarations of a domain's variables. */
export function domainVariables(names: DomainNames): string {
  return [
    declare([names.members], 'i32', '0'),
    declare(names.indices.size === 0 ? [] : [names.wide], 'bool', 'false'),
    declare(
      [
        names.ofRow,
        ...names.arrays.values(),
        ...names.indices.values(),
        ...(names.runsOf === null ? [] : [names.runEnds]),
      ],
      'usize',
      '0',
    ),
  ]
    .filter((lines) => lines !== '')
    .join('\n');
}

/** The function that fills an array with one value a row of a data node. */
export function rowArrayCode(
  context: EmitContext,
  id: NodeId,
  array: string,
  name: string,
  operand: (id: NodeId) => Code,
): string {
  const { statements, value } = rowExpression(context, id, operand);
  return `/** ${formula(context.graph, id)}, one value a row. */
function ${name}(): bool {
  ${array} = allocate(<usize>rows << 3);
  if (${array} == 0) return false;
  for (let row: usize = 0; row < <usize>rows; row++) {
${indent([...statements, `store<f64>(${array} + (row << 3), ${value});`], 4)}
  }
  return true;
}`;
}

/**
 * The code that binds data, in an order that holds little at a time: every domain's members first, then one data node
 * after another, whose values are gathered for each domain before they are given back, and last the room for what loops leave.
 */
import { formula } from '../graph/formula.ts';
import type { DomainId, NodeId, RowSet } from '../graph/node.ts';
import { columnsOf, type Domain } from '../stage/domain.ts';
import type { EmitContext } from './context.ts';
import type { DomainNames } from './data-code.ts';
import { atom, type Code, literal } from './dialect.ts';
import { capitalised, dataName } from './identifiers.ts';
import { rowExpression } from './row-expression.ts';
import { declare, indent } from './text.ts';

/** What binding is made of. */
export interface BindingRequest {
  readonly context: EmitContext;
  /** In the manifest's order. */
  readonly columns: readonly string[];
  readonly outcomes: readonly string[];
  /** Each after those that it looks up. */
  readonly domains: readonly Domain[];
  readonly names: ReadonlyMap<DomainId, DomainNames>;
  /** Statements that compute the scalars. */
  readonly scalars: readonly string[];
  /** Statements after everything is bound. */
  readonly finally: readonly string[];
  /** The scalars that data nodes read. */
  readonly scalar: (id: NodeId) => string;
  /** The variable with the least number of levels that a category has, whatever levels the rows have; absent where only rows say. */
  readonly levels?: (category: string) => string;
}

export interface Binding {
  readonly variables: string;
  readonly functions: readonly string[];
}

/** A data node that arrays of domains hold: a column, or one that is computed of columns. */
interface Source {
  readonly node: NodeId;
  /** The variable that points to one f64 a distinct row. */
  readonly rows: string;
  readonly name: string;
  readonly arrays: { readonly array: string; readonly domain: DomainNames }[];
}

export function bindingCode(request: BindingRequest): Binding {
  const { context, columns, domains, names, scalars } = request;
  const { graph, ids } = context;
  for (const name of ['columnAt', 'countsOfRows', 'distinctRows']) context.runtime('rows', name);
  context.runtime('memory', 'release');

  const sources = new Map<string, Source>();
  const sourceOf = (node: NodeId): Source => {
    const op = graph.node(node);
    const key = op.op === 'column' ? op.name : `#${node}`;
    const known = sources.get(key);
    if (known !== undefined) return known;
    const name = dataName(graph, node);
    const rows = op.op === 'column' ? context.columnPointer(op.name) : ids.claim(`${name}Rows`);
    const source: Source = { node, rows, name, arrays: [] };
    sources.set(key, source);
    return source;
  };
  const keys = new Set(domains.filter((domain) => !isEveryRow(request, domain)).flatMap((each) => each.keys));
  const keySources = [...keys].map(sourceOf);
  for (const domain of domains) {
    const owner = names.get(domain.id)!;
    for (const [id, array] of owner.arrays) {
      const node = graph.node(id);
      if (node.op === 'stored') sourceOf(node.expression).arrays.push({ array, domain: owner });
    }
  }
  const isColumn = ({ node }: Source) => graph.node(node).op === 'column';
  const computed = [...sources.values()].filter((source) => !isColumn(source));
  // The sides of a grid are looked up by its members.
  const lookedUp = new Set(domains.flatMap(({ id }) => names.get(id)!.lookups));

  const functions: string[] = [];
  const filled = new Map<Source, string>();
  for (const source of computed) {
    const name = ids.claim(`fill${capitalised(source.rows)}`);
    filled.set(source, name);
    functions.push(rowArrayCode(request, source, name));
  }
  for (const domain of domains) functions.push(findCode(request, domain, sourceOf, lookedUp.has(domain.id)));

  /** Whether a column is needed once the members are found. */
  const isRead = (name: string) =>
    (sources.get(name)?.arrays.length ?? 0) > 0 ||
    computed.some(({ node }) => columnsOf(graph, node).includes(name));
  const orFail = (call: string) => `if (!${call}()) return false;`;
  const statements = [
    'rows = distinctRows();',
    'rowCounts = countsOfRows();',
    ...columns.map((name, index) => `${context.columnPointer(name)} = columnAt(${index});`),
    ...scalars,
    ...keySources.filter((source) => !isColumn(source)).map((source) => orFail(filled.get(source)!)),
    ...domains.map(({ id }) => orFail(names.get(id)!.find)),
    'release(rowCounts);',
    ...columns.filter((name) => !isRead(name)).map((name) => `release(${context.columnPointer(name)});`),
    ...domains.filter(({ id }) => lookedUp.has(id)).map(({ id }) => `release(${names.get(id)!.ofRow});`),
  ];
  const gather = (source: Source) => {
    if (source.arrays.length === 0) return;
    context.runtime('bind', 'gatherValues');
    const name = ids.claim(`gather${capitalised(source.name)}`);
    functions.push(gatherCode(context, source, name));
    statements.push(orFail(name));
  };
  const done = new Set<Source>();
  const finish = (source: Source) => {
    if (done.has(source)) return;
    done.add(source);
    if (!keySources.includes(source)) statements.push(orFail(filled.get(source)!));
    gather(source);
    statements.push(`release(${source.rows});`);
  };
  for (const name of columns.filter(isRead)) {
    // What is computed of a column comes before the column is given back.
    for (const source of computed) if (columnsOf(graph, source.node).includes(name)) finish(source);
    const source = sources.get(name);
    if (source !== undefined) gather(source);
    statements.push(`release(${context.columnPointer(name)});`);
  }
  computed.forEach(finish);
  statements.push(...domains.map(({ id }) => `release(${names.get(id)!.firstRows});`));
  const left = domains.flatMap(({ id }) => {
    const owner = names.get(id)!;
    return [...owner.arrays]
      .filter(([node]) => !['stored', 'count'].includes(graph.node(node).op))
      .flatMap(([, array]) => allocated(array, `allocate(${owner.bytes})`));
  });
  if (left.length > 0) {
    const name = ids.claim('makeRoom');
    functions.push(booleanFunction('Room for what one loop leaves for another', name, left));
    statements.push(orFail(name));
  }
  statements.push(...request.finally);
  functions.push(
    booleanFunction(
      'Computes all that depends on data alone; false when there is no more memory',
      'bindData',
      statements,
    ),
  );
  if (domains.length > 0) context.runtime('bind', 'pairBytes');
  if (functions.some((text) => text.includes('allocate('))) context.runtime('memory', 'allocate');
  return {
    variables: [
      'let rows: i32 = 0;\nlet rowCounts: usize = 0;',
      declare(
        [...columns.map((name) => context.columnPointer(name)), ...computed.map(({ rows }) => rows)],
        'usize',
        '0',
      ),
      ...domains.map(({ id }) =>
        domainVariables(context, names.get(id)!, {
          isLookedUp: lookedUp.has(id),
          isGrid: context.grids.has(id),
        }),
      ),
    ].join('\n\n'),
    functions,
  };
}

/** Whether a domain's keys and outcome are all the columns, so that each of its distinct rows is a member. */
function isEveryRow({ context, columns, outcomes }: BindingRequest, { rows, keys }: Domain): boolean {
  if (rows.kind === 'levels' || rows.kind === 'each') return false;
  const known = new Set(rows.kind === 'all' || rows.kind === 'observed' ? [] : [rows.outcome]);
  for (const key of keys) {
    const node = context.graph.node(key);
    if (node.op === 'column') known.add(node.name);
  }
  return outcomes.length === 1 && columns.every((name) => known.has(name));
}

/** The function that finds a domain's members, how many rows each stands for, and whom they belong to elsewhere. */
function findCode(
  { context, names: domains, ...request }: BindingRequest,
  domain: Domain,
  sourceOf: (node: NodeId) => Source,
  isLookedUp: boolean,
): string {
  const { graph } = context;
  const names = domains.get(domain.id)!;
  const uses = (name: string) => context.runtime('bind', name);
  const rowsOf = (rows: RowSet) =>
    rows.kind === 'all' || rows.kind === 'levels'
      ? '0, 0.0'
      : `${context.columnPointer(rows.outcome)}, ${rows.kind === 'observed' ? 'NaN' : literal(rows.equals)}`;
  const lines: string[] = [];
  const { rows } = domain;
  if (rows.kind === 'each') {
    uses('findEachRow');
    lines.push('if (!findEachRow()) return false;');
  } else if (rows.kind === 'levels') {
    const least = request.levels === undefined ? '' : `, ${request.levels(rows.category)}`;
    uses('findLevels');
    lines.push(`if (!findLevels(${context.columnPointer(rows.category)}${least})) return false;`);
  } else if (isEveryRow({ context, names: domains, ...request }, domain)) {
    uses('findRows');
    lines.push(`if (!findRows(${rowsOf(rows)})) return false;`);
  } else {
    uses('findMembers');
    lines.push(
      `const keys = allocate(${Math.max(1, domain.keys.length) * 4});`,
      'if (keys == 0) return false;',
      ...domain.keys.map((key, index) => `store<usize>(keys, ${sourceOf(key).rows}, ${index * 4});`),
      `if (!findMembers(${rowsOf(rows)}, keys, ${domain.keys.length})) return false;`,
    );
  }
  uses('memberCount');
  uses('firstRowOfEach');
  lines.push(`${names.members} = memberCount();`, `${names.firstRows} = firstRowOfEach();`);
  for (const [id, array] of names.arrays) {
    const node = graph.node(id);
    if (node.op !== 'count') continue;
    const counting = node.rows.kind === 'levels' ? 'countLevels' : 'countRows';
    uses(counting);
    lines.push(...allocated(array, `${counting}(${node.rows.kind === 'levels' ? '' : rowsOf(node.rows)})`));
  }
  if (names.runsOf !== null) {
    uses('findRuns');
    lines.push(...allocated(names.runEnds, `findRuns(${names.arrays.get(names.runsOf)!})`));
  }
  const others = names.lookups.map((id) => domains.get(id)!);
  if (others.length > 0) {
    uses('makeIndex');
    uses('fillIndex');
    if (context.hasNarrowIndices) {
      uses('indexBytes');
      const [first, ...more] = others.map(({ members }) => members);
      const most = more.reduce((larger, each) => `max(${larger}, ${each})`, first);
      lines.push(`${names.indexBytes} = indexBytes(${most});`);
    }
    const bytes = context.hasNarrowIndices ? names.indexBytes : '4';
    const indexed = [
      ...allocated(names.index, `makeIndex(${others.length}, ${bytes})`),
      ...others.map(
        ({ ofRow, members }, place) =>
          `fillIndex(${names.index}, ${place}, ${others.length}, ${ofRow}, ${members}, ${bytes});`,
      ),
    ];
    const grid = context.grids.get(domain.id);
    if (grid === undefined) lines.push(...indexed);
    else {
      const sides = [grid.outer, grid.inner].map((id) => domains.get(id)!);
      uses('placeInGrid');
      lines.push(
        `${names.isGrid} = placeInGrid(${sides.flatMap(({ ofRow, members }) => [ofRow, members]).join(', ')});`,
        `if (${names.isGrid}) ${names.members} = memberCount();`,
        'else {',
        ...indexed.map((line) => `  ${line}`),
        '}',
      );
    }
  }
  lines.push(`${names.bytes} = pairBytes(${names.members});`);
  if (isLookedUp) {
    uses('keepMembers');
    lines.push(...allocated(names.ofRow, 'keepMembers()'));
  } else {
    uses('forgetMembers');
    lines.push('forgetMembers();');
  }
  return booleanFunction(names.description, names.find, lines);
}

/** The function that gathers the values of a data node for every domain that stores them. */
function gatherCode({ graph }: EmitContext, { node, rows, arrays }: Source, name: string): string {
  return booleanFunction(
    `${formula(graph, node)}, one value a member`,
    name,
    arrays.flatMap(({ array, domain }) =>
      allocated(array, `gatherValues(${rows}, ${domain.firstRows}, ${domain.members})`),
    ),
  );
}

/** The function that fills an array with one value a distinct row of a data node. */
function rowArrayCode({ context, scalar }: BindingRequest, { node, rows }: Source, name: string): string {
  const operand = (id: NodeId): Code => atom(scalar(id));
  const { statements, value } = rowExpression(context, node, operand);
  return booleanFunction(`${formula(context.graph, node)}, one value a distinct row`, name, [
    ...allocated(rows, 'allocate(<usize>rows << 3)'),
    'for (let row: usize = 0; row < <usize>rows; row++) {',
    ...indent([...statements, `store<f64>(${rows} + (row << 3), ${value});`], 2).split('\n'),
    '}',
  ]);
}

/** The declarations of a domain's variables. */
function domainVariables(
  { hasNarrowIndices }: EmitContext,
  names: DomainNames,
  { isLookedUp, isGrid }: { readonly isLookedUp: boolean; readonly isGrid: boolean },
): string {
  const pointers = [
    names.bytes,
    names.firstRows,
    isLookedUp ? names.ofRow : null,
    ...names.arrays.values(),
    names.lookups.length === 0 ? null : names.index,
    names.runsOf === null ? null : names.runEnds,
  ];
  return [
    declare(
      [names.members, names.lookups.length === 0 || !hasNarrowIndices ? null : names.indexBytes],
      'i32',
      '0',
    ),
    declare(pointers, 'usize', '0'),
    ...(isGrid ? [declare([names.isGrid], 'bool', 'false')] : []),
  ].join('\n');
}

/** Statements that set a pointer to room, or fail. */
function allocated(pointer: string, room: string): string[] {
  return [`${pointer} = ${room};`, `if (${pointer} == 0) return false;`];
}

function booleanFunction(comment: string, name: string, lines: readonly string[]): string {
  const exported = name === 'bindData' ? 'export ' : '';
  return `/** ${comment}. */
${exported}function ${name}(): bool {
${indent([...lines, 'return true;'], 2)}
}`;
}

/** The domains in an order in which each is found after those that it looks up. */
export function lookedUpFirst(
  all: readonly Domain[],
  names: ReadonlyMap<DomainId, DomainNames>,
): readonly Domain[] {
  const found = new Set<Domain>();
  const find = (domain: Domain) => {
    if (found.has(domain)) return;
    for (const id of names.get(domain.id)!.lookups) find(all[id - 1]!);
    found.add(domain);
  };
  all.forEach(find);
  return [...found];
}

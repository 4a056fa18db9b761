/**
 * Emits the code that binds data, in an order that keeps little in memory at a time: first the members of all domains,
 * then one data node after another, each gathered for its domains and then released, and last the room for values that
 * loops store.
 */
import { TABLE_COLUMN } from '../../module/manifest.ts';
import { formula } from '../graph/formula.ts';
import type { DomainId, DomainRows, NodeId, RowSet } from '../graph/node.ts';
import { columnsOf, type Domain } from '../stage/domain.ts';
import { type MemberOrder, sidesOf } from '../stage/member-order.ts';
import type { EmitContext } from './context.ts';
import { correctedFirsts } from './data-code.ts';
import { atom, type Code, literal } from './dialect.ts';
import type { DomainCode } from './domain-code.ts';
import { capitalised, dataName, lastName } from './names.ts';
import { rowExpression } from './row-expression.ts';
import { indent } from './text.ts';

/** The input for the binding code. */
export interface BindingRequest {
  readonly context: EmitContext;
  /** In the order of the manifest. */
  readonly columns: readonly string[];
  readonly outcomes: readonly string[];
  /** Statements that compute the data-set scalars. */
  readonly scalars: readonly string[];
  /** Statements to run after everything is bound. */
  readonly finally: readonly string[];
  /** The code of a scalar that data nodes read. */
  readonly scalar: (id: NodeId) => string;
  /**
   * The variable with the minimum number of levels of a category, whatever the rows contain; absent if only the rows
   * decide.
   */
  readonly levels?: (category: string) => string;
}

/** A data node whose values arrays of domains hold: a column, or a node computed from columns. */
interface Source {
  readonly node: NodeId;
  /** The variable that points to one f64 per distinct row. */
  readonly rows: string;
  /** The function that computes it; null for a column, which needs none. */
  readonly fill: string | null;
  readonly arrays: { readonly array: string; readonly domain: DomainCode }[];
}

/** Adds the functions of domains and columns to their namespaces, and emits the function that calls them all. */
export function bindingCode(request: BindingRequest): string {
  const { context, columns, scalars } = request;
  const { graph, domainCode, rows } = context;
  const domains = lookedUpFirst(context);
  context.runtime('columnAt', 'countsOfRows', 'distinctRows', 'release');

  const sources = new Map<string, Source>();
  const sourceOf = (node: NodeId): Source => {
    const op = graph.node(node);
    const key = op.op === 'column' ? op.name : `#${node}`;
    const known = sources.get(key) ?? newSource(context, node);
    sources.set(key, known);
    return known;
  };
  const qualified = domains.flatMap(({ id }) =>
    [...domainCode.get(id)!.arrays.keys(), ...domainCode.get(id)!.places.keys()].flatMap((held) => {
      const node = graph.node(held);
      return node.op === 'count' ? [node.rows] : [];
    }),
  );
  const states = [...domains.map(({ rows }) => rows), ...qualified].flatMap((rows) => stateOf(rows) ?? []);
  const keys = new Set(domains.filter((domain) => !isEveryRow(request, domain)).flatMap((each) => each.keys));
  const keySources = [...new Set([...keys, ...states])].map(sourceOf);
  for (const { id } of domains) {
    const domain = domainCode.get(id)!;
    for (const [held, array] of domain.arrays) {
      const node = graph.node(held);
      if (node.op === 'stored') sourceOf(node.expression).arrays.push({ array, domain });
    }
  }
  const computed = [...sources.values()].filter(({ fill }) => fill !== null);
  // A grid's members look up its sides too.
  const lookedUp = new Set(
    domains.flatMap(({ id }) => [...domainCode.get(id)!.lookups, ...sidesOf(context.orders.get(id))]),
  );
  for (const source of computed) addFill(request, source);
  for (const domain of domains) addFind(request, domain, sourceOf, lookedUp.has(domain.id));

  /** Whether a column is still needed after the members are found. */
  const isRead = (name: string) =>
    (sources.get(name)?.arrays.length ?? 0) > 0 ||
    computed.some(({ node }) => columnsOf(graph, node).includes(name));
  const orFail = (call: string) => `if (!${call}()) return false;`;
  const isQualified = qualified.some((set) => 'outcome' in set && (set.where ?? set.weight) !== undefined);
  if (isQualified) context.runtime('countEachRow');
  const statements = [
    // Binding may have ended early before, in the midst of a set of rows.
    ...(isQualified ? ['countEachRow();'] : []),
    `${rows.count} = distinctRows();`,
    `${rows.repeats} = countsOfRows();`,
    ...columns.map((name, index) => `${context.columnPointer(name)} = columnAt(${index});`),
    ...repeatRows(request),
    ...scalars,
    ...keySources.flatMap(({ fill }) => (fill === null ? [] : [orFail(fill)])),
    ...domains.map(({ id }) => orFail(domainCode.get(id)!.find)),
    `release(${rows.repeats});`,
    ...columns.filter((name) => !isRead(name)).map((name) => `release(${context.columnPointer(name)});`),
    ...domains
      .filter(({ id }) => lookedUp.has(id))
      .map(({ id }) => `release(${domainCode.get(id)!.memberOfRow});`),
  ];
  const gather = ({ rows: values, arrays }: Source) => {
    if (arrays.length > 0) context.runtime('gatherValues');
    for (const { array, domain } of arrays)
      statements.push(`${array} = gatherValues(${values}, ${domain.firstRows}, ${domain.members});`);
  };
  const done = new Set<Source>();
  const finish = (source: Source) => {
    if (done.has(source)) return;
    done.add(source);
    if (!keySources.includes(source)) statements.push(orFail(source.fill!));
    gather(source);
    statements.push(`release(${source.rows});`);
  };
  for (const name of columns.filter(isRead)) {
    // What is computed from a column must come before the column is released.
    for (const source of computed) if (columnsOf(graph, source.node).includes(name)) finish(source);
    const source = sources.get(name);
    if (source !== undefined) gather(source);
    statements.push(`release(${context.columnPointer(name)});`);
  }
  computed.forEach(finish);
  statements.push(...domains.map(({ id }) => `release(${domainCode.get(id)!.firstRows});`));
  for (const { id } of domains) {
    const domain = domainCode.get(id)!;
    if (addMakeRoom(context, domain)) statements.push(`${domain.makeRoom}();`);
  }
  context.runtime('isExhausted');
  statements.push(...request.finally, 'return !isExhausted();');
  return `/** Computes all that depends on data alone; false when there is no more memory. */
export function bindData(): bool {
${indent(statements, 2)}
}`;
}

/** Statements that multiply how often each row occurs by what a column says. */
function repeatRows({ context, columns }: BindingRequest): readonly string[] {
  const { rows, runtime, columnPointer } = context;
  if (rows.counted.length === 0) return [];
  runtime('repeatRows');
  // Other tables may know the column too, as a fact of a level, and count otherwise.
  const tables = columns.includes(TABLE_COLUMN) ? columnPointer(TABLE_COLUMN) : '0';
  return rows.counted.map(
    ({ table, column }) =>
      `if (!repeatRows(${columnPointer(column)}, ${tables}, ${literal(table)})) return false;`,
  );
}

function newSource({ graph, columns, columnPointer }: EmitContext, node: NodeId): Source {
  const op = graph.node(node);
  if (op.op === 'column') return { node, rows: columnPointer(op.name), fill: null, arrays: [] };
  const rows = columns.declare(dataName(graph, node), 'usize');
  return { node, rows, fill: columns.claim(`fill${capitalised(lastName(rows))}`), arrays: [] };
}

/** Whether a domain's keys and outcome are all the columns, so that each distinct row is a member. */
function isEveryRow({ context, columns, outcomes }: BindingRequest, { rows, keys }: Domain): boolean {
  if (rows.kind === 'levels' || rows.kind === 'each') return false;
  const known = new Set(rows.kind === 'all' || rows.kind === 'observed' ? [] : [rows.outcome]);
  for (const key of [...keys, ...(stateOf(rows) ?? [])]) {
    const node = context.graph.node(key);
    if (node.op === 'column') known.add(node.name);
  }
  return outcomes.length === 1 && columns.every((name) => known.has(name));
}

/** The data node that tells which rows of an outcome are meant; null if there is none. */
function stateOf(rows: DomainRows): NodeId[] | null {
  return 'where' in rows && rows.where !== undefined ? [rows.where.node] : null;
}

/**
 * Adds the function that finds a domain's members, how many rows each stands for, and which members of other domains
 * they belong to.
 */
function addFind(
  request: BindingRequest,
  domain: Domain,
  sourceOf: (node: NodeId) => Source,
  isLookedUp: boolean,
): void {
  const { context } = request;
  const { graph, domainCode, runtime } = context;
  const code = domainCode.get(domain.id)!;
  const rowsOf = (rows: RowSet) =>
    rows.kind === 'all' || rows.kind === 'levels'
      ? '0, 0.0'
      : `${context.columnPointer(rows.outcome)}, ${rows.kind === 'observed' ? 'NaN' : literal(rows.equals)}`;
  /** The lines, between what says which rows are meant and how much each counts, if not all count once. */
  const qualified = (set: DomainRows, inner: readonly string[]): readonly string[] => {
    if (!('outcome' in set) || (set.where === undefined && set.weight === undefined)) return inner;
    runtime('countEachRow', 'countRowsBy');
    const [state, value] =
      set.where === undefined ? ['0', '0.0'] : [sourceOf(set.where.node).rows, literal(set.where.equals)];
    const weight = set.weight === undefined ? '0' : context.columnPointer(set.weight);
    return [`countRowsBy(${state}, ${value}, ${weight});`, ...inner, 'countEachRow();'];
  };
  const lines: string[] = [];
  const { rows, keys } = domain;
  const order = context.orders.get(domain.id);
  if (rows.kind === 'each') {
    runtime('findEachRow');
    lines.push('if (!findEachRow()) return false;');
  } else if (rows.kind === 'levels') {
    const columns = graph.columnsOfCategory(rows.category);
    // A category of several columns has the levels of all of them.
    const column = graph.someColumn(rows.category);
    const least =
      request.levels !== undefined
        ? `, ${request.levels(graph.categoryOfColumn(rows.category))}`
        : columns.length > 1
          ? `, ${context.levelCount(rows.category)}`
          : '';
    runtime('findLevels');
    lines.push(`if (!findLevels(${context.columnPointer(column)}${least})) return false;`);
  } else if (isEveryRow(request, domain)) {
    runtime('findRows');
    lines.push(...qualified(rows, [`if (!findRows(${rowsOf(rows)})) return false;`]));
  } else {
    runtime('findMembers', 'allocate');
    lines.push(
      ...allocated('keys', `allocate(${Math.max(1, keys.length) * 4})`, 'const '),
      ...keys.map((key, index) => `store<usize>(keys, ${sourceOf(key).rows}, ${index * 4});`),
      ...qualified(rows, [`if (!findMembers(${rowsOf(rows)}, keys, ${keys.length})) return false;`]),
    );
  }
  if (order?.kind === 'groups') {
    const by = domainCode.get(order.by)!;
    runtime('groupMembers');
    const set = rowsOf(rows as RowSet);
    const call = `if (!groupMembers(${set}, ${by.memberOfRow}, ${by.members})) return false;`;
    lines.push(...qualified(rows, [call]));
  }
  runtime('memberCount', 'firstRowOfEach');
  lines.push(`${code.members} = memberCount();`, `${code.firstRows} = firstRowOfEach();`);
  if (rows.kind === 'levels') lines.push(...correctedFirsts(context, rows.category, code.firstRows));
  for (const [id, array] of code.arrays) {
    const node = graph.node(id);
    if (node.op !== 'count') continue;
    const counting = node.rows.kind === 'levels' ? 'countLevels' : 'countRows';
    runtime(counting);
    const call = `${counting}(${node.rows.kind === 'levels' ? '' : rowsOf(node.rows)})`;
    lines.push(...qualified(node.rows, allocated(array, call)));
  }
  if (code.runsOf !== null) {
    const counts = code.arrays.get(code.runsOf)!;
    if (order?.kind === 'groups') {
      const by = domainCode.get(order.by)!;
      runtime('findGroupedRuns', 'groupsOfRuns');
      lines.push(
        ...allocated(code.runEnds, `findGroupedRuns(${counts}, ${by.memberOfRow}, ${by.members})`),
        `${code.runGroups} = groupsOfRuns();`,
      );
    } else {
      runtime('findRuns');
      lines.push(...allocated(code.runEnds, `findRuns(${counts})`));
    }
  }
  if (code.lookups.length > 0) lines.push(...indexStatements(context, domain, code));
  if (order?.kind === 'pairs') {
    const sides = [order.outer, order.inner].map((id) => domainCode.get(id)!);
    runtime('hasMostPairs');
    const asked = sides.flatMap(({ memberOfRow, members }) => [memberOfRow, members]).join(', ');
    const otherwise = lines.splice(0);
    lines.push(
      ...qualified(rows, [`${code.isGrid} = hasMostPairs(${rowsOf(rows as RowSet)}, ${asked});`]),
      `if (${code.isGrid}) {`,
      ...exceptionStatements(context, code, order, { rowsOf, qualified }).map((line) => `  ${line}`),
      '} else {',
      ...otherwise.map((line) => `  ${line}`),
      '}',
    );
  }
  runtime('pairBytes');
  lines.push(`${code.bytes} = pairBytes(${code.members});`);
  if (isLookedUp) {
    runtime('keepMembers');
    lines.push(...allocated(code.memberOfRow, 'keepMembers()'));
  } else {
    runtime('forgetMembers');
    lines.push('forgetMembers();');
  }
  code.namespace.addFunction(
    code.find,
    'Finds the members; false when there is no more memory',
    booleanBody(lines),
  );
}

function partOf({ memberOfRow, members }: DomainCode) {
  return { memberOfRow, members };
}

/** Whether a domain has the members of another: the levels of a category as one of its columns names them, and its levels. */
function isCopyOf({ graph, domains }: EmitContext, { rows }: Domain, id: DomainId): boolean {
  const other = domains.find((each) => each.id === id)!.rows;
  if (rows.kind !== 'levels' || other.kind !== 'levels') return false;
  return graph.categoryOfColumn(rows.category) === other.category;
}

/**
 * Statements that store, for each member, the members of other domains that it belongs to, or its cell in their grid.
 */
function indexStatements(context: EmitContext, domain: Domain, code: DomainCode): readonly string[] {
  const { domainCode, runtime, grids, hasNarrowIndices } = context;
  const others = code.lookups.map((id) => ({
    ...partOf(domainCode.get(id)!),
    isSame: isCopyOf(context, domain, id),
  }));
  const lines: string[] = [];
  runtime(
    'makeIndex',
    ...others.map(({ isSame }) => (isSame ? ('fillSame' as const) : ('fillIndex' as const))),
  );
  if (hasNarrowIndices) {
    runtime('indexBytes');
    const [first, ...more] = others.map(({ members }) => members);
    const most = more.reduce((larger, each) => `max(${larger}, ${each})`, first!);
    lines.push(`${code.indexWidth} = indexBytes(${most});`);
  }
  const bytes = hasNarrowIndices ? code.indexWidth : '4';
  const indexed = [
    ...allocated(code.index, `makeIndex(${others.length}, ${bytes})`),
    ...others.map(({ memberOfRow, members, isSame }, place) =>
      isSame
        ? `fillSame(${code.index}, ${place}, ${others.length}, ${bytes});`
        : `fillIndex(${code.index}, ${place}, ${others.length}, ${memberOfRow}, ${members}, ${bytes});`,
    ),
  ];
  const grid = grids.get(domain.id);
  if (grid === undefined) return [...lines, ...indexed];
  const sides = [grid.outer, grid.inner].map((id) => domainCode.get(id)!);
  runtime('placeInGrid');
  return [
    ...lines,
    `${code.isGrid} = placeInGrid(${sides.flatMap(({ memberOfRow, members }) => [memberOfRow, members]).join(', ')});`,
    `if (${code.isGrid}) ${code.members} = memberCount();`,
    'else {',
    ...indexed.map((line) => `  ${line}`),
    '}',
  ];
}

/**
 * Statements for an order by pairs: all pairs of levels are counted once, and the members are the exceptions, where the
 * count differs from 1.
 */
function exceptionStatements(
  { graph, domainCode, runtime }: EmitContext,
  code: DomainCode,
  order: MemberOrder & { readonly kind: 'pairs' },
  {
    rowsOf,
    qualified,
  }: {
    readonly rowsOf: (rows: RowSet) => string;
    readonly qualified: (rows: RowSet, lines: readonly string[]) => readonly string[];
  },
): readonly string[] {
  const counts = [...code.arrays].filter(([id]) => graph.node(id).op === 'count');
  const own = code.runsOf;
  const atPlaces = [...code.places].flatMap(([id, array]) => {
    const node = graph.node(id);
    if (node.op !== 'count') throw new Error(`${node.op} has no places`);
    runtime('countPlaces');
    return qualified(node.rows, allocated(array, `countPlaces(${rowsOf(node.rows)})`));
  });
  runtime(
    ...([
      'allocate',
      'countExceptions',
      'fillExceptions',
      'findExceptions',
      'findRuns',
      'forgetPlaces',
    ] as const),
    ...(['indexBytes', 'makeIndex', 'memberCount', 'pairBytes'] as const),
  );
  const [outer, inner] = [order.outer, order.inner].map((id) => ({
    place: code.lookups.indexOf(id),
    members: domainCode.get(id)!.members,
  })) as [{ place: number; members: string }, { place: number; members: string }];
  return [
    ...atPlaces,
    'if (!findExceptions()) return false;',
    `${code.members} = memberCount();`,
    ...counts.flatMap(([id, array]) =>
      allocated(array, id === own ? 'countExceptions()' : `allocate(pairBytes(${code.members}))`),
    ),
    ...allocated(code.runEnds, `findRuns(${code.arrays.get(own!)!})`),
    `${code.indexWidth} = indexBytes(max(${outer.members}, ${inner.members}));`,
    ...allocated(code.index, `makeIndex(2, ${code.indexWidth})`),
    `fillExceptions(${code.index}, ${outer.place}, ${inner.place}, ${code.indexWidth});`,
    'forgetPlaces();',
  ];
}

/** Adds the function that fills an array with a data node's value for each distinct row. */
function addFill({ context, scalar }: BindingRequest, { node, rows, fill }: Source): void {
  const operand = (id: NodeId): Code => atom(scalar(id));
  const { statements, value } = rowExpression(context, node, operand, ['row']);
  const { count } = context.rows;
  context.runtime('allocate');
  context.columns.addFunction(
    fill!,
    `Computes ${formula(context.graph, node)}; false when there is no more memory`,
    booleanBody([
      ...allocated(rows, `allocate(<usize>${count} << 3)`),
      `for (let row: usize = 0; row < <usize>${count}; row++) {`,
      ...indent([...statements, `store<f64>(${rows} + (row << 3), ${value});`], 2).split('\n'),
      '}',
    ]),
  );
}

/** Adds the function that allocates room for values that one loop stores for another; false if there are none. */
function addMakeRoom(
  { graph, runtime }: EmitContext,
  { arrays, bytes, namespace, makeRoom }: DomainCode,
): boolean {
  const left = [...arrays].filter(([id]) => !['stored', 'count'].includes(graph.node(id).op));
  if (left.length === 0) return false;
  runtime('allocate');
  namespace.addFunction(
    makeRoom,
    'Allocates the arrays that loops fill for other loops',
    `(): void {\n${indent(
      left.map(([, array]) => `${array} = allocate(${bytes});`),
      2,
    )}\n}`,
  );
  return true;
}

/** Statements that allocate into a pointer, or fail. */
function allocated(pointer: string, room: string, declared = ''): string[] {
  return [`${declared}${pointer} = ${room};`, `if (${pointer} == 0) return false;`];
}

function booleanBody(lines: readonly string[]): string {
  return `(): bool {\n${indent([...lines, 'return true;'], 2)}\n}`;
}

/** The domains, each after those that its members look up. */
function lookedUpFirst({ domains, domainCode, orders }: EmitContext): readonly Domain[] {
  const found = new Set<Domain>();
  const byId = new Map<DomainId, Domain>(domains.map((domain) => [domain.id, domain]));
  const find = (domain: Domain) => {
    if (found.has(domain)) return;
    for (const id of [...domainCode.get(domain.id)!.lookups, ...sidesOf(orders.get(domain.id))])
      find(byId.get(id)!);
    found.add(domain);
  };
  domains.forEach(find);
  return [...found];
}

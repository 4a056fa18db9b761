/** A loop over the members of a domain, two at a time: what it brings in, computes, leaves in memory and sums. */
import { type DomainId, isReduction, type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import type { LoopBody, LoopChoice } from '../schedule/unswitch.ts';
import { sidesOf } from '../stage/member-order.ts';
import { isPlainLoop, writeLoops } from './alike-loops.ts';
import { type Block, writeBlock } from './block.ts';
import type { DeferredLoop, EmitContext, JointRequest, WrittenLoop } from './context.ts';
import { type Code, inlinedPair, pair } from './dialect.ts';
import type { DomainCode } from './domain-code.ts';
import { gridFunction } from './grid-code.ts';
import { type InOrder, type LoopInputs, openInputs } from './loop-inputs.ts';
import {
  type CountedSums,
  countedSums,
  foldSum,
  type LoopParts,
  memberLoop,
  plainSum,
  runCount,
  runLoop,
  runSum,
  type TwoPairs,
  turnLoop,
} from './loop-sums.ts';
import { hintOf, lastName, uncapitalised } from './names.ts';
import { indent } from './text.ts';
import { type RunTerms, twoPairsCode } from './two-pairs-code.ts';

/** A loop while it is written. */
interface OpenLoop {
  readonly request: JointRequest;
  readonly step: Step;
  readonly domain: DomainCode;
  /** Under each node that the loop leaves in memory the one whose values those are. */
  readonly left: ReadonlyMap<NodeId, NodeId>;
  /** The sum that the function returns. */
  readonly returns: NodeId | null;
  readonly local: (hint: string) => string;
  readonly parts: LoopParts;
  readonly inputs: LoopInputs;
  readonly order: InOrder | null;
  /** The count by which the members are sorted and its variable, where the loop reads it. */
  readonly count: RunCount | null;
  readonly counted: CountedSums;
}

interface RunCount {
  readonly node: NodeId;
  readonly variable: string;
}

/** Whether every pair of levels has a place, so that sums are taken in two loops, neither of which begins them. */
function isOfPairs({ orders }: EmitContext, { domain }: Step): boolean {
  return orders.get(domain)?.kind === 'pairs';
}

/**
 * Adds a loop to the namespace of its domain. It leaves the values of nodes in memory: under each key of `left`, those of the node that
 * stands there, which is mostly the same. One sum of the profile is returned; several are left in variables.
 */
export function loopFunction(
  request: JointRequest,
  step: Step,
  left: ReadonlyMap<NodeId, NodeId>,
  profile: (id: NodeId) => Code,
  { suffix, when }: { readonly suffix: string; readonly when: string } = { suffix: '', when: '' },
): WrittenLoop {
  const { context, loopName } = request;
  const { graph } = context;
  const path = context.domainCode.get(step.domain)!.namespace.claim(`${loopName(step)}${suffix}`);
  const sums = step.reductions.filter((id) => graph.node(id).domain === PROFILE);
  const loop = { request, step, left, profile, path, comment: `${loopComment(request, step, left)}${when}` };
  const returns = sums.length === 1 && !isOfPairs(context, step) ? sums[0]! : null;
  if (isPlainLoop(context, step)) context.deferred.push(loop);
  else writeLoop(loop, returns);
  return { path, returns };
}

/** Writes a loop into the namespace of its domain. */
export function writeLoop(
  { request, step, left, profile, path, comment }: DeferredLoop,
  returns: NodeId | null,
): void {
  const { context } = request;
  const domain = context.domainCode.get(step.domain)!;
  if (isOfPairs(context, step)) {
    writeLoopOfPairs({ request, step, left, profile, path, comment });
    return;
  }
  const order = context.orders.get(step.domain);
  const loop = openLoop({ request, step, left, profile }, returns, (local, parts) =>
    order?.kind === 'groups' ? groupsOf(context, order.by, domain, local, parts) : null,
  );
  const { parts, inputs, count, local } = loop;
  const { each, twoPairs } = turnOf(loop);
  const isByRuns = count !== null || loop.order !== null;
  const lines = isByRuns
    ? runLoop(
        each,
        twoPairs,
        parts,
        {
          ends: domain.runEnds,
          groups: loop.order === null ? null : { of: domain.runGroups, at: loop.order.outerAt },
        },
        local,
      )
    : memberLoop(each);
  const body = indent([`const end = ${domain.bytes};`, ...parts.before, ...lines, ...parts.after], 2);
  const type = returns === null ? 'void' : 'f64';
  if (!inputs.looksUp() || !context.hasNarrowIndices) {
    domain.namespace.addFunction(path, comment, `(): ${type} {\n${body}\n}`);
    return;
  }
  const grid = context.grids.get(step.domain);
  const inGrid = grid === undefined ? null : gridFunction(request, step, grid, [...left.keys()], profile);
  const then = returns === null ? '' : 'return ';
  const call = forEachWidth(domain, path, comment, type, body);
  domain.namespace.addFunction(
    path,
    null,
    `(): ${type} {
${inGrid === null ? '' : `  if (${domain.isGrid}) ${then}${lastName(inGrid)}();\n`}  ${inGrid === null ? '' : 'else '}${call(then)}
}`,
  );
}

/** Adds a loop that looks levels up, with one body for all widths of the index; the statement that calls it. */
function forEachWidth(
  domain: DomainCode,
  path: string,
  comment: string,
  type: string,
  body: string,
): (then: string) => string {
  const either = domain.namespace.claim(`${lastName(path)}Of`);
  const call = lastName(either);
  domain.namespace.addFunction(either, comment, `<Index extends number>(): ${type} {\n${body}\n}`);
  return (then) => `if (${domain.indexWidth} == 1) ${then}${call}<u8>();
  else if (${domain.indexWidth} == 2) ${then}${call}<u16>();
  else ${then}${call}<u32>();`;
}

/**
 * A loop over pairs of levels, each of which has a place where the data has most of them: one over all places, which counts each once, and one
 * over the members, which are then what differs from that.
 */
function writeLoopOfPairs({ request, step, left, profile, path, comment }: DeferredLoop): void {
  const { context } = request;
  const order = context.orders.get(step.domain);
  if (order?.kind !== 'pairs') throw new Error('the members are no pairs of levels');
  const domain = context.domainCode.get(step.domain)!;
  const [outer, inner] = [order.outer, order.inner].map((id) => context.domainCode.get(id)!) as [
    DomainCode,
    DomainCode,
  ];

  const members = openLoop({ request, step, left, profile }, null, () => null);
  const ofMembers = turnOf(members);
  const memberBody = indent(
    [
      `const end = ${domain.bytes};`,
      ...members.parts.before,
      ...runLoop(
        ofMembers.each,
        ofMembers.twoPairs,
        members.parts,
        { ends: domain.runEnds, groups: null },
        members.local,
      ),
      ...members.parts.after,
    ],
    2,
  );

  const rowBegins: string[] = [];
  const places = openLoop({ request, step, left, profile }, null, (local) => ({
    outer: order.outer,
    outerAt: local(`${uncapitalised(outer.title)}At`),
    begins: rowBegins,
    inner: { domain: order.inner, rowAt: local('placesAt') },
  }));
  const ofPlaces = turnOf(places);
  const { parts, local } = places;
  const { outerAt, inner: row } = places.order!;
  const count = places.count!.variable;
  const [end, rowEnd, wholePairs, runEnd] = ['rowsEnd', 'rowEnd', 'wholePairs', 'runEnd'].map(local) as [
    string,
    string,
    string,
    string,
  ];
  const hasPlaces = rowBegins.some((line) => line.includes(row!.rowAt));
  const placeBody = indent(
    [
      ...parts.before,
      `const ${end} = <usize>${outer.members} << 3;`,
      `const ${rowEnd} = ${inner.bytes};`,
      `const ${wholePairs} = <usize>(${inner.members} >> 1) << 4;`,
      ...(hasPlaces ? [`let ${row!.rowAt}: usize = 0;`] : []),
      `for (let ${outerAt}: usize = 0; ${outerAt} < ${end}; ${outerAt} += 8) {`,
      ...indent(
        [
          ...rowBegins,
          `let ${count} = f64x2.splat(1.0);`,
          `let ${runEnd} = ${wholePairs};`,
          `for (let at: usize = 0; at < ${rowEnd}; ) {`,
          ...indent(
            [
              ...parts.runBegins,
              ...turnLoop(ofPlaces.each, ofPlaces.twoPairs, parts.logs, runEnd, local),
              ...parts.runEnds,
              '// Where the last pair is filled up, its first lane counts.',
              `${count} = f64x2.replace_lane(f64x2.splat(0.0), 0, 1.0);`,
              `${runEnd} = ${rowEnd};`,
            ],
            2,
          ).split('\n'),
          '}',
          ...(hasPlaces ? [`${row!.rowAt} += ${rowEnd};`] : []),
        ],
        2,
      ).split('\n'),
      '}',
      ...parts.after,
    ],
    2,
  );
  const inGrid = domain.namespace.claim(`${lastName(path)}InGrid`);
  domain.namespace.addFunction(
    inGrid,
    'The same for all pairs of levels, each of them once: row by row, and in it two places at a time',
    `(): void {\n${placeBody}\n}`,
  );
  const call = forEachWidth(domain, path, comment, 'void', memberBody);
  const begins = step.reductions.flatMap((reduction) => {
    const { domain: place } = context.graph.node(reduction);
    if (place === PROFILE) return [`${request.globals.get(reduction)!} = 0.0;`];
    const part = request.joint.get(reduction);
    if (part?.isFirst === false) return [];
    const owner = context.domainCode.get(place)!;
    context.runtime('clearSums');
    return [`clearSums(${owner.arrayOf(part?.node ?? reduction)}, ${owner.bytes});`];
  });
  domain.namespace.addFunction(
    path,
    null,
    `(): void {\n${indent([...begins, `if (${domain.isGrid}) ${lastName(inGrid)}();`], 2)}\n  ${call('')}\n}`,
  );
}

/** Begins a loop: its variables, what it brings in, and the code of what it computes. */
function openLoop(
  { request, step, left, profile }: Pick<DeferredLoop, 'request' | 'step' | 'left' | 'profile'>,
  returns: NodeId | null,
  orderOf: (local: (hint: string) => string, parts: LoopParts) => InOrder | null,
): OpenLoop {
  const { context } = request;
  const { graph, domainCode } = context;
  const domain = domainCode.get(step.domain)!;
  const local = context.scope('at', 'end', 'Index');
  const parts: LoopParts = { before: [], runBegins: [], runEnds: [], each: [], logs: [], after: [] };
  const order = orderOf(local, parts);
  const inputs = openInputs(context, step.domain, { before: parts.before, local, profile, order });
  parts.before.push(...shiftCalls(request, step));
  const count = beginRuns(request, step, { parts, inputs, local, order });
  const sides = sidesOf(context.orders.get(step.domain));
  const counted = countedSums(graph, step, [...left.values()], count?.node ?? null, sides);
  return { request, step, domain, left, returns, local, parts, inputs, order, count, counted };
}

/** How the loops over members that stand group by group find what their group reads. */
function groupsOf(
  context: EmitContext,
  by: DomainId,
  domain: DomainCode,
  local: (hint: string) => string,
  { runBegins }: LoopParts,
): InOrder {
  const { title } = context.domainCode.get(by)!;
  // Loops that read no count go run by run too.
  domain.runsOf ??= ownCount(context, domain);
  return { outer: by, outerAt: local(`${uncapitalised(title)}At`), begins: runBegins, inner: null };
}

/** What is done for a pair of members, and for two of them where they can share a division. */
function turnOf(loop: OpenLoop): { readonly each: readonly string[]; readonly twoPairs: TwoPairs | null } {
  const { request, step, left, parts, inputs, local, order } = loop;
  const block = stepBlock(loop);
  const read = (id: NodeId) => codeIn(loop, block, id);
  for (const [id, value] of left)
    parts.each.push(`v128.store(${inputs.pointerTo(id)} + at, ${read(value)});`);
  const terms = takeSums(loop, read);
  const twoPairs = canTakeTwo(loop, terms)
    ? twoPairsCode({ context: request.context, step, inputs, local, outer: order?.outer ?? null }, terms)
    : null;
  return { each: [...inputs.loads(), ...block.statements, ...parts.each], twoPairs };
}

/** Writes the loops that wait, those that are alike as one function; the functions that they share. */
export function writeDeferred(context: EmitContext): readonly string[] {
  return writeLoops(context, (loop) => {
    const { graph } = context;
    writeLoop(loop, loop.step.reductions.find((id) => graph.node(id).domain === PROFILE) ?? null);
  });
}

/** A loop that chooses by a value of the profile: a function for either way, and one that chooses between them. */
export function unswitchedLoop(
  request: JointRequest,
  step: Step,
  { by, whereNonNegative, otherwise }: LoopChoice,
  profile: (id: NodeId) => Code,
): WrittenLoop {
  const { namespace } = request.context.domainCode.get(step.domain)!;
  const path = namespace.claim(request.loopName(step));
  const condition = `${profile(by).text} >= 0.0`;
  const write = ({ nodes, values }: LoopBody, suffix: string, when: string) =>
    loopFunction(request, { ...step, nodes }, values, profile, { suffix, when });
  const taken = write(whereNonNegative, 'If', `, where ${condition}`);
  const other = write(otherwise, 'Else', ', where it is not');
  namespace.addFunction(
    path,
    null,
    `(): void {
  if (${condition}) ${lastName(taken.path)}();
  else ${lastName(other.path)}();
}`,
  );
  return { path, returns: null };
}

/** What a loop does, for people. */
function loopComment(
  { context: { graph } }: JointRequest,
  step: Step,
  left: ReadonlyMap<NodeId, NodeId>,
): string {
  const named = (ids: readonly NodeId[]) => [...new Set(ids.flatMap((id) => graph.nameOf(id) ?? []))];
  const leaves = named([...left.keys()]);
  const adds = step.reductions.some((id) => graph.node(id).domain !== PROFILE);
  const sums = step.reductions.some((id) => graph.node(id).domain === PROFILE);
  const parts = [
    ...(left.size === 0
      ? []
      : [leaves.length === 0 ? 'computes values for other loops' : `computes ${leaves.join(', ')}`]),
    ...(adds ? ['adds to the sums of other domains'] : []),
    ...(sums ? ['sums over the members'] : []),
  ];
  const text = parts.length === 0 ? 'shifts levels' : parts.join('; ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The calls that shift levels, which leave their values in memory. */
function shiftCalls({ context }: JointRequest, step: Step): string[] {
  const { members } = context.domainCode.get(step.domain)!;
  return step.nodes.flatMap((id) => {
    const node = context.graph.node(id);
    if (node.op !== 'shift') return [];
    const array = (each: NodeId) => context.domainCode.get(context.graph.node(each).domain)!.arrayOf(each);
    const shifting = node.by === 1 ? 'takeFromNext' : 'takeFromPrevious';
    context.runtime(shifting);
    return [`${shifting}(${array(id)}, ${array(node.inputs[0]!)}, ${members});`];
  });
}

/** Has the loop go run by run where it reads the count by which its members are sorted; null where it does not. */
function beginRuns(
  { context }: JointRequest,
  step: Step,
  { parts, inputs, local, order }: Pick<OpenLoop, 'parts' | 'inputs' | 'local' | 'order'>,
): RunCount | null {
  const domain = context.domainCode.get(step.domain)!;
  // Places count once each, and have no array of counts.
  const isOfPlaces = order !== null && order.inner !== null;
  const node = runCount(context, step) ?? (isOfPairs(context, step) ? ownCount(context, domain) : null);
  if (node === null) return null;
  domain.runsOf = node;
  const variable = local(hintOf(context.graph, node));
  if (!isOfPlaces) parts.runBegins.push(`const ${variable} = v128.load(${inputs.pointerTo(node)} + at);`);
  inputs.hold(node, variable);
  return { node, variable };
}

/** The count by which the members of a domain are sorted. */
function ownCount({ graph, domains, domainCode }: EmitContext, domain: DomainCode): NodeId {
  const { id, rows } = domains.find(({ id }) => domainCode.get(id) === domain)!;
  if (rows.kind === 'each') throw new Error('distinct rows are not counted');
  return graph.intern({ op: 'count', rows, inputs: [], domain: id });
}

/** The code of what the loop computes for a pair of members. */
function stepBlock({ request, step, left, local, inputs, counted }: OpenLoop): Block {
  const { context } = request;
  const { graph } = context;
  /** Of a sum that counts, the loop reads what it counts. */
  const summed = step.reductions.flatMap((id) => {
    const term = counted.terms.get(id);
    return term === undefined ? graph.node(id).inputs : [term];
  });
  const outside = [...summed, ...left.values()];
  const dialect = context.hasNarrowIndices ? inlinedPair : pair;
  return writeBlock({
    graph,
    dialect,
    constant: (_, value) => context.constant(dialect, value),
    nodes: step.nodes.filter((id) => graph.node(id).op !== 'shift' && !counted.products.has(id)),
    readOutside: (id) => outside.filter((each) => each === id).length,
    variable: (id) => ({ name: local(hintOf(graph, id)), assigned: false }),
    local,
    operand: inputs.bring,
    used: context.used,
  });
}

/** The code of a node after the block, wherever it comes from. */
function codeIn({ request, step, inputs }: OpenLoop, block: Block, id: NodeId): string {
  const { graph } = request.context;
  const value = graph.constantValue(id);
  if (value !== undefined) return request.context.constant(pair, value).text;
  const isComputed = graph.node(id).op !== 'shift' && step.nodes.includes(id);
  return (isComputed ? block.code(id) : inputs.bring(id)).text;
}

/** What a number of all members is called where the layout has no name for it. */
const TOTALS = { reduce: 'total', reduceLog: 'logTotal', reduceMax: 'largest' } as const;

/** Takes the sums of the step, and says which of them are taken run by run. */
function takeSums(loop: OpenLoop, read: (id: NodeId) => string): RunTerms {
  const { request, step, domain, returns, local, parts, count, counted } = loop;
  const { context, globals } = request;
  const { graph } = context;
  const sums: { readonly ofRun: string; readonly term: NodeId }[] = [];
  const factors: NodeId[] = [];
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (!isReduction(node)) throw new Error(`${node.op} is no number of all members`);
    if (node.domain !== PROFILE) {
      const ofLevel = addToLevels(loop, reduction, read);
      if (ofLevel !== null) sums.push(ofLevel);
      continue;
    }
    const hint = graph.nameOf(reduction) ?? TOTALS[node.op];
    const sum = local(hint);
    if (reduction !== returns) {
      const global = globals.get(reduction) ?? domain.namespace.declare(hint, 'f64');
      globals.set(reduction, global);
      foldSum(parts, sum, global, node.op, isOfPairs(context, step));
    } else foldSum(parts, sum, null, node.op);
    context.runtime(node.op === 'reduceMax' ? 'largerLane' : 'sumOfLanes');
    const term = counted.terms.get(reduction);
    if (node.op === 'reduceLog') {
      context.used('log', pair);
      context.runtime('anySmall');
      if (count === null || node.inputs[0] !== count.node)
        throw new Error('one logarithm is taken for members that count alike');
      parts.logs.push({
        sum,
        product: local('runProduct'),
        next: local('nextProduct'),
        first: local('firstFactor'),
        count: count.variable,
        p: read(node.inputs[1]!),
      });
      factors.push(node.inputs[1]!);
    } else if (count !== null && term !== undefined) {
      const ofRun = local(`${hint}OfRun`);
      runSum(parts, sum, ofRun, count.variable, read(term));
      sums.push({ ofRun, term });
    } else if (node.op === 'reduceMax') {
      parts.each.push(`${sum} = f64x2.max(${sum}, ${read(node.inputs[0]!)});`);
    } else {
      plainSum(parts, sum, read(node.inputs[0]!));
    }
  }
  return { sums, factors };
}

/** Adds a term to the levels of another domain, or takes it off where it is a part of a joint sum; the sum of a run, where it has one. */
function addToLevels(
  { request, step, parts, inputs, order, count, counted, local }: OpenLoop,
  reduction: NodeId,
  read: (id: NodeId) => string,
): { readonly ofRun: string; readonly term: NodeId } | null {
  const { context, joint } = request;
  const { graph } = context;
  const { domain, inputs: terms } = graph.node(reduction);
  const part = joint.get(reduction);
  const isNegative = part?.isNegative === true;
  const pointer = inputs.pointerTo(part?.node ?? reduction);
  if (part?.isFirst !== false && !isOfPairs(context, step)) {
    context.runtime('clearSums');
    parts.before.push(`clearSums(${pointer}, ${context.domainCode.get(domain)!.bytes});`);
  }
  const term = counted.terms.get(reduction);
  const isCounted = count !== null && term !== undefined;
  const value = read(term ?? terms[0]!);
  if (domain === order?.outer) {
    const ofRun = local(`${hintOf(graph, reduction)}OfRun`);
    const add = isNegative ? 'takeFromLevel' : 'addToLevel';
    context.runtime(add);
    parts.runBegins.push(`let ${ofRun} = f64x2.splat(0.0);`);
    parts.each.push(`${ofRun} = f64x2.add(${ofRun}, ${value});`);
    const total = isCounted ? `f64x2.mul(${count.variable}, ${ofRun})` : ofRun;
    parts.runEnds.push(`${add}(${pointer} + ${order.outerAt}, ${total});`);
    return { ofRun, term: term ?? terms[0]! };
  }
  if (domain === order?.inner?.domain) {
    const add = isNegative ? 'f64x2.sub' : 'f64x2.add';
    parts.each.push(`v128.store(${pointer} + at, ${add}(v128.load(${pointer} + at), ${value}));`);
    return null;
  }
  const scatter = isNegative ? 'takePair' : 'scatterPair';
  const [a, b] = inputs.indexPair(domain);
  const scattered = isCounted ? `f64x2.mul(${count.variable}, ${value})` : value;
  parts.each.push(`${scatter}(${pointer}, ${a}, ${b}, ${scattered});`);
  context.runtime(scatter);
  return null;
}

/** Whether the loop does nothing but take such sums, for which two pairs may share a division. */
function canTakeTwo({ request, step, left, parts }: OpenLoop, { sums, factors }: RunTerms): boolean {
  const onlySums = parts.logs.length > 0 && sums.length + factors.length === step.reductions.length;
  return onlySums && left.size === 0 && request.context.hasNarrowIndices;
}

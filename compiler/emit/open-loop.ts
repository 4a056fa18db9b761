/** A loop while it is emitted: its variables, the computation of an iteration, and its sums. */
import { type DomainId, isReduction, type NodeId, PROFILE, readsNeighbours } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import { sidesOf } from '../stage/member-order.ts';
import { type Block, writeBlock } from './block.ts';
import type { DeferredLoop, EmitContext, JointRequest } from './context.ts';
import { inlinedPair, pair } from './dialect.ts';
import type { DomainCode } from './domain-code.ts';
import { type InOrder, type LoopInputs, openInputs } from './loop-inputs.ts';
import {
  type CountedSums,
  countedSums,
  foldSum,
  type LoopParts,
  plainSum,
  runCount,
  runSum,
  type TwoPairs,
} from './loop-sums.ts';
import { hintOf, uncapitalised } from './names.ts';
import { type RunTerms, twoPairsCode } from './two-pairs.ts';

/** A loop being emitted. */
export interface OpenLoop {
  readonly request: JointRequest;
  readonly step: Step;
  readonly domain: DomainCode;
  /** For each node that the loop stores, the node whose values are stored for it. */
  readonly left: ReadonlyMap<NodeId, NodeId>;
  /** The sum that the function returns. */
  readonly returns: NodeId | null;
  readonly local: (hint: string) => string;
  readonly parts: LoopParts;
  readonly inputs: LoopInputs;
  readonly order: InOrder | null;
  /** The count by which the members are sorted, with its variable, if the loop reads it. */
  readonly count: RunCount | null;
  readonly counted: CountedSums;
}

interface RunCount {
  readonly node: NodeId;
  readonly variable: string;
}

/**
 * Whether every pair of levels has a cell. Sums are then accumulated by two loops, neither of which initialises them.
 */
export function isOfPairs({ orders }: EmitContext, { domain }: Step): boolean {
  return orders.get(domain)?.kind === 'pairs';
}

/** Opens a loop: its variables, its inputs, and the code of its computation. */
export function openLoop(
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
  const isSharded = request.sharded.has(step);
  const inputs = openInputs(context, step.domain, { before: parts.before, local, profile, order, isSharded });
  parts.before.push(...neighbourCalls(request, step));
  const count = beginRuns(request, step, { parts, inputs, local, order });
  const sides = sidesOf(context.orders.get(step.domain));
  const counted = countedSums(graph, step, [...left.values()], count?.node ?? null, sides);
  return { request, step, domain, left, returns, local, parts, inputs, order, count, counted };
}

/** How a loop over members that are grouped by a domain finds the values of the group. */
export function inGroups(
  context: EmitContext,
  by: DomainId,
  domain: DomainCode,
  local: (hint: string) => string,
  { runBegins }: LoopParts,
): InOrder {
  const { title } = context.domainCode.get(by)!;
  // A loop that reads no count goes run by run too.
  domain.runsOf ??= ownCount(context, domain);
  return { outer: by, outerAt: local(`${uncapitalised(title)}At`), begins: runBegins, inner: null };
}

/** One iteration for a pair of members, and for two pairs if they can share a division. */
export function iterationOf(loop: OpenLoop): {
  readonly each: readonly string[];
  readonly twoPairs: TwoPairs | null;
} {
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

/** The runtime's functions that run along the levels, by their first input. */
const NEIGHBOUR_FUNCTIONS = {
  shift: { next: 'takeFromNext', previous: 'takeFromPrevious' },
  recurrence: { next: 'recurFromLast', previous: 'recurFromFirst' },
} as const;

/** The calls that take values along the levels, and leave theirs in memory. */
function neighbourCalls({ context }: JointRequest, step: Step): string[] {
  const { members } = context.domainCode.get(step.domain)!;
  return step.nodes.flatMap((id) => {
    const node = context.graph.node(id);
    if (node.op !== 'shift' && node.op !== 'recurrence') return [];
    const array = (each: NodeId) => context.domainCode.get(context.graph.node(each).domain)!.arrayOf(each);
    const name = NEIGHBOUR_FUNCTIONS[node.op][node.by === 1 ? 'next' : 'previous'];
    context.runtime(name);
    return [`${name}(${[id, ...node.inputs].map(array).join(', ')}, ${members});`];
  });
}

/** Makes the loop go run by run if it reads the count by which its members are sorted; null if it does not. */
function beginRuns(
  { context }: JointRequest,
  step: Step,
  { parts, inputs, local, order }: Pick<OpenLoop, 'parts' | 'inputs' | 'local' | 'order'>,
): RunCount | null {
  const domain = context.domainCode.get(step.domain)!;
  // Cells count once each and have no array of counts.
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

/** The code that the loop computes for a pair of members. */
function stepBlock({ request, step, left, local, inputs, counted }: OpenLoop): Block {
  const { context } = request;
  const { graph } = context;
  /** For a sum Σ count · x accumulated by runs, the loop reads x. */
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
    nodes: step.nodes.filter((id) => !readsNeighbours(graph.node(id).op) && !counted.products.has(id)),
    readOutside: (id) => outside.filter((each) => each === id).length,
    variable: (id) => ({ name: local(hintOf(graph, id)), assigned: false }),
    local,
    operand: inputs.codeOf,
    used: context.used,
  });
}

/** The code of a node after the block, wherever it is computed. */
function codeIn({ request, step, inputs }: OpenLoop, block: Block, id: NodeId): string {
  const { graph } = request.context;
  const value = graph.constantValue(id);
  if (value !== undefined) return request.context.constant(pair, value).text;
  const isComputed = !readsNeighbours(graph.node(id).op) && step.nodes.includes(id);
  return (isComputed ? block.code(id) : inputs.codeOf(id)).text;
}

/** Names of sums over all members for which the layout has no name. */
const TOTALS = { reduce: 'total', reduceLog: 'logTotal', reduceMax: 'largest' } as const;

/** Emits the sums of the step, and returns those that are accumulated run by run. */
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

/**
 * Adds a term to the levels of another domain, or subtracts it if it is such a part of a joint sum. Returns the sum of
 * a run, if there is one.
 */
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

/** Whether the loop only accumulates such sums; two pairs of members may then share a division. */
function canTakeTwo({ request, step, left, parts }: OpenLoop, { sums, factors }: RunTerms): boolean {
  const onlySums = parts.logs.length > 0 && sums.length + factors.length === step.reductions.length;
  return onlySums && left.size === 0 && request.context.hasNarrowIndices;
}

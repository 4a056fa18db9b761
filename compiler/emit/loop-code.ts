/** A loop over the members of a domain, two at a time: what it brings in, computes, leaves in memory and sums. */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import type { LoopBody, LoopChoice } from '../schedule/unswitch.ts';
import { isPlainLoop, writeLoops } from './alike-loops.ts';
import { type Block, writeBlock } from './block.ts';
import type { DeferredLoop, EmitContext, JointRequest, WrittenLoop } from './context.ts';
import { type Code, inlinedPair, pair } from './dialect.ts';
import type { DomainCode } from './domain-code.ts';
import { gridFunction } from './grid-code.ts';
import { type LoopInputs, openInputs } from './loop-inputs.ts';
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
} from './loop-sums.ts';
import { hintOf, lastName } from './names.ts';
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
  /** The count by which the members are sorted and its variable, where the loop reads it. */
  readonly count: { readonly node: NodeId; readonly variable: string } | null;
  readonly counted: CountedSums;
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
  const returns = sums.length === 1 ? sums[0]! : null;
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
  const { graph, domainCode } = context;
  const domain = domainCode.get(step.domain)!;
  const local = context.scope('at', 'end', 'Index');
  const parts: LoopParts = { before: [], runBegins: [], runEnds: [], each: [], logs: [], after: [] };
  const { before } = parts;
  const inputs = openInputs(context, step.domain, { before, local, profile });
  before.push(...shiftCalls(request, step));
  const count = beginRuns(request, step, { parts, inputs, local });
  const counted = countedSums(graph, step, [...left.values()], count?.node ?? null);
  const loop: OpenLoop = { request, step, domain, left, returns, local, parts, inputs, count, counted };
  const block = stepBlock(loop);
  const read = (id: NodeId) => codeIn(loop, block, id);
  for (const [id, value] of left)
    parts.each.push(`v128.store(${inputs.pointerTo(id)} + at, ${read(value)});`);
  const terms = takeSums(loop, read);
  const twoPairs = canTakeTwo(loop, terms) ? twoPairsCode({ context, step, inputs, local }, terms) : null;
  const each = [...inputs.loads(), ...block.statements, ...parts.each];
  const body = indent(
    [
      `const end = ${domain.bytes};`,
      ...before,
      ...(count === null ? memberLoop(each) : runLoop(each, twoPairs, parts, () => domain.runEnds, local)),
      ...parts.after,
    ],
    2,
  );
  const type = returns === null ? 'void' : 'f64';
  if (!inputs.looksUp() || !context.hasNarrowIndices) {
    domain.namespace.addFunction(path, comment, `(): ${type} {\n${body}\n}`);
    return;
  }
  const grid = context.grids.get(step.domain);
  const inGrid = grid === undefined ? null : gridFunction(request, step, grid, [...left.keys()], profile);
  // One body serves all widths of the index.
  const either = domain.namespace.claim(`${lastName(path)}Of`);
  const call = lastName(either);
  const then = returns === null ? '' : 'return ';
  domain.namespace.addFunction(either, comment, `<Index extends number>(): ${type} {\n${body}\n}`);
  domain.namespace.addFunction(
    path,
    null,
    `(): ${type} {
${inGrid === null ? '' : `  if (${domain.isGrid}) ${then}${lastName(inGrid)}();\n`}  ${inGrid === null ? '' : 'else '}if (${domain.indexWidth} == 1) ${then}${call}<u8>();
  else if (${domain.indexWidth} == 2) ${then}${call}<u16>();
  else ${then}${call}<u32>();
}`,
  );
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
  { parts, inputs, local }: Pick<OpenLoop, 'parts' | 'inputs' | 'local'>,
): OpenLoop['count'] {
  const node = runCount(context, step);
  if (node === null) return null;
  context.domainCode.get(step.domain)!.runsOf = node;
  const variable = local(hintOf(context.graph, node));
  parts.runBegins.push(`const ${variable} = v128.load(${inputs.pointerTo(node)} + at);`);
  inputs.hold(node, variable);
  return { node, variable };
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

/** Takes the sums of the step, and says which of them are taken run by run. */
function takeSums(loop: OpenLoop, read: (id: NodeId) => string): RunTerms {
  const { request, step, domain, returns, local, parts, count, counted } = loop;
  const { context, globals } = request;
  const { graph } = context;
  const sums: { readonly ofRun: string; readonly term: NodeId }[] = [];
  const factors: NodeId[] = [];
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (node.domain !== PROFILE) {
      addToLevels(loop, reduction, read);
      continue;
    }
    const hint = graph.nameOf(reduction) ?? (node.op === 'reduceLog' ? 'logTotal' : 'total');
    const sum = local(hint);
    if (reduction !== returns) {
      const global = globals.get(reduction) ?? domain.namespace.declare(hint, 'f64');
      globals.set(reduction, global);
      foldSum(parts, sum, global);
    } else foldSum(parts, sum, null);
    context.runtime('sumOfLanes');
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
    } else {
      plainSum(parts, sum, read(node.inputs[0]!));
    }
  }
  return { sums, factors };
}

/** Adds a term to the levels of another domain, or takes it off where it is a part of a joint sum. */
function addToLevels(
  { request, parts, inputs }: OpenLoop,
  reduction: NodeId,
  read: (id: NodeId) => string,
): void {
  const { context, joint } = request;
  const { domain, inputs: terms } = context.graph.node(reduction);
  const part = joint.get(reduction);
  const pointer = inputs.pointerTo(part?.node ?? reduction);
  const scatter = part?.isNegative === true ? 'takePair' : 'scatterPair';
  const [a, b] = inputs.indexPair(domain);
  if (part?.isFirst !== false) {
    context.runtime('clearSums');
    parts.before.push(`clearSums(${pointer}, ${context.domainCode.get(domain)!.bytes});`);
  }
  parts.each.push(`${scatter}(${pointer}, ${a}, ${b}, ${read(terms[0]!)});`);
  context.runtime(scatter);
}

/** Whether the loop does nothing but take such sums, for which two pairs may share a division. */
function canTakeTwo({ request, step, left, parts }: OpenLoop, { sums, factors }: RunTerms): boolean {
  const onlySums = parts.logs.length > 0 && sums.length + factors.length === step.reductions.length;
  return onlySums && left.size === 0 && request.context.hasNarrowIndices;
}

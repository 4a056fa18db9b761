/** A loop over the members of a domain, two at a time: what it brings in, computes, leaves in memory and sums. */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import { arrayOf, hintOf } from './arrays.ts';
import { type Block, writeBlock } from './block.ts';
import { type Code, inlinedPair, pair } from './dialect.ts';
import { gridFunction } from './grid-code.ts';
import { capitalised } from './identifiers.ts';
import { type LoopInputs, openInputs } from './loop-inputs.ts';
import type { JointRequest } from './program-request.ts';
import { type CountedSums, countedSums, memberLoop, runCount, runLoop } from './run-code.ts';
import { foldSum, type LoopParts, plainSum, runSum } from './sum-code.ts';
import { indent } from './text.ts';
import { type RunTerms, twoPairsCode } from './two-pairs-code.ts';

export interface Loop {
  readonly name: string;
  /** The function of that name, after those that it calls. */
  readonly text: string;
}

/** What a loop is called after its domain, and for its comment when it runs. */
export interface LoopKind {
  readonly suffix: string;
  readonly when: string;
}

/** A loop while it is written. */
interface OpenLoop {
  readonly request: JointRequest;
  readonly step: Step;
  /** Under each node that the loop leaves in memory the one whose values those are. */
  readonly left: ReadonlyMap<NodeId, NodeId>;
  readonly local: (hint: string) => string;
  readonly parts: LoopParts;
  readonly inputs: LoopInputs;
  /** The count by which the members are sorted and its variable, where the loop reads it. */
  readonly count: { readonly node: NodeId; readonly variable: string } | null;
  readonly counted: CountedSums;
}

/**
 * A loop over the members of a domain, two at a time. It leaves the values of nodes in memory: under each key of `left`, those of the
 * node that stands there, which is mostly the same.
 */
export function loopFunction(
  request: JointRequest,
  step: Step,
  left: ReadonlyMap<NodeId, NodeId>,
  profile: (id: NodeId) => Code,
  { suffix, when }: LoopKind = { suffix: 'Loop', when: '' },
): Loop {
  const { context } = request;
  const names = request.domains.get(step.domain)!;
  const local = context.scope();
  const parts: LoopParts = { before: [], runBegins: [], runEnds: [], each: [], logs: [], after: [] };
  const { before } = parts;
  const inputs = openInputs(request, step.domain, { before, local, profile });
  before.push(...shiftCalls(request, step));
  const count = beginRuns(request, step, { parts, inputs, local });
  const counted = countedSums(context.graph, step, [...left.values()], count?.node ?? null);
  const loop: OpenLoop = { request, step, left, local, parts, inputs, count, counted };
  const block = stepBlock(loop);
  const read = (id: NodeId) => codeIn(loop, block, id);
  for (const [id, value] of left) {
    const pointer = inputs.pointerTo(arrayOf(context, request.domains, id), hintOf(context, id));
    parts.each.push(`v128.store(${pointer} + at, ${read(value)});`);
  }
  const terms = takeSums(loop, read);
  const name = context.ids.claim(`${names.title}${suffix}`);
  const twoPairs = canTakeTwo(loop, terms) ? twoPairsCode({ context, step, inputs, local }, terms) : null;
  const each = [...inputs.loads(), ...block.statements, ...parts.each];
  const body = [
    `const end = ${names.bytes};`,
    ...before,
    ...(count === null ? memberLoop(each) : runLoop(each, twoPairs, parts, names.runEnds, local)),
    ...parts.after,
  ];
  const comment = `/** ${names.description}${when}. */`;
  if (!inputs.looksUp() || !context.hasNarrowIndices)
    return { name, text: `${comment}\nfunction ${name}(): void {\n${indent(body, 2)}\n}` };
  const grid = context.grids.get(step.domain);
  const inGrid = grid === undefined ? null : gridFunction(request, step, grid, [...left.keys()], profile);
  // One body serves all widths of the index arrays.
  const either = context.ids.claim(`${name}Of`);
  return {
    name,
    text: `${comment}
function ${either}<Index extends number>(): void {
${indent(body, 2)}
}
${inGrid === null ? '' : `\n${inGrid.text}\n`}
function ${name}(): void {
${inGrid === null ? '  ' : `  if (${names.isGrid}) ${inGrid.name}();\n  else `}if (${names.indexBytes} == 1) ${either}<u8>();
  else if (${names.indexBytes} == 2) ${either}<u16>();
  else ${either}<u32>();
}`,
  };
}

/** The calls that shift levels, which leave their values in memory. */
function shiftCalls({ context, domains }: JointRequest, step: Step): string[] {
  const { members } = domains.get(step.domain)!;
  return step.nodes.flatMap((id) => {
    const node = context.graph.node(id);
    if (node.op !== 'shift') return [];
    const [to, from] = [id, node.inputs[0]!].map((each) => arrayOf(context, domains, each));
    const shifting = node.by === 1 ? 'takeFromNext' : 'takeFromPrevious';
    context.runtime('levels', shifting);
    return [`${shifting}(${to}, ${from}, ${members});`];
  });
}

/** Has the loop go run by run where it reads the count by which its members are sorted; null where it does not. */
function beginRuns(
  { context, domains }: JointRequest,
  step: Step,
  { parts, inputs, local }: Pick<OpenLoop, 'parts' | 'inputs' | 'local'>,
): OpenLoop['count'] {
  const node = runCount(context, step);
  if (node === null) return null;
  domains.get(step.domain)!.runsOf = node;
  const hint = hintOf(context, node);
  const variable = local(hint);
  const pointer = inputs.pointerTo(arrayOf(context, domains, node), hint);
  parts.runBegins.push(`const ${variable} = v128.load(${pointer} + at);`);
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
  return writeBlock({
    graph,
    dialect: context.hasNarrowIndices ? inlinedPair : pair,
    nodes: step.nodes.filter((id) => graph.node(id).op !== 'shift' && !counted.products.has(id)),
    readOutside: (id) => outside.filter((each) => each === id).length,
    variable: (id) => ({ name: local(graph.nameOf(id) ?? 'term'), assigned: false }),
    local,
    operand: inputs.bring,
    used: context.used,
  });
}

/** The code of a node after the block, wherever it comes from. */
function codeIn({ request, step, inputs }: OpenLoop, block: Block, id: NodeId): string {
  const { graph } = request.context;
  const value = graph.constantValue(id);
  if (value !== undefined) return pair.constant(value).text;
  const isComputed = graph.node(id).op !== 'shift' && step.nodes.includes(id);
  return (isComputed ? block.code(id) : inputs.bring(id)).text;
}

/** Takes the sums of the step, and says which of them are taken run by run. */
function takeSums(loop: OpenLoop, read: (id: NodeId) => string): RunTerms {
  const { request, step, local, parts, count, counted } = loop;
  const { context, globals, domains } = request;
  const { graph } = context;
  const sums: { readonly ofRun: string; readonly term: NodeId }[] = [];
  const factors: NodeId[] = [];
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (node.domain !== PROFILE) {
      addToLevels(loop, reduction, read);
      continue;
    }
    const hint = graph.nameOf(reduction) ?? 'sum';
    const global =
      globals.get(reduction) ?? context.ids.claim(`${domains.get(step.domain)!.title}${capitalised(hint)}`);
    globals.set(reduction, global);
    const sum = local(hint);
    foldSum(parts, sum, global);
    const term = counted.terms.get(reduction);
    if (node.op === 'reduceLog') {
      context.used('log', pair);
      context.runtime('math/log', 'anySmall');
      if (count === null || node.inputs[0] !== count.node)
        throw new Error('one logarithm is taken for members that count alike');
      parts.logs.push({
        sum,
        product: local('product'),
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
  const { context, domains, joint } = request;
  const { domain, inputs: terms } = context.graph.node(reduction);
  const part = joint.get(reduction);
  const array = part?.node ?? reduction;
  const pointer = inputs.pointerTo(arrayOf(context, domains, array), hintOf(context, array));
  const scatter = part?.isNegative === true ? 'takePair' : 'scatterPair';
  const [a, b] = inputs.indexPair(domain);
  if (part?.isFirst !== false) {
    context.runtime('levels', 'clearSums');
    parts.before.push(`clearSums(${pointer}, ${domains.get(domain)!.bytes});`);
  }
  parts.each.push(`${scatter}(${pointer}, ${a}, ${b}, ${read(terms[0]!)});`);
  context.runtime('levels', scatter);
}

/** Whether the loop does nothing but take such sums, for which two pairs may share a division. */
function canTakeTwo({ request, step, left, parts }: OpenLoop, { sums, factors }: RunTerms): boolean {
  const onlySums = parts.logs.length > 0 && sums.length + factors.length === step.reductions.length;
  return onlySums && left.size === 0 && request.context.hasNarrowIndices;
}

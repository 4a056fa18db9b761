/** A loop over the members of a domain, two at a time: what it brings in, computes, leaves in memory and sums. */
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { isArithmetic, reachable } from '../rewrite/rewrite.ts';
import type { Step } from '../schedule/schedule.ts';
import { isOwnCount } from '../stage/domain.ts';
import { arrayOf, hintOf } from './arrays.ts';
import { writeBlock } from './block.ts';
import type { EmitContext } from './context.ts';
import type { DomainNames } from './data-code.ts';
import { atom, type Code, inlinedPair, pair } from './dialect.ts';
import { gridFunction } from './grid-code.ts';
import { capitalised } from './identifiers.ts';
import type { JointRequest } from './program-request.ts';
import {
  countedTerm,
  foldSum,
  type LoopParts,
  logLoop,
  plainSum,
  runSum,
  type TwoPairs,
} from './sum-code.ts';
import { indent } from './text.ts';
import { sharedDivision } from './two-pairs.ts';

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
  const { context, globals, domains } = request;
  const { graph } = context;
  const names = domains.get(step.domain)!;
  const local = context.scope();
  const dialect = context.hasNarrowIndices ? inlinedPair : pair;
  const parts: LoopParts = { before: [], runBegins: [], runEnds: [], each: [], logs: [], after: [] };
  const { before } = parts;
  const loads: string[] = [];
  const locals = new Map<NodeId, string>();
  const indices = new Map<DomainId, readonly [string, string]>();
  let indexAt: string | null = null;

  const pointerTo = (array: string, hint: string): string => {
    const pointer = local(`${hint}At`);
    before.push(`const ${pointer} = ${array};`);
    return pointer;
  };
  const pointers = new Map<NodeId, string>();
  /** The variable that points to the values of a node of some domain. */
  const pointerOf = (id: NodeId): string => {
    const pointer = pointers.get(id) ?? pointerTo(arrayOf(context, domains, id), hintOf(context, id));
    pointers.set(id, pointer);
    return pointer;
  };
  /** The members of a smaller domain that the two members at hand belong to. */
  const indexPair = (domain: DomainId): readonly [string, string] => {
    const known = indices.get(domain);
    if (known !== undefined) return known;
    const other = domains.get(domain)!;
    if (indexAt === null) {
      indexAt = local('indexAt');
      before.push(`let ${indexAt} = ${names.index};`);
    }
    const pointer = indexAt;
    const first = 2 * names.lookups.indexOf(domain);
    if (first < 0)
      throw new Error(`${names.title} is looked up in ${other.title}, which is not in its index`);
    const pair = [local(`${other.title}A`), local(`${other.title}B`)] as const;
    pair.forEach((variable, lane) => {
      const offset = first + lane === 0 ? '' : `, ${indexSize(context, first + lane)}`;
      const load = context.hasNarrowIndices ? '<u32>load<Index>' : 'load<u32>';
      loads.push(`const ${variable} = ${load}(${pointer}${offset});`);
    });
    indices.set(domain, pair);
    context.runtime('levels', 'gatherPair');
    return pair;
  };
  /** Brings in a node that is computed elsewhere. */
  const bring = (id: NodeId): Code => {
    const known = locals.get(id);
    if (known !== undefined) return atom(known);
    const { domain } = graph.node(id);
    if (domain === PROFILE) {
      const code = profile(id);
      const variable = local(`${code.text}Pair`);
      before.push(`const ${variable} = f64x2.splat(${code.text});`);
      locals.set(id, variable);
      return atom(variable);
    }
    const hint = hintOf(context, id);
    const pointer = pointerOf(id);
    const load =
      domain === step.domain
        ? `v128.load(${pointer} + at)`
        : `gatherPair(${pointer}, ${indexPair(domain).join(', ')})`;
    const variable = local(hint);
    loads.push(`const ${variable} = ${load};`);
    locals.set(id, variable);
    return atom(variable);
  };

  const isShift = (id: NodeId) => graph.node(id).op === 'shift';
  for (const id of step.nodes.filter(isShift)) {
    const node = graph.node(id);
    if (node.op !== 'shift') continue;
    const input = node.inputs[0]!;
    const shifting = node.by === 1 ? 'takeFromNext' : 'takeFromPrevious';
    context.runtime('levels', shifting);
    before.push(
      `${shifting}(${arrayOf(context, domains, id)}, ${arrayOf(context, domains, input)}, ${names.members});`,
    );
  }
  const count = runCount(context, step);
  if (count !== null) {
    names.runsOf = count;
    const hint = hintOf(context, count);
    const variable = local(hint);
    parts.runBegins.push(
      `const ${variable} = v128.load(${pointerTo(arrayOf(context, domains, count), hint)} + at);`,
    );
    locals.set(count, variable);
  }
  const counted = countedSums(graph, step, [...left.values()], count);
  const block = writeBlock({
    graph,
    dialect,
    nodes: step.nodes.filter((id) => !isShift(id) && !counted.products.has(id)),
    readOutside: (id) =>
      step.reductions.reduce((reads, reduction) => reads + readsOf(summed(reduction), id), 0) +
      [...left.values()].filter((value) => value === id).length,
    variable: (id) => ({ name: local(graph.nameOf(id) ?? 'term'), assigned: false }),
    local,
    operand: (id) => bring(id),
    used: context.used,
  });
  const inStep = new Set(step.nodes.filter((id) => !isShift(id)));
  const read = (id: NodeId): string => {
    const value = graph.constantValue(id);
    return (value !== undefined ? pair.constant(value) : inStep.has(id) ? block.code(id) : bring(id)).text;
  };
  parts.each.push(
    ...[...left].map(
      ([id, value]) =>
        `v128.store(${pointerTo(arrayOf(context, domains, id), hintOf(context, id))} + at, ${read(value)});`,
    ),
  );
  /** The terms of the sums that are taken run by run, and the factors of the products. */
  const sums: { readonly ofRun: string; readonly term: NodeId }[] = [];
  const factors: NodeId[] = [];
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (node.domain !== PROFILE) {
      const target = domains.get(node.domain)!;
      const part = request.joint.get(reduction);
      const joint = part?.node ?? reduction;
      const pointer = pointerTo(arrayOf(context, domains, joint), hintOf(context, joint));
      const scatter = part?.isNegative === true ? 'takePair' : 'scatterPair';
      const [a, b] = indexPair(node.domain);
      if (part?.isFirst !== false) {
        context.runtime('levels', 'clearSums');
        before.push(`clearSums(${pointer}, ${target.bytes});`);
      }
      parts.each.push(`${scatter}(${pointer}, ${a}, ${b}, ${read(node.inputs[0]!)});`);
      context.runtime('levels', scatter);
      continue;
    }
    const hint = graph.nameOf(reduction) ?? 'sum';
    const global = globals.get(reduction) ?? context.ids.claim(`${names.title}${capitalised(hint)}`);
    globals.set(reduction, global);
    const sum = local(hint);
    foldSum(parts, sum, global);
    const term = counted.terms.get(reduction);
    if (node.op === 'reduceLog') {
      context.used('log', pair);
      context.runtime('math/log', 'anySmall');
      if (node.inputs[0] !== count) throw new Error('one logarithm is taken for members that count alike');
      parts.logs.push({
        sum,
        product: local('product'),
        next: local('nextProduct'),
        first: local('firstFactor'),
        count: locals.get(count)!,
        p: read(node.inputs[1]!),
      });
      factors.push(node.inputs[1]!);
    } else if (term !== undefined) {
      const ofRun = local(`${hint}OfRun`);
      runSum(parts, sum, ofRun, locals.get(count!)!, read(term));
      sums.push({ ofRun, term });
    } else {
      plainSum(parts, sum, read(node.inputs[0]!));
    }
  }
  const name = context.ids.claim(`${names.title}${suffix}`);
  const twoPairs = twoPairsAtOnce();
  const moved = indexAt === null ? [] : [`${indexAt} += ${indexSize(context, 2 * names.lookups.length)};`];
  const each = [...loads, ...moved, ...block.statements, ...parts.each];
  const body = [
    `const end = ${names.bytes};`,
    ...before,
    ...(count === null ? memberLoop(each) : runLoop(each, twoPairs, parts, names, local)),
    ...parts.after,
  ];
  const comment = `/** ${names.description}${when}. */`;
  if (indices.size === 0 || !context.hasNarrowIndices)
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

  /** What is done for two pairs at once, where they can share a division; null where not. */
  function twoPairsAtOnce(): TwoPairs | null {
    const onlySums = parts.logs.length > 0 && sums.length + factors.length === step.reductions.length;
    if (!onlySums || left.size > 0 || !context.hasNarrowIndices) return null;
    const shared = sharedDivision(graph, step, [...sums.map(({ term }) => term), ...factors]);
    if (shared === null) return null;
    const { divisor, numerators } = shared;
    const wanted = [divisor, ...numerators.values()];
    const nodes = reachable(graph, wanted).filter(
      (id) => graph.node(id).domain === step.domain && isArithmetic(graph.node(id)),
    );
    const statements: string[] = [];
    const [first, second] = [0, 16].map((offset) => {
      const loaded = new Map<NodeId, Code>();
      const load = (id: NodeId): Code => {
        if (graph.node(id).domain === PROFILE) return bring(id);
        const pointer = pointerOf(id);
        const code = loaded.get(id) ?? atom(local(hintOf(context, id)));
        if (!loaded.has(id))
          statements.push(
            `const ${code.text} = v128.load(${pointer} + at${offset === 0 ? '' : `, ${offset}`});`,
          );
        loaded.set(id, code);
        return code;
      };
      const half = writeBlock({
        graph,
        dialect,
        nodes,
        readOutside: (id) => 2 * readsOf({ inputs: wanted }, id),
        variable: (id) => ({ name: local(graph.nameOf(id) ?? 'term'), assigned: false }),
        local,
        operand: load,
        used: context.used,
      });
      statements.push(...half.statements);
      return (id: NodeId) =>
        (graph.constantValue(id) === undefined && !nodes.includes(id) ? load(id) : half.code(id)).text;
    }) as [(id: NodeId) => string, (id: NodeId) => string];
    const reciprocal = local('reciprocal');
    const [d, e] = [first(divisor), second(divisor)];
    const times = (a: string, b: NodeId, code: (id: NodeId) => string) =>
      graph.constantValue(b) === 1 ? a : `f64x2.mul(${a}, ${code(b)})`;
    statements.push(
      `const ${reciprocal} = f64x2.div(f64x2.splat(1.0), f64x2.mul(${d}, ${e}));`,
      ...sums.map(({ ofRun, term }) => {
        const x = numerators.get(term)!;
        const both = `f64x2.add(${times(e, x, first)}, ${times(d, x, second)})`;
        return `${ofRun} = f64x2.add(${ofRun}, f64x2.mul(${reciprocal}, ${both}));`;
      }),
    );
    const products = factors.map((factor) => {
      const x = numerators.get(factor)!;
      if (graph.constantValue(x) === 1) return reciprocal;
      const p = local('factor');
      statements.push(`const ${p} = f64x2.mul(${reciprocal}, f64x2.mul(${first(x)}, ${second(x)}));`);
      return p;
    });
    return { statements, products };
  }

  /** A reduction as the loop takes it: of the term that it counts, where it counts. */
  function summed(reduction: NodeId): { readonly inputs: readonly NodeId[] } {
    const term = counted.terms.get(reduction);
    return term === undefined ? graph.node(reduction) : { inputs: [term] };
  }
}

/** Bytes of so many numbers of an index. */
function indexSize({ hasNarrowIndices }: EmitContext, count: number): string {
  if (!hasNarrowIndices) return String(4 * count);
  return count === 1 ? 'sizeof<Index>()' : `${count} * sizeof<Index>()`;
}

function memberLoop(each: readonly string[]): string[] {
  return ['for (let at: usize = 0; at < end; at += 16) {', ...inner(each), '}'];
}

/** Members that count alike stand together: the loop goes run by run, and the count is the same all through a run. */
function runLoop(
  each: readonly string[],
  twoPairs: TwoPairs | null,
  { runBegins, runEnds, logs }: LoopParts,
  names: DomainNames,
  local: (hint: string) => string,
): string[] {
  const [next, end] = [local('nextRunEnd'), local('runEnd')];
  return [
    `let ${next} = ${names.runEnds};`,
    'for (let at: usize = 0; at < end; ) {',
    ...inner([
      ...runBegins,
      `const ${end} = <usize>load<u32>(${next});`,
      `${next} += 4;`,
      ...(logs.length > 0
        ? logLoop(logs, each, twoPairs, end, local('isSmall'))
        : [`for (; at < ${end}; at += 16) {`, ...inner(each), '}']),
      ...runEnds,
    ]),
    '}',
  ];
}

function inner(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The count by which a domain's members are sorted, where a loop reads it. */
function runCount({ graph, domains }: EmitContext, step: Step): NodeId | null {
  const read = [...step.nodes, ...step.reductions].flatMap((id) => graph.node(id).inputs);
  return read.find((id) => isOwnCount(graph, id, domains)) ?? null;
}

/** The sums Σ count · x that are taken run by run: x of each, and the products count · x that nothing else reads. */
function countedSums(
  graph: Graph,
  step: Step,
  left: readonly NodeId[],
  count: NodeId | null,
): { readonly terms: ReadonlyMap<NodeId, NodeId>; readonly products: ReadonlySet<NodeId> } {
  const elsewhere = new Set([...left, ...step.nodes.flatMap((id) => graph.node(id).inputs)]);
  const terms = new Map<NodeId, NodeId>();
  const products = new Set<NodeId>();
  for (const reduction of step.reductions) {
    const node = graph.node(reduction);
    if (node.op === 'reduceLog' || node.domain !== PROFILE) {
      for (const input of node.inputs) elsewhere.add(input);
    }
  }
  for (const reduction of step.reductions) {
    const { op, domain, inputs } = graph.node(reduction);
    const product = inputs[0]!;
    const term = countedTerm(graph, product, count);
    if (op !== 'reduce' || domain !== PROFILE || term === undefined || elsewhere.has(product)) continue;
    terms.set(reduction, term);
    products.add(product);
  }
  return { terms, products };
}

function readsOf({ inputs }: { readonly inputs: readonly NodeId[] }, id: NodeId): number {
  return inputs.filter((input) => input === id).length;
}

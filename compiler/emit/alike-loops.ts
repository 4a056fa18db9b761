/**
 * Loops that do the same computation with different arrays, latents and constants, such as one for each demand of a
 * layout. The loop is emitted once, as a function whose parameters are what differs, and each domain calls it with its
 * own.
 */
import type { Graph } from '../graph/graph.ts';
import { type NodeId, PROFILE, readsNeighbours } from '../graph/node.ts';
import type { Step } from '../schedule/schedule.ts';
import { writeBlock } from './block.ts';
import type { DeferredLoop, EmitContext } from './context.ts';
import { atom, type Code, inlinedPair, pair, scalar } from './dialect.ts';
import { runCount } from './loop-sums.ts';
import { capitalised, commonName, hintOf, lastName, operationName } from './names.ts';
import { indent, listCode } from './text.ts';

/** A loop with fewer operations is not worth a separate function. */
const MIN_NODES = 2;

/**
 * Whether a loop reads only values of its own members and of the profile, and accumulates at most one sum: such loops
 * may be merged.
 */
export function isPlainLoop(context: EmitContext, step: Step): boolean {
  const { graph, grids } = context;
  const { domain, nodes, reductions } = step;
  if (nodes.length < MIN_NODES || reductions.length > 1 || grids.has(domain)) return false;
  const isOwn = (id: NodeId) => [PROFILE, domain].includes(graph.node(id).domain);
  return (
    nodes.every((id) => !readsNeighbours(graph.node(id).op) && graph.node(id).inputs.every(isOwn)) &&
    reductions.every((id) => {
      const node = graph.node(id);
      return node.op === 'reduce' && node.domain === PROFILE && node.inputs.every(isOwn);
    }) &&
    runCount(context, step) === null
  );
}

/** A loop with its inputs in order of first use. In merged loops, inputs at the same position become one parameter. */
interface Outline {
  readonly loop: DeferredLoop;
  /** The loop's computation as text with nodes replaced by their positions. Loops with equal shapes can be merged. */
  readonly shape: string;
  readonly inputs: readonly NodeId[];
}

function outlineOf(graph: Graph, loop: DeferredLoop): Outline {
  const { step, left } = loop;
  const places = new Map(step.nodes.map((id, index) => [id, `n${index}`]));
  const inputs: NodeId[] = [];
  const placeOf = (id: NodeId): string => {
    const known = places.get(id);
    if (known !== undefined) return known;
    const kind = graph.constantValue(id) !== undefined ? 'c' : graph.node(id).domain === PROFILE ? 'p' : 'a';
    const place = `${kind}${inputs.push(id) - 1}`;
    places.set(id, place);
    return place;
  };
  const computed = step.nodes.map((id) => {
    const { op, inputs: read } = graph.node(id);
    return `${op}${graph.nameOf(id) === undefined ? '' : '!'}(${read.map(placeOf).join()})`;
  });
  const stored = [...left.values()].map(placeOf);
  const summed = step.reductions.map((id) => placeOf(graph.node(id).inputs[0]!));
  return { loop, shape: [computed, stored, summed].map((part) => part.join(';')).join('|'), inputs };
}

/**
 * Emits the deferred loops. Loops of equal shape share one function, which is returned; `write` emits a loop without an
 * equal.
 */
export function writeLoops(context: EmitContext, write: (loop: DeferredLoop) => void): readonly string[] {
  const byShape = new Map<string, Outline[]>();
  for (const loop of context.deferred) {
    const outline = outlineOf(context.graph, loop);
    byShape.set(outline.shape, [...(byShape.get(outline.shape) ?? []), outline]);
  }
  return [...byShape.values()].flatMap((alike) => {
    if (alike.length > 1) return [writeAlike(context, alike)];
    write(alike[0]!.loop);
    return [];
  });
}

/** A parameter of a shared function, and the argument that each loop passes. */
interface Parameter {
  readonly name: string;
  readonly type: 'usize' | 'f64';
  readonly passed: readonly string[];
}

function writeAlike(context: EmitContext, alike: readonly Outline[]): string {
  const { graph, domainCode } = context;
  const [first] = alike as [Outline];
  const { step, left, path } = first.loop;
  const name = context.claim(`${lastName(path)}Members`);
  const local = context.scope('at', 'bytes');
  const owners = alike.map(({ loop }) => domainCode.get(loop.step.domain)!);
  const parameters: Parameter[] = [
    { name: 'bytes', type: 'usize', passed: owners.map(({ bytes }) => bytes) },
  ];
  const parameter = (hint: string, type: Parameter['type'], passed: readonly string[]): string => {
    const variable = local(hint);
    parameters.push({ name: variable, type, passed });
    return variable;
  };
  /** A name for a node of the first loop, made of the names of the corresponding nodes of all loops. */
  const nameOf = (id: NodeId): string => {
    const at = step.nodes.indexOf(id);
    const input = first.inputs.indexOf(id);
    const ids = alike.map(({ loop, inputs }) => (at < 0 ? inputs[input]! : loop.step.nodes[at]!));
    const names = ids.map((each) => hintOf(graph, each));
    const isProbability = alike.every(({ loop }, index) =>
      loop.step.nodes.some((each) => graph.nameOf(each) === `not${capitalised(names[index]!)}`),
    );
    return commonName(names) ?? (isProbability ? 'probability' : operationName(graph, id));
  };
  const before: string[] = [];
  const loads: string[] = [];
  const known = new Map<NodeId, Code>();
  const splatted = (hint: string, passed: readonly string[]): Code => {
    const number = parameter(hint, 'f64', passed);
    const variable = local(`${number}Pair`);
    before.push(`const ${variable} = f64x2.splat(${number});`);
    return atom(variable);
  };
  const inputCode = (id: NodeId): Code => {
    const ids = alike.map(({ inputs }) => inputs[first.inputs.indexOf(id)]!);
    const value = graph.constantValue(id);
    if (value !== undefined) {
      const values = ids.map((each) => graph.constantValue(each)!);
      if (values.every((each) => Object.is(each, value))) return context.constant(pair, value);
      const isFactor = step.nodes.every(
        (each) => graph.node(each).op === 'multiply' || !graph.node(each).inputs.includes(id),
      );
      return splatted(
        isFactor ? 'factor' : 'constant',
        values.map((each) => context.constant(scalar, each).text),
      );
    }
    if (graph.node(id).domain === PROFILE) {
      const codes = ids.map((each, index) => alike[index]!.loop.profile(each).text);
      return splatted(commonName(codes.map(lastName)) ?? 'latent', codes);
    }
    const hint = nameOf(id);
    const pointer = parameter(
      `${hint}At`,
      'usize',
      ids.map((each, index) => owners[index]!.arrayOf(each)),
    );
    const variable = local(hint);
    loads.push(`const ${variable} = v128.load(${pointer} + at);`);
    return atom(variable);
  };
  const operandOf = (id: NodeId): Code => {
    const code = known.get(id) ?? inputCode(id);
    known.set(id, code);
    return code;
  };
  const values = [...left.values()];
  const summed = step.reductions.map((id) => graph.node(id).inputs[0]!);
  const outside = [...values, ...summed];
  const block = writeBlock({
    graph,
    dialect: context.hasNarrowIndices ? inlinedPair : pair,
    nodes: step.nodes,
    readOutside: (id) => outside.filter((each) => each === id).length,
    variable: (id) => ({ name: local(nameOf(id)), assigned: false }),
    local,
    operand: operandOf,
    constant: operandOf,
    used: context.used,
  });
  const read = (id: NodeId) => (step.nodes.includes(id) ? block.code(id) : operandOf(id)).text;
  const stores = [...left.keys()].map((_, index) => {
    const arrays = alike.map(({ loop }, each) => owners[each]!.arrayOf([...loop.left.keys()][index]!));
    const pointer = parameter(
      `${commonName(arrays.map(lastName)) ?? nameOf(values[index]!)}At`,
      'usize',
      arrays,
    );
    return `v128.store(${pointer} + at, ${read(values[index]!)});`;
  });
  const total = summed.length === 0 ? null : local('total');
  const added = summed.map((id) => `${total} = f64x2.add(${total}, ${read(id)});`);
  if (total !== null) context.runtime('sumOfLanes');
  const type = total === null ? 'void' : 'f64';
  alike.forEach(({ loop }, index) => {
    const list = listCode(
      '(',
      parameters.map(({ passed }) => passed[index]!),
      ')',
    );
    const call = `${total === null ? '' : 'return '}${name}${list};`;
    owners[index]!.namespace.addFunction(
      loop.path,
      loop.comment,
      `(): ${type} {\n${indent(call.split('\n'), 2)}\n}`,
    );
  });
  const body = [
    ...before,
    ...(total === null ? [] : [`let ${total} = f64x2.splat(0.0);`]),
    'for (let at: usize = 0; at < bytes; at += 16) {',
    ...[...loads, ...block.statements, ...stores, ...added].map((line) => `  ${line}`),
    '}',
    ...(total === null ? [] : [`return sumOfLanes(${total});`]),
  ];
  return `/** What the loops of ${[...new Set(owners.map(({ title }) => title))].join(', ')} have in common. */
function ${name}(
${indent(
  parameters.map((each) => `${each.name}: ${each.type},`),
  2,
)}
): ${type} {
${indent(body, 2)}
}`;
}

/** The functions of a program: straight-line code for the profile, and one function a loop. */
import { formula } from '../graph/formula.ts';
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Schedule, Step } from '../schedule/schedule.ts';
import { writeBlock } from './block.ts';
import type { EmitContext } from './context.ts';
import type { DomainNames } from './data-code.ts';
import { atom, type Code, pair, scalar } from './dialect.ts';
import { capitalised } from './identifiers.ts';

export interface ProgramRequest {
  readonly context: EmitContext;
  readonly schedule: Schedule;
  /** The nodes read after the program's code. */
  readonly outputs: readonly NodeId[];
  /** Module variables that hold a node's value, shared by all programs. */
  readonly globals: Map<NodeId, string>;
  /** Nodes that another program reads too. */
  readonly shared: ReadonlySet<NodeId>;
  readonly domains: ReadonlyMap<number, DomainNames>;
}

export interface Program {
  readonly functions: readonly string[];
  /** Statements of the program's own function. */
  readonly statements: readonly string[];
  readonly code: (id: NodeId) => Code;
}

/** Writes a program. Nodes that `globals` already holds are read from there. */
export function writeProgram(request: ProgramRequest): Program {
  const { context, schedule, globals, shared, outputs } = request;
  const { graph, ids } = context;
  const available = new Set(globals.keys());
  const readLater = laterReads(request);
  const functions: string[] = [];
  const statements: string[] = [];
  const codes = new Map<NodeId, Code>();
  const operand = (id: NodeId): Code => {
    const global = globals.get(id);
    if (global !== undefined) return atom(global);
    const code = codes.get(id);
    if (code === undefined) throw new Error(`node ${id} (${formula(graph, id)}) is read but never written`);
    return code;
  };
  schedule.steps.forEach((step, index) => {
    if (step.domain !== PROFILE) {
      const loop = loopFunction(request, step, operand);
      functions.push(loop.text);
      statements.push(`${loop.name}();`);
      return;
    }
    const nodes = step.nodes.filter((id) => !available.has(id));
    const block = writeBlock({
      graph,
      dialect: scalar,
      nodes,
      readOutside: (id) => (outputs.includes(id) ? 1 : 0) + (readLater(id, index) ? 2 : 0) + (shared.has(id) ? 2 : 0),
      variable: (id) => {
        const hint = graph.nameOf(id) ?? 'term';
        if (!shared.has(id) && !readByLoop(request, id)) return { name: context.local(hint), assigned: false };
        const name = ids.claim(hint);
        globals.set(id, name);
        return { name, assigned: true };
      },
      operand,
      used: (op) => context.used(op, 'f64'),
    });
    statements.push(...block.statements);
    for (const id of nodes) codes.set(id, block.code(id));
  });
  return {
    functions,
    statements,
    code: (id) => {
      const value = graph.constantValue(id);
      return value === undefined ? operand(id) : scalar.constant(value);
    },
  };
}

/** Whether a node is read in a later step than its own. */
function laterReads({ context, schedule }: ProgramRequest): (id: NodeId, step: number) => boolean {
  const last = new Map<NodeId, number>();
  schedule.steps.forEach((step, index) => {
    for (const id of [...step.nodes, ...step.reductions]) {
      for (const input of context.graph.node(id).inputs) last.set(input, Math.max(last.get(input) ?? -1, index));
    }
  });
  return (id, step) => (last.get(id) ?? -1) > step;
}

function readByLoop({ context, schedule }: ProgramRequest, id: NodeId): boolean {
  return schedule.steps.some(
    (step) =>
      step.domain !== PROFILE &&
      [...step.nodes, ...step.reductions].some((reader) => context.graph.node(reader).inputs.includes(id)),
  );
}

/** A loop over the members of a domain, two at a time. */
function loopFunction(
  { context, globals, domains }: ProgramRequest,
  step: Step,
  profile: (id: NodeId) => Code,
): { name: string; text: string } {
  const { graph, ids } = context;
  const domain = domains.get(step.domain)!;
  const name = ids.claim(`sum${capitalised(domain.title)}`);
  const inStep = new Set(step.nodes);
  const before: string[] = [];
  const loads: string[] = [];
  const after: string[] = [];
  const locals = new Map<NodeId, string>();
  const bring = (id: NodeId): Code => {
    const known = locals.get(id);
    if (known !== undefined) return atom(known);
    const node = graph.node(id);
    let local: string;
    if (node.domain === PROFILE) {
      const code = profile(id);
      local = context.local(`${code.text}Pair`);
      before.push(`const ${local} = f64x2.splat(${code.text});`);
    } else {
      const array = node.op === 'count' ? domain.counts : domain.arrays.get(id)!;
      const pointer = context.local(`${array}At`);
      local = context.local(node.op === 'count' ? 'count' : (graph.nameOf(id) ?? array.slice(domain.title.length)));
      before.push(`const ${pointer} = ${array};`);
      loads.push(`const ${local} = v128.load(${pointer} + at);`);
    }
    locals.set(id, local);
    return atom(local);
  };
  const block = writeBlock({
    graph,
    dialect: pair,
    nodes: step.nodes,
    readOutside: (id) => step.reductions.filter((reduction) => graph.node(reduction).inputs[0] === id).length,
    variable: (id) => ({ name: context.local(graph.nameOf(id) ?? 'term'), assigned: false }),
    operand: bring,
    used: (op) => context.used(op, 'v128'),
  });
  const sums: string[] = [];
  for (const reduction of step.reductions) {
    const input = graph.node(reduction).inputs[0]!;
    const value = graph.constantValue(input);
    const term = value !== undefined ? pair.constant(value) : inStep.has(input) ? block.code(input) : bring(input);
    const global = ids.claim(graph.nameOf(reduction) ?? `${domain.title}Sum`);
    const sum = context.local(`${global}Pair`);
    globals.set(reduction, global);
    before.push(`let ${sum} = f64x2.splat(0.0);`);
    sums.push(`${sum} = f64x2.add(${sum}, ${term.text});`);
    after.push(`${global} = f64x2.extract_lane(${sum}, 0) + f64x2.extract_lane(${sum}, 1);`);
  }
  const text = `/** Over the ${domain.title}: ${step.reductions.map((id) => globals.get(id)).join(', ')}. */
function ${name}(): void {
  const end = pairBytes(${domain.members});
${indent(before, 2)}
  for (let at: usize = 0; at < end; at += 16) {
${indent([...loads, ...block.statements, ...sums], 4)}
  }
${indent(after, 2)}
}`;
  return { name, text };
}

export function indent(lines: readonly string[], by: number): string {
  return lines.map((line) => ' '.repeat(by) + line).join('\n');
}

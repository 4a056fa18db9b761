/** The code of a program: straight-line statements for the profile, and a call for each loop. */
import { formula } from '../graph/formula.ts';
import { type NodeId, PROFILE } from '../graph/node.ts';
import { jointSums } from '../schedule/joint-sums.ts';
import { leftForLater } from '../schedule/schedule.ts';
import { choiceOf } from '../schedule/unswitch.ts';
import { arrayOf } from './arrays.ts';
import { writeBlock } from './block.ts';
import { atom, type Code, scalar } from './dialect.ts';
import { loopFunction } from './loop-code.ts';
import type { ProgramRequest } from './program-request.ts';
import { twoAtATime } from './two-at-once.ts';
import { unswitchedLoop } from './unswitched-loop.ts';

export interface Program {
  readonly functions: readonly string[];
  /** Statements of the program's own function. */
  readonly statements: readonly string[];
  readonly code: (id: NodeId) => Code;
  /** The variable that points to the values of a node that has one a level. */
  readonly array: (id: NodeId) => string;
}

/** Writes a program. A loop that an earlier program has too is called, not written again. */
export function writeProgram(program: ProgramRequest): Program {
  const { context, globals, shared, outputs, available } = program;
  const { graph, ids } = context;
  const { schedule, parts: joint } = jointSums(graph, program.schedule, outputs, (reduction) => {
    const node = graph.node(reduction);
    return node.op === 'reduce' && !context.grids.has(node.from);
  });
  const request = { ...program, schedule, joint };
  const local = context.scope();
  const readLater = laterReads(request);
  const functions: string[] = [];
  const statements: string[] = [];
  const codes = new Map<NodeId, Code>();
  const operand = (id: NodeId): Code => {
    // What this program computed itself comes before a variable that another one left.
    const code = codes.get(id);
    if (code !== undefined) return code;
    const global = globals.get(id);
    if (global === undefined) throw new Error(`node ${id} (${formula(graph, id)}) is read but never written`);
    return atom(global);
  };
  schedule.steps.forEach((step, index) => {
    if (step.domain !== PROFILE) {
      const summed = step.reductions.map((id) => [id, ...Object.values(joint.get(id) ?? {})].join(' '));
      const left = leftForLater(graph, schedule, outputs, step);
      const key = `${step.domain}|${step.nodes.join()}|${summed.join()}|${left.join()}`;
      const known = request.loops.get(key);
      if (known === undefined) {
        const choice = choiceOf(graph, step, left);
        // Shifting leaves values in memory by itself.
        const stored = left.filter((id) => graph.node(id).op !== 'shift');
        const loop =
          choice === null
            ? loopFunction(request, step, new Map(stored.map((id) => [id, id])), operand)
            : unswitchedLoop(request, step, choice, operand);
        functions.push(loop.text);
        request.loops.set(key, loop.name);
      }
      statements.push(`${request.loops.get(key)}();`);
      return;
    }
    const nodes = step.nodes.filter((id) => !available.has(id));
    const block = writeBlock({
      graph,
      dialect: scalar,
      nodes: twoAtATime(graph, nodes),
      readOutside: (id) =>
        (outputs.includes(id) ? 1 : 0) + (readLater(id, index) ? 2 : 0) + (shared.has(id) ? 2 : 0),
      variable: (id) => {
        const hint = graph.nameOf(id) ?? 'term';
        if (!shared.has(id) && !readByLoop(request, id)) return { name: local(hint), assigned: false };
        const name = globals.get(id) ?? ids.claim(hint);
        globals.set(id, name);
        return { name, assigned: true };
      },
      local,
      operand,
      used: context.used,
    });
    statements.push(...block.statements);
    for (const id of nodes) codes.set(id, block.code(id));
  });
  // What binding stores and no loop reads, such as the bounds of a prior by levels, needs a place there too.
  for (const id of outputs) {
    const { domain, op } = graph.node(id);
    if (op === 'stored' && domain !== PROFILE) arrayOf(context, request.domains, id);
  }
  return {
    functions,
    statements,
    code: (id) => {
      const value = graph.constantValue(id);
      return value === undefined ? operand(id) : scalar.constant(value);
    },
    array: (id) => arrayOf(context, request.domains, id),
  };
}

/** Whether a node is read in a later step than its own. */
function laterReads({ context, schedule }: ProgramRequest): (id: NodeId, step: number) => boolean {
  const last = new Map<NodeId, number>();
  schedule.steps.forEach((step, index) => {
    for (const id of [...step.nodes, ...step.reductions]) {
      for (const input of context.graph.node(id).inputs)
        last.set(input, Math.max(last.get(input) ?? -1, index));
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

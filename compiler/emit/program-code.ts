/** Emits a program: straight-line statements for the profile, and a call for each loop. */
import { formula } from '../graph/formula.ts';
import { type NodeId, PROFILE, readsNeighbours } from '../graph/node.ts';
import { canAddOf, type JointPart, jointSums } from '../schedule/joint-sums.ts';
import { leftForLater, type Step } from '../schedule/schedule.ts';
import { shardedSteps } from '../schedule/shards.ts';
import { loopChoice } from '../schedule/unswitch.ts';
import { writeBlock } from './block.ts';
import type { JointRequest, ProgramRequest, WrittenLoop } from './context.ts';
import { atom, type Code, scalar } from './dialect.ts';
import { loopFunction, unswitchedLoop } from './loop-code.ts';
import { hintOf, lastName, uncapitalised } from './names.ts';
import { twoAtATime } from './two-at-once.ts';

export interface ProgramCode {
  /** Statements of the program's own function. */
  readonly statements: readonly string[];
  readonly code: (id: NodeId) => Code;
  /** The variable that points to the values of a per-level node. */
  readonly array: (id: NodeId) => string;
  /** Makes further local variable names in the function. */
  readonly local: (hint: string) => string;
  /** The loops that are divided into shards; null if none are. */
  readonly cut: CutLoops | null;
}

/** Loops that are divided into shards. */
export interface CutLoops {
  /** The functions that run them, in order. */
  readonly loops: readonly string[];
  readonly steps: readonly Step[];
  readonly joint: ReadonlyMap<NodeId, JointPart>;
  /** The variables of their sums over all members. */
  readonly globals: ReadonlyMap<NodeId, string>;
}

/** Emits a program. A loop that an earlier program already has is called and not emitted again. */
export function writeProgram(program: ProgramRequest): ProgramCode {
  const { context, globals, shared, outputs, available } = program;
  const { graph, domainCode } = context;
  const { schedule, parts: joint } = jointSums(
    graph,
    program.schedule,
    outputs,
    canAddOf(graph, context.grids),
  );
  const cut =
    program.shards === undefined
      ? []
      : shardedSteps({ ...context, sketch: program.shards.sketch }, { schedule, parts: joint }, outputs);
  const sharded = new Set(cut.map((index) => schedule.steps[index]!));
  const request = { ...program, schedule, joint, sharded };
  const cutLoops: string[] = [];
  const local = context.scope(...program.given);
  const readLater = laterReads(request);
  const statements: string[] = [];
  const codes = new Map<NodeId, Code>();
  const operand = (id: NodeId): Code => {
    // What this program computed itself takes precedence over a variable set by another.
    const code = codes.get(id);
    if (code !== undefined) return code;
    const global = globals.get(id);
    if (global === undefined) throw new Error(`node ${id} (${formula(graph, id)}) is read but never written`);
    return atom(global);
  };
  const nameOf = (id: NodeId): string | undefined => {
    const global = globals.get(id);
    return graph.nameOf(id) ?? (global === undefined ? undefined : lastName(global));
  };
  /** The variable of a node: local, or file-level if another function reads it. */
  const variable = (id: NodeId, hint: string) => {
    if (!shared.has(id) && !readByLoop(request, id)) return { name: local(hint), assigned: false };
    const name = globals.get(id) ?? context.point.declare(hint, 'f64');
    globals.set(id, name);
    return { name, assigned: true };
  };
  schedule.steps.forEach((step, index) => {
    if (step.domain !== PROFILE) {
      const { path, returns } = loopOf(request, step, operand);
      if (sharded.has(step)) {
        cutLoops.push(path);
        if (index === cut.at(-1)) statements.push(`${program.shards!.path}();`);
        return;
      }
      if (returns === null) {
        statements.push(`${path}();`);
        return;
      }
      const { name, assigned } = variable(
        returns,
        graph.nameOf(returns) ?? `${uncapitalised(domainCode.get(step.domain)!.title)}Total`,
      );
      statements.push(`${assigned ? '' : 'const '}${name} = ${path}();`);
      codes.set(returns, atom(name));
      return;
    }
    const nodes = step.nodes.filter((id) => !available.has(id));
    const block = writeBlock({
      graph,
      dialect: scalar,
      nodes: twoAtATime(graph, nodes),
      readOutside: (id) =>
        outputs.filter((output) => output === id).length +
        (readLater(id, index) ? 2 : 0) +
        (shared.has(id) ? 2 : 0),
      variable: (id) => variable(id, program.hints.get(id) ?? hintOf(graph, id)),
      isLast: (id) => outputs.includes(id) && !readLater(id, index) && !shared.has(id),
      local,
      operand,
      constant: (_, value) => context.constant(scalar, value),
      nameOf,
      used: context.used,
    });
    statements.push(...block.statements);
    for (const id of nodes) codes.set(id, block.code(id));
  });
  const array = (id: NodeId) => domainCode.get(graph.node(id).domain)!.arrayOf(id);
  // Stored values that no loop reads, such as per-level bounds of a prior, need an array too.
  for (const id of outputs) {
    const { domain, op } = graph.node(id);
    if (op === 'stored' && domain !== PROFILE) array(id);
  }
  return {
    statements,
    code: (id) => {
      const value = graph.constantValue(id);
      return value === undefined ? operand(id) : context.constant(scalar, value);
    },
    array,
    local,
    cut: cut.length === 0 ? null : { loops: cutLoops, steps: [...sharded], joint, globals },
  };
}

/** The loop of a step, emitted unless an earlier program has it. */
function loopOf(request: JointRequest, step: Step, operand: (id: NodeId) => Code): WrittenLoop {
  const { context, loops, joint, schedule, outputs } = request;
  const { graph } = context;
  const summed = step.reductions.map((id) => [id, ...Object.values(joint.get(id) ?? {})].join(' '));
  const left = leftForLater(graph, schedule, outputs, step);
  const key = `${step.domain}|${step.nodes.join()}|${summed.join()}|${left.join()}|${request.sharded.has(step)}`;
  const known = loops.get(key);
  if (known !== undefined) return known;
  const choice = loopChoice(graph, step, left);
  // A recurrence that reads neighbours already leaves its values in memory.
  const stored = left.filter((id) => !readsNeighbours(graph.node(id).op));
  const loop =
    choice === null
      ? loopFunction(request, step, new Map(stored.map((id) => [id, id])), operand)
      : unswitchedLoop(request, step, choice, operand);
  loops.set(key, loop);
  return loop;
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

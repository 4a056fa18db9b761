/** Prints what the passes did to a layout's programs, for `theodolite build --show`. */

import { describeNode } from '../build/print-graph.ts';
import type { Graph } from '../graph/graph.ts';
import { type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { describeDomain } from '../stage/domain.ts';
import { PASSES } from './passes.ts';
import type { Ordered, ProgramName, Snapshot } from './program.ts';

/** The graph of some programs, and their snapshots after each pass. */
export interface Traced {
  readonly graph: Graph;
  readonly trace: readonly Snapshot[];
}

/** The passes in order, one per line, with how often each fired in each program. */
export function printPasses(traced: readonly Traced[]): string {
  const ran = traced.flatMap(({ trace }) => trace);
  const width = Math.max(...PASSES.map(({ name }) => name.length));
  const lines = PASSES.map(({ name, title }) => {
    const programs = ran.filter(({ pass }) => pass === name);
    const counts = programs.map(({ program, fired }) => (fired === null ? program : `${program} ${fired}`));
    return `${name.padEnd(width)}  ${title}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`;
  });
  return `${lines.join('\n')}\n`;
}

/** How often each pass fired in the first program that went through it, as lines of the printed plan. */
export function firedLines(trace: readonly Snapshot[]): string[] {
  return PASSES.flatMap(({ name, title }) => {
    const fired = trace.find(({ pass, fired }) => pass === name && fired !== null)?.fired;
    if (fired === undefined || fired === null) return [];
    return [`${title}: ${fired === 1 ? 'once' : fired === 0 ? 'nowhere' : `${fired} times`}`];
  });
}

/**
 * Every program as a pass left it, one node per line; after scheduling, in the order of computation. A node has the
 * same number after every pass, so that what two passes share reads the same. Empty if no program went through the
 * pass.
 */
export function printAfter(traced: readonly Traced[], pass: string): string {
  return traced
    .flatMap(({ graph, trace }) =>
      trace.filter((snapshot) => snapshot.pass === pass).map((snapshot) => printSnapshot(graph, snapshot)),
    )
    .join('\n');
}

/**
 * The difference between two passes: for each program the lines only in the first, with `-`, and those only in the
 * second, with `+`, in the order of their nodes.
 */
export function printBetween(traced: readonly Traced[], first: string, second: string): string {
  const parts = traced.flatMap(({ graph, trace }) => {
    const after = (pass: string) => trace.filter((snapshot) => snapshot.pass === pass);
    const programs = new Set<ProgramName>([...after(first), ...after(second)].map(({ program }) => program));
    return [...programs].flatMap((program) => {
      const [before, then] = [first, second].map((pass) =>
        after(pass).find((snapshot) => snapshot.program === program),
      );
      if (before === undefined || then === undefined) return [];
      const old = new Map(linesOf(graph, before));
      const now = new Map(linesOf(graph, then));
      const changed = [...new Set([...old.keys(), ...now.keys()])]
        .sort((a, b) => a - b)
        .flatMap((key) => {
          const [was, is] = [old.get(key), now.get(key)];
          if (was === is) return [];
          return [...(was === undefined ? [] : [`- ${was}`]), ...(is === undefined ? [] : [`+ ${is}`])];
        });
      return [`${program}, from after ${first} to after ${second}\n${changed.join('\n')}\n`];
    });
  });
  return parts.join('\n');
}

function printSnapshot(graph: Graph, snapshot: Snapshot): string {
  const { program, pass, fired, domains, ordered } = snapshot;
  const title = `${program} after ${pass}${fired === null ? '' : `, which fired ${fired} times`}`;
  const places = domains.map((domain) => `domain ${domain.id}: ${describeDomain(graph, domain)}`);
  const lines =
    ordered.length === 0
      ? linesOf(graph, snapshot).map(([, line]) => line)
      : [...ordered.flatMap((each) => orderedLines(graph, each)), '', ...outputLines(snapshot)];
  return `${[title, ...places, ...lines].join('\n')}\n`;
}

/**
 * What a module computes, in order: one line per node, under the domain whose code computes it, after the nodes that
 * are known when the code starts. Empty if nothing is computed.
 */
function orderedLines(graph: Graph, { title, steps }: Ordered): string[] {
  if (steps.length === 0) return [];
  const computed = new Set(steps.flatMap(({ nodes, reductions }) => [...nodes, ...reductions]));
  const read = reachable(graph, [...computed]);
  const numbers = numbersOf(read);
  const line = (id: NodeId) => `    ${nodeLine(graph, id, numbers)}`;
  return [
    '',
    title,
    '  known',
    ...read.filter((id) => !computed.has(id)).map(line),
    ...steps.flatMap(({ domain, nodes, reductions }) => [
      domain === PROFILE ? '  once' : `  for each member of domain ${domain}`,
      ...nodes.map(line),
      ...reductions.map(line),
    ]),
  ];
}

/** The lines of a program with their sort keys: nodes by id, then the outputs. */
function linesOf(graph: Graph, { outputs }: Snapshot): [order: number, line: string][] {
  const nodes = reachable(
    graph,
    outputs.map(({ node }) => node),
  );
  const numbers = numbersOf(nodes);
  return [
    ...nodes.map((id): [number, string] => [id, nodeLine(graph, id, numbers)]),
    ...outputLines({ outputs }).map((line, index): [number, string] => [
      Number.MAX_SAFE_INTEGER - outputs.length + index,
      line,
    ]),
  ];
}

function outputLines({ outputs }: Pick<Snapshot, 'outputs'>): string[] {
  return outputs.map(({ label, node }) => `${label} = %${node}`);
}

function numbersOf(nodes: readonly NodeId[]): ReadonlyMap<NodeId, string> {
  return new Map(nodes.map((id) => [id, `%${id}`]));
}

function nodeLine(graph: Graph, id: NodeId, numbers: ReadonlyMap<NodeId, string>): string {
  const { domain } = graph.node(id);
  const name = graph.nameOf(id);
  const place = domain === PROFILE ? graph.kind(id) : `domain ${domain}`;
  return `%${id} = ${describeNode(graph, id, numbers)}  ; ${place}${name === undefined ? '' : `, ${name}`}`;
}

/**
 * Emits a loop over a domain that is laid out as a grid: for each member of one domain, pairs of members of the other.
 */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Grid } from '../schedule/grids.ts';
import type { Step } from '../schedule/schedule.ts';
import { writeBlock } from './block.ts';
import type { ProgramRequest } from './context.ts';
import { atom, type Code, pair } from './dialect.ts';
import { hintOf, lastName, uncapitalised } from './names.ts';
import { indent } from './text.ts';

/** Adds the function of the loop, which stores the nodes `left`, and returns how to call it. */
export function gridFunction(
  { context, loopName }: ProgramRequest,
  step: Step,
  grid: Grid,
  left: readonly NodeId[],
  profile: (id: NodeId) => Code,
): string {
  const { graph, domainCode } = context;
  const domain = domainCode.get(step.domain)!;
  const outer = domainCode.get(grid.outer)!;
  const inner = domainCode.get(grid.inner)!;
  const local = context.scope('at', 'end');
  const before: string[] = [];
  const rowBegins: string[] = [];
  const loads: string[] = [];
  const rowEnds: string[] = [];
  const locals = new Map<NodeId, string>();
  const [row, place] = [outer, inner].map(({ title }) => local(`${uncapitalised(title)}At`)) as [
    string,
    string,
  ];

  const pointerTo = (id: NodeId): string => {
    const array = domainCode.get(graph.node(id).domain)!.arrayOf(id);
    const pointer = local(`${lastName(array)}At`);
    before.push(`const ${pointer} = ${array};`);
    return pointer;
  };
  const inputCode = (id: NodeId): Code => {
    const known = locals.get(id);
    if (known !== undefined) return atom(known);
    const domainOfNode = graph.node(id).domain;
    const hint = domainOfNode === PROFILE ? `${lastName(profile(id).text)}Pair` : hintOf(graph, id);
    const declared = (variable: string, value: string) => `const ${variable} = ${value};`;
    const pointer = domainOfNode === PROFILE ? '' : pointerTo(id);
    const variable = local(hint);
    if (domainOfNode === PROFILE) before.push(declared(variable, `f64x2.splat(${profile(id).text})`));
    else if (domainOfNode === grid.outer)
      rowBegins.push(declared(variable, `v128.load_splat<f64>(${pointer} + ${row})`));
    else
      loads.push(declared(variable, `v128.load(${pointer} + ${domainOfNode === grid.inner ? place : 'at'})`));
    locals.set(id, variable);
    return atom(variable);
  };

  const summed = step.reductions.map((id) => graph.node(id).inputs[0]!);
  const block = writeBlock({
    graph,
    dialect: pair,
    constant: (_, value) => context.constant(pair, value),
    nodes: step.nodes,
    readOutside: (id) => summed.filter((each) => each === id).length + (left.includes(id) ? 1 : 0),
    variable: (id) => ({ name: local(hintOf(graph, id)), assigned: false }),
    local,
    operand: inputCode,
    used: context.used,
  });
  const each = left.map((id) => `v128.store(${pointerTo(id)} + at, ${block.code(id).text});`);
  const inStep = new Set(step.nodes);
  step.reductions.forEach((reduction, index) => {
    const term = summed[index]!;
    const code = (inStep.has(term) ? block.code(term) : inputCode(term)).text;
    const pointer = pointerTo(reduction);
    if (graph.node(reduction).domain === grid.outer) {
      const sum = local(`${hintOf(graph, reduction)}OfRow`);
      rowBegins.push(`let ${sum} = f64x2.splat(0.0);`);
      each.push(`${sum} = f64x2.add(${sum}, ${code});`);
      context.runtime('sumOfLanes');
      rowEnds.push(`store<f64>(${pointer} + ${row}, sumOfLanes(${sum}));`);
    } else {
      context.runtime('clearSums');
      before.push(`clearSums(${pointer}, ${inner.bytes});`);
      each.push(`v128.store(${pointer} + ${place}, f64x2.add(v128.load(${pointer} + ${place}), ${code}));`);
    }
  });
  const path = domain.namespace.claim(`${loopName(step)}InGrid`);
  const end = local('rowEnd');
  domain.namespace.addFunction(
    path,
    'The same if every pair has a cell: row by row, two cells at a time',
    `(): void {
${indent(
  [
    ...before,
    `const end = ${outer.bytes};`,
    `const ${end} = ${inner.bytes};`,
    'let at: usize = 0;',
    `for (let ${row}: usize = 0; ${row} < end; ${row} += 8) {`,
    ...[
      ...rowBegins,
      `for (let ${place}: usize = 0; ${place} < ${end}; ${place} += 16, at += 16) {`,
      ...[...loads, ...block.statements, ...each].map((line) => `  ${line}`),
      '}',
      ...rowEnds,
    ].map((line) => `  ${line}`),
    '}',
  ],
  2,
)}
}`,
  );
  return path;
}

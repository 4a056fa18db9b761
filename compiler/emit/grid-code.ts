/** A loop over a domain that is laid out as a grid: for each member of one domain, pairs of members of another. */
import { type NodeId, PROFILE } from '../graph/node.ts';
import type { Grid } from '../schedule/grids.ts';
import type { Step } from '../schedule/schedule.ts';
import { arrayOf, hintOf } from './arrays.ts';
import { writeBlock } from './block.ts';
import { atom, type Code, pair } from './dialect.ts';
import { capitalised } from './identifiers.ts';
import type { ProgramRequest } from './program-request.ts';
import { indent } from './text.ts';

/** The function of the loop, which leaves the nodes `left` in memory. */
export function gridFunction(
  { context, domains }: ProgramRequest,
  step: Step,
  grid: Grid,
  left: readonly NodeId[],
  profile: (id: NodeId) => Code,
): { name: string; text: string } {
  const { graph } = context;
  const [names, outer, inner] = [step.domain, grid.outer, grid.inner].map((id) => domains.get(id)!) as [
    NonNullable<ReturnType<typeof domains.get>>,
    NonNullable<ReturnType<typeof domains.get>>,
    NonNullable<ReturnType<typeof domains.get>>,
  ];
  const local = context.scope();
  const before: string[] = [];
  const rowBegins: string[] = [];
  const loads: string[] = [];
  const rowEnds: string[] = [];
  const locals = new Map<NodeId, string>();
  const [row, place] = [local(`${outer.title}At`), local(`${inner.title}At`)];

  const pointerTo = (id: NodeId): string => {
    const pointer = local(`${hintOf(context, id)}At`);
    before.push(`const ${pointer} = ${arrayOf(context, domains, id)};`);
    return pointer;
  };
  const bring = (id: NodeId): Code => {
    const known = locals.get(id);
    if (known !== undefined) return atom(known);
    const { domain } = graph.node(id);
    const hint = domain === PROFILE ? `${profile(id).text}Pair` : hintOf(context, id);
    const declared = (variable: string, value: string) => `const ${variable} = ${value};`;
    const pointer = domain === PROFILE ? '' : pointerTo(id);
    const variable = local(hint);
    if (domain === PROFILE) before.push(declared(variable, `f64x2.splat(${profile(id).text})`));
    else if (domain === grid.outer)
      rowBegins.push(declared(variable, `v128.load_splat<f64>(${pointer} + ${row})`));
    else loads.push(declared(variable, `v128.load(${pointer} + ${domain === grid.inner ? place : 'at'})`));
    locals.set(id, variable);
    return atom(variable);
  };

  const summed = step.reductions.map((id) => graph.node(id).inputs[0]!);
  const block = writeBlock({
    graph,
    dialect: pair,
    nodes: step.nodes,
    readOutside: (id) => summed.filter((each) => each === id).length + (left.includes(id) ? 1 : 0),
    variable: (id) => ({ name: local(graph.nameOf(id) ?? 'term'), assigned: false }),
    local,
    operand: bring,
    used: context.used,
  });
  const each = left.map((id) => `v128.store(${pointerTo(id)} + at, ${block.code(id).text});`);
  const inStep = new Set(step.nodes);
  step.reductions.forEach((reduction, index) => {
    const term = summed[index]!;
    const code = (inStep.has(term) ? block.code(term) : bring(term)).text;
    const pointer = pointerTo(reduction);
    if (graph.node(reduction).domain === grid.outer) {
      const sum = local(`${hintOf(context, reduction)}OfRow`);
      rowBegins.push(`let ${sum} = f64x2.splat(0.0);`);
      each.push(`${sum} = f64x2.add(${sum}, ${code});`);
      rowEnds.push(
        `store<f64>(${pointer} + ${row}, f64x2.extract_lane(${sum}, 0) + f64x2.extract_lane(${sum}, 1));`,
      );
    } else {
      context.runtime('levels', 'clearSums');
      before.push(`clearSums(${pointer}, ${inner.bytes});`);
      each.push(`v128.store(${pointer} + ${place}, f64x2.add(v128.load(${pointer} + ${place}), ${code}));`);
    }
  });
  const name = context.ids.claim(`${names.title}${capitalised('gridLoop')}`);
  const end = local('rowEnd');
  return {
    name,
    text: `/** The same where every pair has its place: row by row, and in it two places at a time. */
function ${name}(): void {
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
  };
}

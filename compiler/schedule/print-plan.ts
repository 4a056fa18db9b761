/** Prints a plan for a person, for `theodolite build --show plan`: what is computed when, and what was rewritten. */
import { formula } from '../graph/formula.ts';
import { type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../rewrite/rewrite.ts';
import { describeDomain } from '../stage/domain.ts';
import { domainSize } from '../stage/home.ts';
import type { DataSketch } from '../stage/sketch.ts';
import type { Plan } from './plan.ts';
import type { Schedule } from './schedule.ts';

export function printPlan(plan: Plan, sketch: DataSketch | null): string {
  const { graph } = plan;
  const stored = reachable(
    graph,
    nodesOf(plan.density.schedule).concat(nodesOf(plan.transform.schedule)),
  ).filter((id) => graph.node(id).op === 'stored');
  const once = stored
    .filter((id) => graph.node(id).domain === PROFILE)
    .map((id) => `  ${formula(graph, id)}`);
  const size = sketch === null ? null : domainSize(graph, sketch);
  const domains = plan.domains.flatMap((domain) => {
    const loops = plan.density.schedule.steps.filter((step) => step.domain === domain.id);
    const work = loops.reduce((count, { nodes }) => count + nodes.length, 0);
    const sums = loops.reduce((count, { reductions }) => count + reductions.length, 0);
    const values = size === null ? '' : `about ${size(domain.keys)} values in all rows, `;
    const passes = loops.length === 1 ? 'one loop' : `${loops.length} loops`;
    return [`  ${describeDomain(graph, domain)}`, `    ${values}${passes}, ${work} operations, ${sums} sums`];
  });
  const profile = plan.density.schedule.steps
    .filter(({ domain }) => domain === PROFILE)
    .reduce((count, { nodes }) => count + nodes.length, 0);
  return `${[
    'When data is bound',
    ...(once.length === 0 ? ['  nothing but the merging of rows that are alike'] : once),
    '',
    'Once a gradient',
    `  ${profile} operations on the profile`,
    `  ${nodesOf(plan.transform.schedule).length} operations from the unconstrained scale, ${nodesOf(plan.pullBack.schedule).length} back`,
    '',
    'Once a gradient for each kind of row',
    ...domains,
    '',
    'Rewrites',
    ...plan.rewrites.map(
      ({ name, fired }) => `  ${name}: ${fired === 1 ? 'once' : fired === 0 ? 'nowhere' : `${fired} times`}`,
    ),
  ].join('\n')}\n`;
}

function nodesOf({ steps }: Schedule): NodeId[] {
  return steps.flatMap(({ nodes }) => [...nodes]);
}

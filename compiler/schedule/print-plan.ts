/** Prints a plan for `theodolite build --show plan`: what is computed when, and what was rewritten. */
import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { firedLines } from '../passes/print-passes.ts';
import { type Domain, describeDomain } from '../stage/domain.ts';
import { type MemberOrder, sidesOf } from '../stage/member-order.ts';
import { domainSize } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { canAddOf, jointSums } from './joint-sums.ts';
import type { DensityPlan, Plan } from './plan.ts';
import type { PredictionPlan } from './plan-prediction.ts';
import { leftForLater, type Schedule } from './schedule.ts';
import { shardedSteps } from './shards.ts';
import { loopChoice } from './unswitch.ts';

export function printPlan(plan: Plan, prediction: PredictionPlan, sketch: DataSketch | null): string {
  const { graph, density, separated, transform, pullBack } = plan;
  const programs = [transform, density, ...(separated === null ? [] : [separated])];
  const stored = reachable(
    graph,
    programs.flatMap(({ schedule }) => nodesOf(schedule)),
  ).filter((id) => graph.node(id).op === 'stored');
  const once = stored
    .filter((id) => graph.node(id).domain === PROFILE)
    .map((id) => formula(graph, id, { expand: true }));
  const forRows = stored
    .map((id) => graph.node(id))
    .flatMap((node) => (node.op === 'stored' && node.domain !== PROFILE ? [node.expression] : []))
    .filter((expression) => graph.node(expression).op !== 'column')
    .map((expression) => `${formula(graph, expression, { expand: true })}, for each row`);
  const bound = [mergingLine(plan, sketch), ...once, ...new Set(forRows)].map((line) => `  ${line}`);
  const scales = `${counted(nodesOf(transform.schedule).length, 'operation')} from the unconstrained scale, ${nodesOf(pullBack.schedule).length} back`;
  const learnt = plan.latents.filter(({ learntCentring }) => learntCentring !== null);
  const centrings =
    learnt.length === 0
      ? []
      : [
          `  between noncentred and centred, as each chain learns: ${learnt.map(({ name }) => name).join(', ')}`,
        ];
  const size = sketch === null ? null : domainSize(graph, sketch);
  const section = (title: string, { schedule, ...outputs }: DensityPlan, more: readonly string[]) => [
    title,
    `  ${counted(operationsAt(graph, schedule, PROFILE), 'operation')} on the profile`,
    ...more,
    ...domainLines(plan, schedule, size, cutDomains(plan, { schedule, ...outputs })),
    '',
  ];
  return `${[
    'When data is bound',
    ...bound,
    '',
    ...(separated === null
      ? section('Once per gradient', density, [`  ${scales}`, ...centrings])
      : [
          ...section('Once per gradient, from separated exponentials', separated, [
            `  ${scales}`,
            ...centrings,
          ]),
          ...section('The same, if those could overflow', density, []),
        ]),
    'Once per draw, if rows are predicted',
    ...predictionLines(prediction, prediction.prediction, sketch),
    '',
    'Once per draw, if their log likelihoods are needed',
    ...predictionLines(prediction, prediction.likelihood, sketch),
    '',
    'Rewrites',
    ...firedLines(plan.trace).map((line) => `  ${line}`),
  ].join('\n')}\n`;
}

/** The domains whose loops are divided into shards where they take long. */
function cutDomains(plan: Plan, { schedule, logDensity, adjoints }: DensityPlan): ReadonlySet<DomainId> {
  const outputs = [logDensity, ...adjoints];
  const joint = jointSums(plan.graph, schedule, outputs, canAddOf(plan.graph, plan.grids));
  return new Set(shardedSteps(plan, joint, outputs).map((index) => schedule.steps[index]!.domain));
}

/** Rows always merge; if data are known, this says into how many kinds. */
function mergingLine({ graph, domains }: Plan, sketch: DataSketch | null): string {
  const merging = 'rows that are alike merge into one, with a count';
  if (sketch === null) return merging;
  const read = reachable(
    graph,
    domains.flatMap(({ keys }) => [...keys]),
  ).map((id) => graph.node(id));
  const columns = read.flatMap((node) => (node.op === 'column' ? [node.name] : []));
  const kinds = Math.round(sketch.distinct(columns));
  return `${merging}: ${counted(sketch.rows, 'row')} of about ${counted(kinds, 'kind')}, before outcomes distinguish them`;
}

/** The lines of a program without sums. */
function predictionLines(
  { graph, domains }: PredictionPlan,
  schedule: Schedule,
  sketch: DataSketch | null,
): string[] {
  const size = sketch === null ? null : domainSize(graph, sketch);
  return [
    `  ${counted(operationsAt(graph, schedule, PROFILE), 'operation')} on the profile`,
    ...domainLines({ graph, domains, grids: new Map(), orders: new Map() }, schedule, size).map((line) =>
      line.replace(/, 0 sums$/, ''),
    ),
  ];
}

/**
 * For each domain that a program loops over: what its members are, how many there are, and what is computed for each.
 */
function domainLines(
  { graph, domains, grids, orders }: Pick<Plan, 'graph' | 'domains' | 'grids' | 'orders'>,
  schedule: Schedule,
  size: ((keys: readonly NodeId[]) => number) | null,
  cut: ReadonlySet<DomainId> = new Set(),
): string[] {
  return domains.flatMap((domain) => {
    const loops = schedule.steps.filter((step) => step.domain === domain.id);
    if (loops.length === 0) return [];
    const sums = loops.reduce((count, { reductions }) => count + reductions.length, 0);
    const places = grids.has(domain.id) ? 'in a grid, ' : orderText(graph, domains, orders.get(domain.id));
    const values = size === null ? '' : `about ${Math.round(size(domain.keys))} values in all rows, `;
    const passes = loops.length === 1 ? 'one loop' : `${loops.length} loops`;
    const shards = cut.has(domain.id) ? ', divided into shards if it takes long' : '';
    const work = operationsAt(graph, schedule, domain.id);
    return [
      `  ${describeDomain(graph, domain)}`,
      `    ${values}${places}${passes}, ${counted(work, 'operation')}, ${counted(sums, 'sum')}${shards}`,
    ];
  });
}

/** How the members of a domain are ordered by levels: `grouped by step, `. */
function orderText(graph: Graph, domains: readonly Domain[], order: MemberOrder | undefined): string {
  if (order === undefined) return '';
  const [first, second] = sidesOf(order).map((id) =>
    domains[id - 1]!.keys.map((key) => formula(graph, key)).join(', '),
  );
  return order.kind === 'groups'
    ? `grouped by ${first}, `
    : `a place for each pair of ${first} and ${second}, `;
}

/** `1 row`, `2 rows`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** In a loop with two variants, the operations of the first are counted, which applies to most points. */
function operationsAt(graph: Graph, schedule: Schedule, domain: DomainId): number {
  return schedule.steps.reduce((count, step) => {
    if (step.domain !== domain) return count;
    const choice = loopChoice(graph, step, leftForLater(graph, schedule, [], step));
    return count + (choice?.whereNonNegative ?? step).nodes.length;
  }, 0);
}

function nodesOf({ steps }: Schedule): NodeId[] {
  return steps.flatMap(({ nodes }) => [...nodes]);
}

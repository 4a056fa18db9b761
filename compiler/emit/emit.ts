/** Writes the layout's own AssemblyScript: the file that takes the place of runtime/layout.ts. */
import type { TypedLayout } from '../check/typed-layout.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { lookupsOf } from '../schedule/lookups.ts';
import { type Plan, schedulesOf } from '../schedule/plan.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Domain } from '../stage/domain.ts';
import { bindingCode, lookedUpFirst } from './binding-code.ts';
import { columnNames, openContext, outcomeNames } from './context.ts';
import { type DomainNames, nameDomain, scalarCode } from './data-code.ts';
import { densityFunctions, priorFunction, separatedFunctions } from './density-code.ts';
import { dataName, identifierFrom } from './identifiers.ts';
import {
  type LatentContext,
  latentVariables,
  nameLatents,
  pointFunctions,
  scaleFunctions,
} from './latent-code.ts';
import { sizeOf } from './level-code.ts';
import { levelStatisticsIn } from './level-statistic.ts';
import { writeProgram } from './program-code.ts';
import { levelStatisticCode, statisticCode } from './statistic-code.ts';
import { scalarsOfRows, storedExpression, storedNodes } from './stored.ts';
import { declare, fileText, importsCode, section } from './text.ts';

/** Generates the AssemblyScript of a plan. */
export function emit(layout: TypedLayout, plan: Plan): string {
  const { graph } = plan;
  const columns = columnNames(layout);
  const outcomes = outcomeNames(layout);
  const { context, imports, columnPointers, levelArrays } = openContext(graph, plan.domains, outcomes, {
    grids: plan.grids,
  });
  const { ids } = context;

  // The layout's own names come first, so that they are the ones that stay as they are.
  const globals = new Map<NodeId, string>();
  const domains = new Map<DomainId, DomainNames>();
  const lookups = lookupsOf(graph, schedulesOf(plan));
  const nameDomains = (named: (domain: Domain) => boolean) => {
    for (const domain of plan.domains.filter(named))
      domains.set(domain.id, nameDomain(graph, domain, ids, lookups.get(domain.id) ?? []));
  };
  nameDomains(({ rows }) => rows.kind === 'levels');
  const at: LatentContext = { context, domains };
  const latents = nameLatents(plan.latents, at, globals);
  for (const name of columns) columnPointers.set(name, ids.claim(`${name}Column`));

  const leaves = storedNodes(plan);
  // What binding computes once: scalars under the names the programs read them by.
  const scalars = new Map<NodeId, string>();
  for (const id of leaves) {
    if (graph.node(id).domain !== PROFILE) continue;
    const expression = storedExpression(plan, id);
    const name = ids.claim(identifierFrom(dataName(graph, expression)));
    scalars.set(expression, name);
    globals.set(id, name);
  }
  for (const id of scalarsOfRows(plan, leaves)) {
    if (!scalars.has(id)) scalars.set(id, ids.claim(identifierFrom(dataName(graph, id))));
  }
  for (const { node, text } of plan.statistics) {
    if (!scalars.has(node)) scalars.set(node, ids.claim(identifierFrom(text)));
  }
  const levelStatistics = levelStatisticsIn(graph, [
    ...leaves.map((id) => storedExpression(plan, id)),
    ...plan.domains.flatMap(({ keys }) => keys),
    ...scalars.keys(),
    ...plan.levelStatistics,
  ]);
  const scalar = scalarCode(context, scalars, levelStatistics);

  nameDomains(({ rows }) => rows.kind !== 'levels');
  const inTransform = new Set(plan.transform.schedule.steps.flatMap(({ nodes }) => nodes));
  // Of the profile's values that the transform has computed the pull-back computes none, and reads some.
  const known = (id: NodeId) => inTransform.has(id) && graph.node(id).domain === PROFILE;
  const computed = plan.pullBack.schedule.steps
    .flatMap(({ nodes, reductions }) => [...nodes, ...reductions])
    .filter((id) => !known(id));
  const shared = new Set(
    [...computed.flatMap((id) => graph.node(id).inputs), ...plan.pullBack.gradient].filter(known),
  );
  const inputs = new Set(globals.keys());
  const loops = new Map<string, string>();
  const program = (
    schedule: Schedule,
    outputs: readonly (NodeId | null)[],
    more: { readonly shared?: ReadonlySet<NodeId>; readonly available?: ReadonlySet<NodeId> } = {},
  ) =>
    writeProgram({
      context,
      schedule,
      outputs: outputs.filter((id) => id !== null),
      globals,
      loops,
      domains,
      shared: more.shared ?? new Set(),
      available: more.available ?? inputs,
    });
  const { transform: scales, separated: fast } = plan;
  const transform = program(scales.schedule, [scales.logJacobian, ...scales.values, ...scales.complements], {
    shared,
  });
  const density = program(plan.density.schedule, [plan.density.logDensity, ...plan.density.adjoints]);
  const separated = fast === null ? null : program(fast.schedule, [fast.logDensity, ...fast.adjoints]);
  const range = fast === null ? null : program(fast.rangeSchedule, [fast.range]);
  const prior = program(plan.prior.schedule, [plan.prior.logDensity, ...plan.prior.adjoints]);
  const pullBack = program(plan.pullBack.schedule, plan.pullBack.gradient, {
    available: new Set([...inputs, ...inTransform]),
  });
  const support = program(
    plan.support.schedule,
    latents.flatMap(({ lo, hi }) => [lo, hi]),
  );

  const isIndexed = latents.some(({ domain }) => domain !== PROFILE);
  // A domain's own loops and those that look it up have now said what it must hold.
  const binding = bindingCode({
    context,
    columns,
    outcomes,
    domains: lookedUpFirst(plan.domains, domains),
    names: domains,
    scalars: scalar.statements,
    finally: isIndexed ? [`DIMENSION = ${sizeOf(latents, domains)};`, 'VALUES = DIMENSION;'] : [],
    scalar: (id) => scalars.get(id) ?? globals.get(id)!,
  });

  const declared = new Set(
    latents.flatMap(({ names }) => [names.value, names.unconstrained, names.adjoint, names.complement]),
  );
  const floats = [...new Set([...scalar.globals, ...globals.values()])].filter((name) => !declared.has(name));

  // What they use of the runtime is known once they are written.
  const densities = [
    ...densityFunctions(latents, at, plan.density, density, fast === null ? 'density' : 'directDensity'),
    ...(fast === null ? [] : separatedFunctions(latents, at, fast, separated!, range!)),
    priorFunction(latents, at, plan.prior, prior),
  ];
  const scaled = scaleFunctions(latents, plan, transform, pullBack, at);
  const points = pointFunctions(latents, support, at);

  return fileText([
    header(layout),
    importsCode(imports),
    isIndexed ? growingSizesCode(columns.length) : sizesCode(latents.length, columns.length),
    section('The latents on their own scale and on the unconstrained one, and their adjoints'),
    latentVariables(latents),
    section(
      'The distinct rows and how often each occurs, while data is bound, and what binding makes of them',
    ),
    binding.variables,
    section('Values that more than one function reads'),
    declare(floats, 'f64', '0.0'),
    declare([...levelArrays.values()], 'usize', '0'),
    section('Binding'),
    ...scalar.functions,
    ...binding.functions,
    statisticCode(plan.statistics.map(({ node }) => scalars.get(node)!)),
    levelStatisticCode(plan.levelStatistics.map((node) => context.levelArray(node))),
    section('The density'),
    ...densities,
    section('The scales'),
    ...scaled,
    section('What the sampler and the host call'),
    ...points,
  ]);
}

function header(layout: TypedLayout): string {
  const doc = layout.doc === null ? '' : `\n * ${layout.doc.replace(/\*\//g, '* /').replace(/\n/g, '\n * ')}`;
  return `/**\n * The layout ${layout.name}, generated by theodolite.${doc}\n */`;
}

function sizesCode(latents: number, columns: number): string {
  return `/** How many unconstrained dimensions the layout has, how many values a draw, and how many columns the data. */
export const DIMENSION: i32 = ${latents};
export const VALUES: i32 = ${latents};
export const COLUMNS: i32 = ${columns};`;
}

function growingSizesCode(columns: number): string {
  return `/** How many unconstrained dimensions the layout has, and how many values a draw: known when data is bound. */
export let DIMENSION: i32 = 0;
export let VALUES: i32 = 0;
/** How many columns the data have. */
export const COLUMNS: i32 = ${columns};`;
}

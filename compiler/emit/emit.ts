/** Emits the layout's own AssemblyScript: the file that replaces runtime/layout.ts. */
import { countedTables } from '../check/row-tables.ts';
import type { TypedLayout } from '../check/typed-layout.ts';
import { type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { centringNodes, type DensityPlan, type Plan, schedulesOf } from '../schedule/plan.ts';
import type { Schedule, Step } from '../schedule/schedule.ts';
import { lookupsOf } from '../schedule/schedule.ts';
import { bindingCode } from './binding-code.ts';
import { bindCentrings, centringFunctions, centringSizeCode } from './centring-code.ts';
import { constantsCode } from './constants.ts';
import { columnNames, type EmitContext, openContext, outcomeNames, type WrittenLoop } from './context.ts';
import { declareScalar, levelStatisticsIn, scalarCode } from './data-code.ts';
import { densityFunctions, priorFunction, separatedFunctions } from './density-code.ts';
import {
  declareLatents,
  type NamedLatent,
  pointFunctions,
  reportFunction,
  scaleFunctions,
} from './latent-code.ts';
import { writeDeferred } from './loop-code.ts';
import { capitalised, dataName } from './names.ts';
import { sizeOf } from './point-places.ts';
import { writeProgram } from './program-code.ts';
import { shardCode } from './shard-code.ts';
import { bindSolving, declareUnknowns, SOLVING } from './solving-code.ts';
import { scalarsOfRows, storedExpression, storedNodes } from './stored.ts';
import { fileText, importsCode, section } from './text.ts';

/** The file's functions outside of namespaces. */
const FUNCTIONS = [
  ...['bindData', 'statisticAt', 'levelStatisticAt'],
  ...['density', 'directDensity', 'separatedDensity', 'priorDensity', 'toOwnScale', 'pullBack'],
  ...['logDensityUnconstrained', 'logPriorUnconstrained', 'logJacobianUnconstrained', 'constrain'],
  ...['logDensityOwnScale', 'firstOutsideSupport', 'DIMENSION', 'VALUES', 'COLUMNS'],
  ...['CENTRINGS', 'setCentrings', 'describeCentrings', 'standardise', 'sumShard', 'reportsAt'],
];

/** Generates the AssemblyScript of a plan. */
export function emit(layout: TypedLayout, plan: Plan): string {
  const { graph, domains, grids, orders } = plan;
  const columns = columnNames(layout);
  const { context, imports, constants, namespace } = openContext({
    graph,
    layout,
    domains,
    lookups: lookupsOf(graph, schedulesOf(plan), orders),
    functions: FUNCTIONS,
    grids,
    orders,
    counted: countedTables(layout),
  });
  const namespaces = {
    values: namespace(
      'Latent',
      "The latents on the layout's own scale, with the complements of probabilities",
    ),
    unconstrained: namespace('Unconstrained', 'The latents on the unconstrained scale'),
    adjoints: namespace('Adjoint', 'The derivative of the log density by each latent, on its own scale'),
    centrings: namespace(
      'Centring',
      'How far latents are centred: 1 as they stand, 0 as distances from their locations',
    ),
  };
  const globals = new Map<NodeId, string>();
  const latents = declareLatents(plan.latents, context, namespaces, globals);
  const unknowns = declareUnknowns(plan.solving.equations, context, namespaces.values, globals);
  const { scalars, statements } = scalarsOf(plan, context, globals);

  const inTransform = new Set(plan.transform.schedule.steps.flatMap(({ nodes }) => nodes));
  // The pull-back reads some profile values that the transform has computed, and does not compute them again.
  const known = (id: NodeId) => inTransform.has(id) && graph.node(id).domain === PROFILE;
  const computed = plan.pullBack.schedule.steps
    .flatMap(({ nodes, reductions }) => [...nodes, ...reductions])
    .filter((id) => !known(id));
  const shared = new Set(
    [...computed.flatMap((id) => graph.node(id).inputs), ...plan.pullBack.gradient].filter(known),
  );
  const inputs = new Set(globals.keys());
  const loops = new Map<string, WrittenLoop>();
  const program = (
    schedule: Schedule,
    outputs: readonly (NodeId | null)[],
    loopName: (step: Step) => string,
    more: {
      readonly shared?: ReadonlySet<NodeId>;
      readonly available?: ReadonlySet<NodeId>;
      readonly given?: readonly string[];
      readonly hints?: ReadonlyMap<NodeId, string>;
      readonly sums?: string;
    } = {},
  ) =>
    writeProgram({
      context,
      schedule,
      outputs: outputs.filter((id) => id !== null),
      loopName,
      globals,
      loops,
      shared: more.shared ?? new Set(),
      available: more.available ?? inputs,
      given: more.given ?? [],
      hints: more.hints ?? new Map(),
      shards: more.sums === undefined ? undefined : { sketch: plan.sketch, path: more.sums },
    });
  /** Names loops `forward` if they compute the value itself, `backward` if they compute only adjoints. */
  const directions = (value: NodeId, forward: string, backward: string) => {
    const below = new Set(reachable(graph, [value]));
    return ({ nodes, reductions }: Step) =>
      [...nodes, ...reductions].some((id) => below.has(id)) ? forward : backward;
  };
  const { transform: scales, separated: fast } = plan;
  const [sumsName, separatedSumsName] = ['sumOverRows', 'sumOverRowsSeparated'].map(context.claim) as [
    string,
    string,
  ];
  const transform = program(
    scales.schedule,
    [scales.logJacobian, ...scales.values, ...scales.complements],
    () => 'toOwnScale',
    { shared, hints: outputNames(latents, scales) },
  );
  const density = program(
    plan.density.schedule,
    [plan.density.logDensity, ...plan.density.adjoints],
    directions(plan.density.logDensity, 'forward', 'backward'),
    { hints: densityNames(latents, plan.density), sums: sumsName },
  );
  const separated =
    fast === null
      ? null
      : program(
          fast.schedule,
          [fast.logDensity, ...fast.adjoints],
          directions(fast.logDensity, 'forwardSeparated', 'backwardSeparated'),
          { hints: densityNames(latents, fast), sums: separatedSumsName },
        );
  const range = fast === null ? null : program(fast.rangeSchedule, [fast.range], () => 'range');
  const prior = program(
    plan.prior.schedule,
    [plan.prior.logDensity, ...plan.prior.adjoints],
    directions(plan.prior.logDensity, 'prior', 'priorBackward'),
    { hints: densityNames(latents, plan.prior) },
  );
  const pullBack = program(plan.pullBack.schedule, plan.pullBack.gradient, () => 'pullBack', {
    available: new Set([...inputs, ...inTransform]),
    given: ['gradient'],
    hints: new Map(plan.pullBack.gradient.map((id, index) => [id, `${latents[index]!.name}Gradient`])),
  });
  const support = program(
    plan.support.schedule,
    latents.flatMap(({ lo, hi }) => [lo, hi]),
    () => 'support',
    { given: ['point', 'i'] },
  );

  const { reported } = plan.reports;
  const reports = program(
    plan.reports.schedule,
    reported.map(({ node }) => node),
    () => 'report',
    { given: ['point', 'out'], hints: new Map(reported.map(({ name, node }) => [node, name])) },
  );
  const solving = program(
    plan.solving.schedule,
    plan.solving.equations.map(({ residual }) => residual),
    () => 'residual',
    {
      given: ['point', 'out', SOLVING],
      hints: new Map(plan.solving.equations.map(({ name, residual }) => [residual, `${name}Residual`])),
    },
  );
  const standardisation = program(
    plan.standardisation.schedule,
    plan.latents.flatMap(({ learntCentring }) => [...centringNodes(learntCentring)]),
    () => 'standardise',
    {
      given: ['position', 'out'],
    },
  );

  // The density that serves most points decides how many shards there are.
  const shards = shardCode(context, [
    ...(separated === null ? [] : [{ code: separated, path: separatedSumsName }]),
    { code: density, path: sumsName },
  ]);
  const isIndexed = latents.some(({ domain }) => domain !== PROFILE);
  const densities = [
    ...densityFunctions(latents, context, plan.density, density, fast === null ? 'density' : 'directDensity'),
    ...(fast === null ? [] : separatedFunctions(latents, context, fast, separated!, range!)),
    priorFunction(latents, context, plan.prior, prior),
  ];
  const scaled = scaleFunctions(latents, plan, transform, pullBack, context);
  const isSharded = shards.binding.length > 0;
  const points = [
    ...pointFunctions(latents, support, context, isSharded),
    ...centringFunctions(latents, standardisation, context, isSharded),
    ...reportFunction(latents, reported, { reports, solving, unknowns }, context),
  ];
  const sharedLoops = writeDeferred(context);
  // By now all loops have declared the arrays and lookups that they need.
  const binding = bindingCode({
    context,
    columns,
    outcomes: outcomeNames(layout),
    scalars: statements,
    finally: [
      ...(isIndexed ? [`DIMENSION = ${sizeOf(latents, context.domainCode)};`, 'VALUES = DIMENSION;'] : []),
      ...bindCentrings(latents, context),
      ...bindSolving(unknowns, context),
      ...shards.binding,
    ],
    scalar: (id) => scalars.get(id) ?? globals.get(id)!,
  });
  const statistics = plan.statistics.map(({ node }) => scalars.get(node)!);
  const levelStatistics = plan.levelStatistics.map((node) => context.levelArray(node));

  return fileText([
    header(layout),
    importsCode(imports),
    constantsCode(constants),
    isIndexed ? growingSizesCode(columns.length) : sizesCode(latents.length, columns.length),
    centringSizeCode(latents),
    namespaces.values.code(),
    namespaces.unconstrained.code(),
    namespaces.adjoints.code(),
    namespaces.centrings.code(),
    context.point.code(),
    section('The data'),
    context.data.code(),
    context.rows.namespace.code(),
    context.columns.code(),
    binding,
    statisticFunction(statistics),
    levelStatisticFunction(levelStatistics),
    ...(domains.length === 0 ? [] : [section('The domains, and the loops over their members')]),
    ...sharedLoops,
    ...domains.map(({ id }) => context.domainCode.get(id)!.namespace.code()),
    section('The density'),
    ...densities,
    ...shards.functions,
    section('The scales'),
    ...scaled,
    section('What the sampler and the host call'),
    ...points,
  ]);
}

/** The names of a density's values in the function that computes it. */
function densityNames(
  latents: readonly NamedLatent[],
  { logDensity, adjoints }: DensityPlan,
): ReadonlyMap<NodeId, string> {
  const names = adjoints.map((id, index) => [id, `${latents[index]!.name}Adjoint`] as const);
  return new Map([...names, [logDensity, 'logDensity']]);
}

/** The names of the transform's values in the function that computes it. */
function outputNames(
  latents: readonly NamedLatent[],
  { values, complements, logJacobian }: Plan['transform'],
): ReadonlyMap<NodeId, string> {
  const names = new Map(values.map((id, index) => [id, latents[index]!.name]));
  complements.forEach((id, index) => {
    if (id !== null) names.set(id, `not${capitalised(latents[index]!.name)}`);
  });
  return names.set(logJacobian, 'logJacobian');
}

/**
 * Declares the data-set scalars that programs, statistics and rows read, and returns the statements that compute them.
 */
function scalarsOf(
  plan: Plan,
  context: EmitContext,
  globals: Map<NodeId, string>,
): { readonly scalars: ReadonlyMap<NodeId, string>; readonly statements: readonly string[] } {
  const { graph } = plan;
  const leaves = storedNodes(plan);
  const scalars = new Map<NodeId, string>();
  const declare = (id: NodeId, hint: string) => {
    const known = scalars.get(id) ?? declareScalar(context, id, hint);
    scalars.set(id, known);
    return known;
  };
  for (const id of leaves) {
    if (graph.node(id).domain !== PROFILE) continue;
    const expression = storedExpression(plan, id);
    globals.set(id, declare(expression, dataName(graph, expression)));
  }
  for (const id of scalarsOfRows(plan, leaves)) declare(id, dataName(graph, id));
  for (const { node, text } of plan.statistics) declare(node, text);
  const levelStatistics = levelStatisticsIn(graph, [
    ...leaves.map((id) => storedExpression(plan, id)),
    ...plan.domains.flatMap(({ keys }) => keys),
    ...scalars.keys(),
    ...plan.levelStatistics,
  ]);
  return { scalars, statements: scalarCode(context, scalars, levelStatistics) };
}

function header(layout: TypedLayout): string {
  const doc = layout.doc === null ? '' : `\n * ${layout.doc.replace(/\*\//g, '* /').replace(/\n/g, '\n * ')}`;
  return `/**\n * The layout ${layout.name}, generated by theodolite.${doc}\n */`;
}

function sizesCode(latents: number, columns: number): string {
  return `/** The numbers of unconstrained dimensions, of values of a draw, and of columns of the data. */
export const DIMENSION: i32 = ${latents};
export const VALUES: i32 = ${latents};
export const COLUMNS: i32 = ${columns};`;
}

function growingSizesCode(columns: number): string {
  return `/** The numbers of unconstrained dimensions and of values of a draw, known when data is bound. */
export let DIMENSION: i32 = 0;
export let VALUES: i32 = 0;
/** The number of columns of the data. */
export const COLUMNS: i32 = ${columns};`;
}

/** The function that reads the statistics of the manifest. */
function statisticFunction(names: readonly string[]): string {
  return `/** A statistic of the data that is bound; NaN for one that is not there. */
export function statisticAt(index: i32): f64 {
${casesCode(names)}  return NaN;
}`;
}

/** The function that finds the values of the statistics by levels, whose arrays are given. */
function levelStatisticFunction(arrays: readonly string[]): string {
  return `/** Where a statistic by the levels of a category is, one f64 per level; 0 for one that is not there. */
export function levelStatisticAt(index: i32): usize {
${casesCode(arrays)}  return 0;
}`;
}

function casesCode(names: readonly string[]): string {
  const cases = names.map((name, index) => `    case ${index}:\n      return ${name};`);
  return cases.length === 0 ? '' : `  switch (index) {\n${cases.join('\n')}\n  }\n`;
}

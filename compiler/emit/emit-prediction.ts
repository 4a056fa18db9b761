/** Emits the AssemblyScript of a layout's predictions: the file that replaces runtime/prediction.ts. */
import type { TypedLayout } from '../check/typed-layout.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import type { PredictionPlan } from '../schedule/plan-prediction.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { lookupsOf } from '../schedule/schedule.ts';
import { bindingCode } from './binding-code.ts';
import { constantsCode } from './constants.ts';
import { columnNames, type EmitContext, openContext, outcomeNames, type WrittenLoop } from './context.ts';
import { declareScalar, scalarCode } from './data-code.ts';
import { drawCode } from './draw-code.ts';
import { givenCode } from './given-code.ts';
import { type ReadLatent, readValues } from './latent-code.ts';
import { writeDeferred } from './loop-code.ts';
import { capitalised } from './names.ts';
import { type Output, outputStatements, placeOutput } from './output-code.ts';
import { writeProgram } from './program-code.ts';
import { isByLevel } from './row-expression.ts';
import { fileText, importsCode, indent, section } from './text.ts';

/** The file's functions outside of namespaces. */
const FUNCTIONS = [
  ...['bindData', 'setLevels', 'setStatistic', 'levelStatisticRoom', 'predictAt', 'likelihoodAt'],
  ...['outcomeMean', 'outcomeLogLikelihood', 'derivedValue', 'drawOutcome'],
];

/** Generates the AssemblyScript of a plan of predictions. */
export function emitPrediction(layout: TypedLayout, plan: PredictionPlan): string {
  const { graph } = plan;
  const columns = columnNames(layout);
  const outcomes = outcomeNames(layout);
  const { context, imports, constants, namespace } = openContext({
    graph,
    layout,
    domains: plan.domains,
    lookups: predictionLookups(plan),
    functions: FUNCTIONS,
    // Predictions run far less often than gradients, so compile time matters more than speed.
    hasNarrowIndices: false,
  });
  const { domainCode } = context;
  const values = namespace(
    'Latent',
    "The latents on the layout's own scale, with the complements of probabilities",
  );
  const globals = new Map<NodeId, string>();
  const read = new Set(
    reachable(graph, [...nodesOf(plan.prediction), ...nodesOf(plan.likelihood), ...outputsOf(plan)]),
  );
  const latents = plan.latents.map((latent): ReadLatent => {
    const hold = (id: NodeId | null, hint: string) => {
      if (id === null || !read.has(id)) return null;
      if (latent.domain !== PROFILE) return domainCode.get(latent.domain)!.addArray(id, hint);
      const name = values.declare(hint, 'f64');
      globals.set(id, name);
      return name;
    };
    const complement = hold(latent.complement, `not${capitalised(latent.name)}`);
    // 1 − p is computed from p.
    if (complement !== null) read.add(latent.value);
    return { ...latent, names: { value: hold(latent.value, latent.name), complement } };
  });

  // Data-set scalars that binding computes from the given statistics.
  const scalars = new Map<NodeId, string>();
  const stored = [...read].map((id) => ({ id, node: graph.node(id) }));
  for (const { id, node } of stored) {
    if (node.op !== 'stored' || node.domain !== PROFILE) continue;
    const name = scalars.get(node.expression) ?? declareScalar(context, node.expression);
    scalars.set(node.expression, name);
    globals.set(id, name);
  }
  const expressions = [
    ...stored.flatMap(({ node }) => (node.op === 'stored' ? [node.expression] : [])),
    ...plan.domains.flatMap(({ keys }) => keys),
  ];
  const leaves = reachable(graph, expressions);
  for (const id of leaves) {
    const node = graph.node(id);
    const isScalar = ['constant', 'statistic'].includes(graph.kind(id)) && node.op !== 'constant';
    if (isScalar && !scalars.has(id)) scalars.set(id, declareScalar(context, id));
  }
  const scalarStatements = scalarCode(context, scalars, []);
  const given = givenCode(context, layout, {
    columns,
    statistics: leaves.filter((id) => graph.node(id).op === 'given' && !isByLevel(graph.node(id))),
    levelStatistics: leaves.filter((id) => graph.node(id).op === 'given' && isByLevel(graph.node(id))),
    scalar: (id) => scalars.get(id)!,
  });

  const inputs = new Set(globals.keys());
  const loops = new Map<string, WrittenLoop>();
  const program = (schedule: Schedule, outputs: readonly NodeId[], loopName: string) =>
    writeProgram({
      context,
      schedule,
      outputs,
      loopName: () => loopName,
      given: ['point'],
      hints: new Map(),
      globals,
      loops,
      shared: new Set(outputs.filter((id) => graph.node(id).domain === PROFILE)),
      available: inputs,
    });
  const predicted = [
    ...plan.outcomes.flatMap(({ mean, drawn }) => [mean, ...drawn]),
    ...plan.derived.map(({ node }) => node),
  ];
  // Outputs of outcomes have no name in the layout.
  for (const { outcome, mean, logLikelihood } of plan.outcomes) {
    nameOutput(context, mean, `${outcome}Mean`);
    nameOutput(context, logLikelihood, `${outcome}LogLikelihood`);
  }
  const prediction = program(plan.prediction, predicted, 'predict');
  const likelihoods = plan.outcomes.map(({ logLikelihood }) => logLikelihood);
  const likelihood = program(plan.likelihood, likelihoods, 'logLikelihood');
  const at = { context, eachRow: domainCode.get(plan.eachRow)! };
  const output = (id: NodeId, code: (id: NodeId) => { readonly text: string }): Output =>
    placeOutput(at, id, () => code(id).text);
  const means = plan.outcomes.map(({ mean }) => output(mean, prediction.code));
  const derived = plan.derived.map(({ node, isByRow }) => ({
    isByRow,
    output: output(node, prediction.code),
  }));
  const logs = likelihoods.map((id) => output(id, likelihood.code));
  const draws = drawCode(
    at,
    plan.outcomes.map(({ given, drawn, drawCode: code, limits }, index) => ({
      code,
      // The same random numbers make a time that belongs to the choice.
      stream: given === null ? index : plan.outcomes.findIndex(({ outcome }) => outcome === given),
      limits,
      parameters: drawn.map((id) => output(id, prediction.code)),
    })),
  );
  const [predictAt, likelihoodAt] = [prediction, likelihood].map(({ local, statements }) =>
    indent([...readValues(latents, context, local), ...statements], 2),
  );
  const outputs = [
    switchFunction(
      'The mean of the distribution of an outcome at each distinct row, of the last prediction',
      'outcomeMean',
      means.map((each) => outputStatements(at, each)),
    ),
    switchFunction(
      'The log density or mass that each distinct row has in an outcome, NaN where it is missing, of the last `evaluateLikelihood`',
      'outcomeLogLikelihood',
      logs.map((each) => outputStatements(at, each)),
    ),
    switchFunction(
      'A derived node at each distinct row, or its one value, of the last prediction',
      'derivedValue',
      derived.map(({ isByRow, output: each }) =>
        isByRow ? outputStatements(at, each) : [`store<f64>(out, ${each.text});`],
      ),
    ),
    draws,
  ];

  const sharedLoops = writeDeferred(context);
  const binding = bindingCode({
    context,
    columns,
    outcomes,
    scalars: [...given.statements, ...scalarStatements],
    finally: [],
    scalar: (id) => scalars.get(id) ?? globals.get(id)!,
    levels: given.levels,
  });
  return fileText([
    `/**\n * What the layout ${layout.name} predicts of each row, generated by theodolite.\n */`,
    importsCode(imports),
    constantsCode(constants),
    values.code(),
    context.point.code(),
    section('The data: statistics of the fitted rows, and the rows to predict'),
    context.data.code(),
    context.rows.namespace.code(),
    context.columns.code(),
    ...given.functions,
    binding,
    section('The domains, and the loops over their members'),
    ...sharedLoops,
    ...plan.domains.map(({ id }) => domainCode.get(id)!.namespace.code()),
    section('Prediction'),
    `/** Takes a point of the layout's own scale to what is predicted there. */
export function predictAt(point: usize): void {
${predictAt}
}`,
    `/** Takes a point of the layout's own scale to the log likelihood of each distinct row there. */
export function likelihoodAt(point: usize): void {
${likelihoodAt}
}`,
    ...outputs,
  ]);
}

/** Names the array of an output that the layout does not name. */
function nameOutput({ graph, domainCode }: EmitContext, id: NodeId, hint: string): void {
  const { domain, op } = graph.node(id);
  const owner = domainCode.get(domain);
  const isNamed = op === 'stored' || graph.nameOf(id) !== undefined;
  if (owner !== undefined && !isNamed && !owner.arrays.has(id)) owner.addArray(id, hint);
}

function nodesOf({ steps }: Schedule): readonly NodeId[] {
  return steps.flatMap(({ nodes }) => [...nodes]);
}

/** The domains that loops look up, and those that outputs at each row look up. */
function predictionLookups(plan: PredictionPlan): ReadonlyMap<DomainId, readonly DomainId[]> {
  const { graph, eachRow } = plan;
  const ofLoops = lookupsOf(graph, [plan.prediction, plan.likelihood]);
  const ofOutputs = outputsOf(plan)
    .map((id) => graph.node(id).domain)
    .filter((domain) => domain !== PROFILE && domain !== eachRow);
  return new Map([...ofLoops, [eachRow, [...new Set([...(ofLoops.get(eachRow) ?? []), ...ofOutputs])]]]);
}

function outputsOf({ outcomes, derived }: PredictionPlan): readonly NodeId[] {
  return [
    ...outcomes.flatMap(({ mean, logLikelihood, drawn }) => [mean, logLikelihood, ...drawn]),
    ...derived.map(({ node }) => node),
  ];
}

/** A function that writes one of several values to `out`, selected by its index. */
function switchFunction(comment: string, name: string, cases: readonly (readonly string[])[]): string {
  return `/** ${comment}. */
export function ${name}(index: i32, out: usize): void {
  switch (index) {
${cases.map((lines, index) => `    case ${index}:\n${indent([...lines, 'return;'], 6)}`).join('\n')}
  }
}`;
}

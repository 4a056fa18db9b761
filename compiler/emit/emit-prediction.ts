/** Writes the AssemblyScript of what a layout predicts: the file that takes the place of runtime/prediction.ts. */
import type { TypedLayout } from '../check/typed-layout.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { reachable } from '../graph/traverse.ts';
import { lookupsOf } from '../schedule/lookups.ts';
import type { PredictionPlan } from '../schedule/plan-prediction.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { bindingCode, lookedUpFirst } from './binding-code.ts';
import { columnNames, openContext, outcomeNames } from './context.ts';
import { type DomainNames, nameDomain, scalarCode } from './data-code.ts';
import { drawCode } from './draw-code.ts';
import { givenCode } from './given-code.ts';
import { capitalised, dataName, identifierFrom } from './identifiers.ts';
import { type ReadLatent, readValues } from './latent-code.ts';
import { type Output, outputStatements, placeOutput } from './output-code.ts';
import { writeProgram } from './program-code.ts';
import { isByLevel } from './row-expression.ts';
import { declare, fileText, importsCode, indent, section } from './text.ts';

/** Generates the AssemblyScript of a plan of predictions. */
export function emitPrediction(layout: TypedLayout, plan: PredictionPlan): string {
  const { graph } = plan;
  const columns = columnNames(layout);
  const outcomes = outcomeNames(layout);
  const { context, imports, columnPointers, levelArrays } = openContext(graph, plan.domains, outcomes, {
    // A prediction is made far less often than a gradient is taken, and should cost little to compile.
    hasNarrowIndices: false,
  });
  const { ids } = context;

  const globals = new Map<NodeId, string>();
  const domains = new Map<DomainId, DomainNames>();
  const lookups = predictionLookups(plan);
  for (const domain of plan.domains)
    domains.set(domain.id, nameDomain(graph, domain, ids, lookups.get(domain.id) ?? []));
  const read = new Set(
    reachable(graph, [...nodesOf(plan.prediction), ...nodesOf(plan.likelihood), ...outputsOf(plan)]),
  );
  const latents = plan.latents.map((latent): ReadLatent => {
    const hold = (id: NodeId | null, hint: string) => {
      if (id === null || !read.has(id)) return null;
      const isIndexed = latent.domain !== PROFILE;
      const name = ids.claim(isIndexed ? `${hint}Of${capitalised(domains.get(latent.domain)!.title)}` : hint);
      (isIndexed ? domains.get(latent.domain)!.arrays : globals).set(id, name);
      return name;
    };
    const complement = hold(latent.complement, `not${capitalised(latent.name)}`);
    // What is 1 - p is computed from p.
    if (complement !== null) read.add(latent.value);
    return { ...latent, names: { value: hold(latent.value, latent.name), complement } };
  });
  for (const name of columns) columnPointers.set(name, ids.claim(`${name}Column`));

  // What binding computes once, of statistics that are given.
  const scalars = new Map<NodeId, string>();
  const stored = [...read].map((id) => ({ id, node: graph.node(id) }));
  for (const { id, node } of stored) {
    if (node.op !== 'stored' || node.domain !== PROFILE) continue;
    const name = scalars.get(node.expression) ?? ids.claim(identifierFrom(dataName(graph, node.expression)));
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
    if (isScalar && !scalars.has(id)) scalars.set(id, ids.claim(identifierFrom(dataName(graph, id))));
  }
  const scalar = scalarCode(context, scalars, []);
  const given = givenCode(context, layout, {
    columns,
    statistics: leaves.filter((id) => graph.node(id).op === 'given' && !isByLevel(graph.node(id))),
    levelStatistics: leaves.filter((id) => graph.node(id).op === 'given' && isByLevel(graph.node(id))),
    scalar: (id) => scalars.get(id)!,
  });

  const inputs = new Set(globals.keys());
  const loops = new Map<string, string>();
  const program = (schedule: Schedule, outputs: readonly NodeId[]) =>
    writeProgram({
      context,
      schedule,
      outputs,
      globals,
      loops,
      domains,
      shared: new Set(outputs.filter((id) => graph.node(id).domain === PROFILE)),
      available: inputs,
    });
  const predicted = [
    ...plan.outcomes.flatMap(({ mean, drawn }) => [mean, ...drawn]),
    ...plan.derived.map(({ node }) => node),
  ];
  const prediction = program(plan.prediction, predicted);
  const likelihoods = plan.outcomes.map(({ logLikelihood }) => logLikelihood);
  const likelihood = program(plan.likelihood, likelihoods);
  const at = { context, domains, eachRow: domains.get(plan.eachRow)! };
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
    plan.outcomes.map(({ family, drawn }) => ({
      family,
      parameters: drawn.map((id) => output(id, prediction.code)),
    })),
  );
  const values = readValues(latents, { context, domains });
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

  const binding = bindingCode({
    context,
    columns,
    outcomes,
    domains: lookedUpFirst(plan.domains, domains),
    names: domains,
    scalars: [...given.statements, ...scalar.statements],
    finally: [],
    scalar: (id) => scalars.get(id) ?? globals.get(id)!,
    levels: given.levels,
  });
  const floats = [...new Set([...scalar.globals, ...globals.values()])];
  return fileText([
    `/**\n * What the layout ${layout.name} predicts of each row, generated by theodolite.\n */`,
    importsCode(imports),
    section('The statistics and the levels of the data that were fitted'),
    given.variables,
    declare([...levelArrays.values()], 'usize', '0'),
    ...given.functions,
    section('The distinct rows, while they are bound, and what binding makes of them'),
    binding.variables,
    section('Values that more than one function reads'),
    declare(floats, 'f64', '0.0'),
    section('Binding'),
    ...scalar.functions,
    ...binding.functions,
    section('Prediction'),
    ...prediction.functions,
    ...likelihood.functions,
    `/** Takes a point of the layout's own scale to what is predicted there. */
export function predictAt(point: usize): void {
${indent([...values, ...prediction.statements], 2)}
}`,
    `/** Takes a point of the layout's own scale to the log likelihood of each distinct row there. */
export function likelihoodAt(point: usize): void {
${indent([...values, ...likelihood.statements], 2)}
}`,
    ...outputs,
  ]);
}

function nodesOf({ steps }: Schedule): readonly NodeId[] {
  return steps.flatMap(({ nodes }) => [...nodes]);
}

/** Besides what loops look up, that of what is read of the prediction at each row. */
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

/** A function that writes to `out` what one of several numbers stands for. */
function switchFunction(comment: string, name: string, cases: readonly (readonly string[])[]): string {
  return `/** ${comment}. */
export function ${name}(index: i32, out: usize): void {
  switch (index) {
${cases.map((lines, index) => `    case ${index}:\n${indent([...lines, 'return;'], 6)}`).join('\n')}
  }
}`;
}

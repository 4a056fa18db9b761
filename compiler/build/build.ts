/** Builds the expression graph of a typed layout: its log density, and a transform for each latent. */

import type { Span } from '../../grammar/source.ts';
import { TABLE_COLUMN } from '../../module/manifest.ts';
import { leadingCategoriesOf, levelFactsOf, sharedCategoriesOf } from '../check/level-facts.ts';
import { isCentringLearnt, isNonCentredByItself } from '../check/parametrisation.ts';
import { countedTables, tableOfColumn, tableOfStatistic } from '../check/row-tables.ts';
import { classGroups, letsOfClasses } from '../check/summed-classes.ts';
import type { Equation, Latent, StatisticExpression, TypedLayout } from '../check/typed-layout.ts';
import type { LatentNodes } from '../families/prior.ts';
import { mapPrior } from '../families/priors.ts';
import { Graph } from '../graph/graph.ts';
import type { NodeId, RowSet } from '../graph/node.ts';
import { probabilityOf, realOf } from '../graph/probability.ts';
import { standardsOf } from '../interpret/standardise.ts';
import { AS_IT_IS, type Standard } from '../interpret/transform.ts';
import { type Standardisation, standardisationOf, standardisedLatent } from './centring.ts';
import { type GroupNodes, groupNodes, outsideGroups } from './classes.ts';
import { expressionNode, type NamedNodes } from './expression.ts';
import { logLikelihood } from './outcome.ts';
import { logPrior, type PriorNodes, type Transformed, transformNodes } from './prior.ts';
import { summingToZero, whereFree } from './sum-to-zero.ts';

/** A statistic of the data set that the layout is fitted to. */
export interface Statistic {
  readonly node: NodeId;
  /** As the author wrote it. */
  readonly text: string;
}

/** A statistic with one value per level of a category, computed from that level's rows. */
export interface LevelStatistic extends Statistic {
  readonly by: string;
}

/** What the sampler learns how far to centre a latent by, and the centring from which it begins. */
export interface LearntCentring extends Standardisation {
  readonly start: 0 | 1;
  /** The first transformation of the unconstrained number. */
  readonly standard: Standard;
}

/** One latent in the graph: its prior, and how its own scale comes from the unconstrained one. */
export interface GraphLatent {
  readonly name: string;
  /** The category that indexes it, with one value per level; null for a single value. */
  readonly index: string | null;
  readonly isProbability: boolean;
  readonly prior: PriorNodes;
  readonly nodes: LatentNodes;
  readonly transformed: Transformed;
  /** Null where how far it is centred is not learnt. */
  readonly learntCentring: LearntCentring | null;
}

/** A quantity that follows from the latents. */
export interface GraphReport {
  readonly name: string;
  readonly index: string | null;
  readonly node: NodeId;
  /** The equation whose solution the node reads as a latent; null if it reads none. */
  readonly equation: GraphEquation | null;
}

/** An equation with at most one solution between two ends: the residual is 0 there. */
export interface GraphEquation extends Pick<Equation, 'unknown' | 'lo' | 'hi'> {
  readonly residual: NodeId;
}

export interface ModelGraph {
  readonly graph: Graph;
  readonly latents: readonly GraphLatent[];
  readonly statistics: readonly Statistic[];
  readonly levelStatistics: readonly LevelStatistic[];
  /** The node of each statistic in the layout. Equal statistics share a node. */
  readonly statisticNodes: ReadonlyMap<StatisticExpression, NodeId>;
  /** Log prior plus log likelihood on the constrained scale, without Jacobians. */
  readonly logDensity: NodeId;
  /** The log prior alone, on the constrained scale, without Jacobians. */
  readonly logPrior: NodeId;
  readonly logJacobian: NodeId;
  readonly reports: readonly GraphReport[];
}

/**
 * Builds the graph. `text` is the layout's source, from which statistics get their display names; `isNonCentred` says
 * which latents are sampled noncentred.
 */
export function buildGraph(
  layout: TypedLayout,
  text: string,
  isNonCentred: (latent: Latent) => boolean = isNonCentredByItself,
): ModelGraph {
  const graph = new Graph(levelFactsOf(layout), sharedCategoriesOf(layout), leadingCategoriesOf(layout));
  const statistics = new Map<StatisticExpression, NodeId>();
  const onOwnScale = new Map<string, NodeId>();
  const nodesOf = new Map<string, LatentNodes>();
  for (const latent of layout.latents) {
    const nodes = latentNodes(graph, latent);
    nodesOf.set(latent.name, nodes);
    onOwnScale.set(latent.name, asNamed(graph, nodes));
  }
  for (const { equation, index } of layout.reports) {
    if (equation === undefined) continue;
    const inputs = indexInputs(graph, { index });
    onOwnScale.set(equation.unknown, graph.intern({ op: 'latent', name: equation.unknown, inputs }));
  }
  const computed: NamedNodes['statistic'] = (expression, build) => {
    const node = build();
    statistics.set(expression, node);
    return node;
  };
  const posteriors = new Map<string, NodeId>();
  const names = namesOf(graph, layout, onOwnScale, computed, { posteriors });
  // Build lets in their own order first, so that a node shared by several lets is named after the first of them.
  const ofClasses = letsOfClasses(layout);
  for (const { name } of layout.lets) if (!ofClasses.has(name)) names.derived(name);

  const transformed = new Map<string, Transformed>();
  const unconstrainedValues = new Map<string, NodeId>();
  const transformNames = namesOf(graph, layout, unconstrainedValues, computed);
  const priors = new Map<string, PriorNodes>();
  const standardisations = new Map<string, LearntCentring>();
  const standards = standardsOf(layout, isNonCentred);
  for (const index of layout.priorOrder) {
    const latent = layout.latents[index]!;
    priors.set(
      latent.name,
      mapPrior(latent.prior, (parameter) => expressionNode(graph, parameter, names)),
    );
    const u = graph.intern({ op: 'unconstrained', name: latent.name, inputs: indexInputs(graph, latent) });
    // `previous` reads the latent itself, but no parameter that the transform reads contains `previous`.
    unconstrainedValues.set(latent.name, u);
    const bounds = mapPrior(latent.prior, (parameter) => expressionNode(graph, parameter, transformNames));
    const standardised = standardisedLatent(graph, latent, isNonCentred(latent), transformNames);
    const independent = transformNodes(graph, bounds, u, {
      isProbability: isProbability(latent),
      standardised,
      standard: standards.get(latent.name) ?? null,
    });
    const { sumsToZero } = latent.prior;
    const image = sumsToZero ? summingToZero(graph, latent.index!, independent, u) : independent;
    if (standardised !== null && isCentringLearnt(latent)) {
      const standardisation = standardisationOf(graph, standardised, independent.value);
      const { logScale } = standardisation;
      standardisations.set(latent.name, {
        ...standardisation,
        logScale: sumsToZero ? whereFree(graph, latent.index!, logScale, graph.constant(0)) : logScale,
        start: isNonCentred(latent) ? 0 : 1,
        standard: standards.get(latent.name) ?? AS_IT_IS,
      });
    }
    transformed.set(latent.name, { ...image, logJacobian: overLevels(graph, latent, image.logJacobian) });
    unconstrainedValues.set(latent.name, asNamed(graph, image));
  }

  const latents = layout.latents.map((latent) => ({
    name: latent.name,
    index: latent.index,
    isProbability: isProbability(latent),
    prior: priors.get(latent.name)!,
    nodes: nodesOf.get(latent.name)!,
    transformed: transformed.get(latent.name)!,
    learntCentring: standardisations.get(latent.name) ?? null,
  }));
  const priorTerms = latents.map((latent) => {
    const { prior } = latent;
    const term = overLevels(graph, latent, logPrior(graph, prior, latent.nodes));
    if (!prior.sumsToZero) return term;
    // On the plane there is one factor 1 / (sd √2π) less than there are levels.
    const one = logPrior(graph, prior, { value: graph.constant(0), complement: null });
    return graph.apply('subtract', [term, one]);
  });
  const terms = [...priorTerms];
  const counted = withoutRowCounts(layout);
  const groups = classGroups(counted);
  for (const observation of outsideGroups(counted.observations, groups)) {
    terms.push(...logLikelihood(graph, observation, (parameter) => expressionNode(graph, parameter, names)));
  }
  for (const group of groups) {
    const nodes = groupNodes(graph, group, (flags) => {
      const own = namesOf(graph, layout, onOwnScale, computed, {
        flag: (name) => graph.constant(known(flags, name)),
      });
      return (expression) => expressionNode(graph, expression, own);
    });
    terms.push(overLevels(graph, nodes, nodes.logDensity));
    for (const { states } of group.classes) {
      for (const { flag } of states) if (flag !== null) posteriors.set(flag, posteriorOf(graph, nodes, flag));
    }
  }
  for (const { over, table, value } of layout.factors) {
    const term = expressionNode(graph, value, names);
    terms.push(
      over === 'rows'
        ? graph.intern({ op: 'sum', rows: rowsOfTable(layout, table), inputs: [term] })
        : overLevels(graph, { index: over === 'once' ? null : over.category }, term),
    );
  }
  const reports = layout.reports.map(({ name, index, value, equation }) => {
    const node = expressionNode(graph, value, names);
    return {
      name,
      index,
      node: value.type.kind === 'probability' ? realOf(graph, node) : node,
      equation:
        equation === undefined
          ? null
          : { ...equation, residual: expressionNode(graph, equation.residual, names) },
    };
  });
  const sum = (nodes: readonly NodeId[]) =>
    nodes.reduce((total, node) => graph.apply('add', [total, node]), graph.constant(0));
  return {
    graph,
    latents,
    ...named(statistics, text),
    statisticNodes: statistics,
    logDensity: sum(terms),
    logPrior: sum(priorTerms),
    logJacobian: sum(latents.map((latent) => latent.transformed.logJacobian)),
    reports,
  };
}

function isProbability(latent: Latent): boolean {
  return latent.type.kind === 'probability';
}

/**
 * The nodes of a latent on its constrained scale: for a probability p, both p and 1 − p.
 *
 * @param index its category, or one of the columns of its category
 */
export function latentNodes(graph: Graph, latent: Latent, index = latent.index): LatentNodes {
  const inputs = indexInputs(graph, { index });
  const value = graph.intern({ op: 'latent', name: latent.name, inputs });
  graph.name(value, latent.name);
  if (!isProbability(latent)) return { value, complement: null };
  return { value, complement: graph.intern({ op: 'latentComplement', name: latent.name, inputs }) };
}

/** The column of the category that indexes a latent; nothing for a latent with a single value. */
function indexInputs(graph: Graph, { index }: Pick<Latent, 'index'>): readonly NodeId[] {
  return index === null ? [] : [graph.categoryColumn(index)];
}

/** A latent's contribution to a density: its term, summed over the levels of an indexed latent. */
function overLevels(graph: Graph, { index }: Pick<Latent, 'index'>, term: NodeId): NodeId {
  if (index === null || graph.constantValue(term) === 0) return term;
  return graph.intern({ op: 'sum', rows: { kind: 'levels', category: index }, inputs: [term] });
}

/** The node of a latent's name in an expression: a probability node if it has a complement, else a real node. */
export function asNamed(graph: Graph, { value, complement }: LatentNodes): NodeId {
  return complement === null ? value : probabilityOf(graph, value, complement);
}

/** The layout without the counts of rows that binding multiplies into how often each row occurs. */
function withoutRowCounts(layout: TypedLayout): TypedLayout {
  const counted = new Set(countedTables(layout).map(({ table }) => table));
  if (counted.size === 0) return layout;
  return {
    ...layout,
    observations: layout.observations.map((observation) =>
      counted.has(tableOfColumn(layout, observation.outcome))
        ? { ...observation, weight: null }
        : observation,
    ),
  };
}

/** All rows of a table; of the main one if it is null. */
function rowsOfTable({ tables }: TypedLayout, table: string | null): RowSet {
  if (tables.length === 0) return { kind: 'all' };
  const equals = 1 + tables.findIndex(({ name }) => name === table);
  return { kind: 'grade', outcome: TABLE_COLUMN, equals };
}

/** The nodes of names in expressions, given the nodes of the latents. Each let is built once. */
export function namesOf(
  graph: Graph,
  layout: TypedLayout,
  latents: ReadonlyMap<string, NodeId>,
  statistic: NamedNodes['statistic'],
  { flag, posteriors }: ClassNodes = {},
): NamedNodes {
  const lets = new Map(layout.lets.map((declared) => [declared.name, declared]));
  const built = new Map<string, NodeId>();
  const latentsByName = new Map(layout.latents.map((latent) => [latent.name, latent]));
  const names: NamedNodes = {
    latent: (name, index) => {
      const latent = latentsByName.get(name);
      // The unknown of an equation is no latent of the layout. In a row, which names several levels of the latent's category, that of one column.
      return latent === undefined || index === latent.index
        ? latents.get(name)!
        : asNamed(graph, latentNodes(graph, latent, index));
    },
    derived: (name) => {
      const known = built.get(name);
      if (known !== undefined) return known;
      const node = expressionNode(graph, lets.get(name)!.value, names);
      graph.name(node, name);
      built.set(name, node);
      return node;
    },
    class: (name) => flag?.(name) ?? unknownClass(name),
    posterior: (name) => known(posteriors, name),
    statistic,
    rowsOf: (expression) =>
      layout.tables.length === 0 ? {} : { table: tableOfStatistic(layout, expression) },
  };
  return names;
}

/** What is known of classes where an expression is built. */
interface ClassNodes {
  readonly flag?: (name: string) => NodeId;
  readonly posteriors?: ReadonlyMap<string, NodeId>;
}

function known<T>(values: ReadonlyMap<string, T> | undefined, name: string): T {
  const value = values?.get(name);
  return value ?? unknownClass(name);
}

function unknownClass(name: string): never {
  throw new Error(`the class ${name} is not known here: the layout was not checked`);
}

/** The probability that a flag of a level is 1, given the data and the latents. */
function posteriorOf(graph: Graph, nodes: GroupNodes, flag: string): NodeId {
  const share = (value: 0 | 1) =>
    graph.apply('exp', [graph.apply('subtract', [nodes.logDensityWhere(flag, value), nodes.logDensity])]);
  return probabilityOf(graph, share(1), share(0));
}

/** Each statistic once, in the order of first use, with its source text there. */
function named(
  nodes: ReadonlyMap<StatisticExpression, NodeId>,
  text: string,
): Pick<ModelGraph, 'statistics' | 'levelStatistics'> {
  const statistics = new Map<NodeId, Statistic>();
  const levelStatistics = new Map<NodeId, LevelStatistic>();
  for (const [{ by, span }, node] of nodes) {
    const written = textAt(text, span);
    if (by === null) {
      if (!statistics.has(node)) statistics.set(node, { node, text: written });
    } else if (!levelStatistics.has(node)) levelStatistics.set(node, { node, text: written, by });
  }
  return { statistics: [...statistics.values()], levelStatistics: [...levelStatistics.values()] };
}

/** The source text of a span, on one line. */
export function textAt(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\s+/g, ' ');
}

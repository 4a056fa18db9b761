/** The plan of a module: its scheduled programs, and the domains they run over. */

import type { GraphLatent, LearntCentring, ModelGraph } from '../build/build.ts';
import { supportNodes } from '../build/prior.ts';
import { derive, unboundedByData } from '../derive/derive.ts';
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { advance, positionOf } from '../passes/passes.ts';
import {
  type Compilation,
  Program,
  type ProgramName,
  placedDomains,
  type Snapshot,
} from '../passes/program.ts';
import { categoryOf, type Domain, dataKeys } from '../stage/domain.ts';
import type { MemberOrder } from '../stage/member-order.ts';
import { atLevels } from '../stage/placement.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { stage } from '../stage/stage.ts';
import { type Grid, gridsOf, possibleOrders } from './grids.ts';
import { type Schedule, schedule } from './schedule.ts';

export interface PlanLatent {
  readonly name: string;
  /** The domain of its values: the profile for a single value, the levels of its category for an indexed latent. */
  readonly domain: DomainId;
  /** Inputs of the density: the value, and for a probability its complement. */
  readonly value: NodeId;
  readonly complement: NodeId | null;
  /** Inputs of the transform, and of the pull-back of gradients. */
  readonly unconstrained: NodeId;
  readonly cotangent: NodeId;
  /** The bounds of the prior's support at the point, on the constrained scale; null is unbounded. */
  readonly lo: NodeId | null;
  readonly hi: NodeId | null;
  /** Null for a latent whose centring chains do not learn. */
  readonly learntCentring: LearntCentring | null;
}

/** A quantity that follows from the latents: one value, or one per level of its domain. */
export interface PlanReport {
  readonly name: string;
  readonly domain: DomainId;
  readonly node: NodeId;
}

/** An equation that a report solves: at most one solution between two ends, for each level of its domain. */
export interface PlanEquation {
  readonly name: string;
  readonly domain: DomainId;
  /** An input of the residual and of the report. */
  readonly unknown: NodeId;
  readonly residual: NodeId;
  readonly lo: number;
  readonly hi: number;
}

/** A program for the log density and its adjoints. */
export interface DensityPlan {
  readonly logDensity: NodeId;
  readonly adjoints: readonly NodeId[];
  readonly schedule: Schedule;
}

/** A density with separated exponentials, valid at points where the range is at most RANGE_LIMIT. */
export interface SeparatedDensity extends DensityPlan {
  readonly range: NodeId;
  readonly rangeSchedule: Schedule;
}

export interface Plan {
  readonly graph: Graph;
  /** The data that it is made for. */
  readonly sketch: DataSketch;
  readonly latents: readonly PlanLatent[];
  readonly statistics: readonly { readonly node: NodeId; readonly text: string }[];
  /** The per-level statistics. */
  readonly levelStatistics: readonly NodeId[];
  readonly domains: readonly Domain[];
  /** The domains that are laid out as grids if most of their cells occur in the data. */
  readonly grids: ReadonlyMap<DomainId, Grid>;
  /** The member orders of row domains that look up levels. */
  readonly orders: ReadonlyMap<DomainId, MemberOrder>;
  /** Log density on the constrained scale, with its adjoint for each latent. */
  readonly density: DensityPlan;
  /** A faster density for most points; null if nothing separates. */
  readonly separated: SeparatedDensity | null;
  /** The prior alone. */
  readonly prior: DensityPlan;
  /** From the unconstrained scale to the constrained one. */
  readonly transform: {
    readonly values: readonly NodeId[];
    readonly complements: readonly (NodeId | null)[];
    readonly logJacobian: NodeId;
    readonly schedule: Schedule;
  };
  /** From the latents' adjoints to the gradient on the unconstrained scale, including the log Jacobian's. */
  readonly pullBack: { readonly gradient: readonly NodeId[]; readonly schedule: Schedule };
  readonly support: { readonly schedule: Schedule };
  /** Computes the reports, on the constrained scale. */
  readonly reports: {
    readonly reported: readonly PlanReport[];
    readonly schedule: Schedule;
  };
  /** Computes the residuals of the equations that reports solve. */
  readonly solving: {
    readonly equations: readonly PlanEquation[];
    readonly schedule: Schedule;
  };
  /** Computes the nodes from which chains learn how far to centre latents. */
  readonly standardisation: { readonly schedule: Schedule };
  /** Snapshots of every program after each of its passes. */
  readonly trace: readonly Snapshot[];
}

/** All schedules for which a module has code. */
export function schedulesOf({
  transform,
  density,
  separated,
  prior,
  pullBack,
  support,
  reports,
  solving,
  standardisation,
}: Plan): readonly Schedule[] {
  const programs = [transform, density, prior, pullBack, support, reports, solving, standardisation].map(
    (program) => program.schedule,
  );
  return separated === null ? programs : [...programs, separated.schedule, separated.rangeSchedule];
}

type LatentOp = 'latent' | 'latentComplement' | 'unconstrained' | 'cotangent' | 'centring';

/** A latent's own nodes after staging. */
type Leaves = Omit<PlanLatent, 'lo' | 'hi' | 'learntCentring'>;

/** Takes a layout's graph through the passes, stages and differentiates it in between, and schedules the result. */
export function planLayout(given: ModelGraph, sketch: DataSketch): Plan {
  const layout = atOwnLevels(given);
  const { graph, latents } = layout;
  const trace: Snapshot[] = [];
  const compilation: Compilation = { graph, sketch, trace };
  const supports = latents.map(({ prior, index }) => {
    const { lo, hi } = supportNodes(graph, prior);
    return { lo: lo && atLevelsOf(index, graph, lo), hi: hi && atLevelsOf(index, graph, hi) };
  });

  const read = outputsOf(layout, supports);
  const statisticsByLevel = layout.levelStatistics.map(({ node, text }) => [text, node] as const);
  const expressions = Program.of('density', compilation, [...read, ...statisticsByLevel]);
  expressions.record('build');
  const shared = advance(expressions, 'carry-odds');
  const carried = advance(
    Program.of('separated', compilation, [['log density', shared.of(layout.logDensity)]], {
      position: positionOf('carry-odds'),
    }),
    'stage',
  );
  const unplaced = advance(shared, 'stage');

  // Statistics are computed from columns when data are bound, so they are kept unstaged.
  const statistics = layout.statistics.map(({ node, text }) => ({ node: unplaced.of(node), text }));
  const levelStatistics = layout.levelStatistics.map(({ node }) => unplaced.of(node));
  // An output that no program reads needs no domain.
  const wantedNow = new Set(read.map(([, node]) => unplaced.of(node)));
  const unstaged = [
    ...unplaced.current.map((root) => (wantedNow.has(root) ? root : graph.constant(0))),
    ...carried.current,
  ];
  const staged = stage(graph, unstaged, atLevels(graph, unstaged, sketch));
  const placed = placedDomains(compilation, staged);
  const built = unplaced.with({ current: staged.roots.slice(0, -1), placed });
  built.record('stage');
  const inOdds = carried.with({ current: staged.roots.slice(-1), placed });
  inOdds.record('stage');

  const logDensity = built.of(layout.logDensity);
  const logJacobian = built.of(layout.logJacobian);
  const values = latents.map(({ transformed }) => built.of(transformed.value));
  const complements = latents.map(({ transformed }) => built.of(transformed.complement));
  const bounds = supports.map(({ lo, hi }) => ({ lo: built.of(lo), hi: built.of(hi) }));
  const centrings = latents.map(({ learntCentring }) => mapCentring(learntCentring, (id) => built.of(id)));
  const reported = layout.reports.map(({ node }) => built.of(node));
  const solved = layout.reports.flatMap((report) =>
    report.equation === null ? [] : [{ ...report.equation, index: report.index }],
  );
  const residuals = solved.map(({ residual }) => built.of(residual));
  const ofLatent = ({ index }: Pick<GraphLatent, 'index'>) =>
    index === null ? PROFILE : staged.levelsOf(index);
  const leaf = (latent: GraphLatent, op: LatentOp) =>
    graph.intern({ op, name: latent.name, inputs: [], domain: ofLatent(latent) });
  const leaves = latents.map((latent) => ({
    name: latent.name,
    domain: ofLatent(latent),
    value: leaf(latent, 'latent'),
    complement: latent.nodes.complement === null ? null : leaf(latent, 'latentComplement'),
    unconstrained: leaf(latent, 'unconstrained'),
    cotangent: leaf(latent, 'cotangent'),
  }));
  const names = latents.map(({ name }) => name);
  /** A density with its derivatives, after the passes that follow differentiation. */
  const derived = (name: ProgramName, outputs: readonly Labelled[]) => {
    const program = Program.of(name, compilation, outputs, { position: positionOf('derive') + 1, placed });
    program.record('derive');
    return advance(program);
  };
  const withAdjoints = (density: NodeId, adjoints: readonly NodeId[]): Labelled[] => [
    ['log density', density],
    ...adjoints.map((adjoint, index) => [`by ${names[index]}`, adjoint] as const),
  ];

  const adjoints = latentAdjoints(graph, logDensity, leaves);
  const logPrior = built.of(layout.logPrior);
  const priorAdjoints = latentAdjoints(graph, logPrior, leaves);
  const gradient = pullBack(graph, logJacobian, values, leaves, staged.domains);
  const final = derived('density', [
    ...withAdjoints(logDensity, adjoints),
    ['log Jacobian', logJacobian],
    ...values.map((value, index) => [names[index]!, value] as const),
    ...complements.map((complement, index) => [`1 - ${names[index]}`, complement] as const),
    ...gradient.map((node, index) => [`by unconstrained ${names[index]}`, node] as const),
    ...bounds.flatMap(({ lo, hi }, index) => [
      [`least ${names[index]}`, lo] as const,
      [`largest ${names[index]}`, hi] as const,
    ]),
    ...centrings.flatMap((centring, index) => centringOutputs(names[index]!, centring)),
    ...reported.map((node, index) => [layout.reports[index]!.name, node] as const),
    ...residuals.map((node, index) => [`equation of ${solved[index]!.unknown}`, node] as const),
  ]);

  const order = (nodes: readonly (NodeId | null)[]) => schedule(graph, present(nodes));
  const density = densityOf([logDensity, ...adjoints].map((id) => final.of(id)));
  const transform = {
    values: values.map((id) => final.of(id)),
    complements: complements.map((id) => final.of(id)),
    logJacobian: final.of(logJacobian),
  };
  const separated = separatedDensity();
  const grids = gridsOf(
    graph,
    staged.domains,
    [density, ...(separated === null ? [] : [separated])].map((each) => each.schedule),
    unboundedByData(graph),
    sketch,
  );
  const finalGradient = gradient.map((id) => final.of(id));
  const finalBounds = bounds.map(({ lo, hi }) => ({ lo: final.of(lo), hi: final.of(hi) }));
  const finalCentrings = centrings.map((centring) => mapCentring(centring, (id) => final.of(id)));
  const finalReports = reported.map((id) => final.of(id));
  const finalResiduals = residuals.map((id) => final.of(id));
  const schedules = {
    transform: order([transform.logJacobian, ...transform.values, ...transform.complements]),
    pullBack: order(finalGradient),
    support: order(finalBounds.flatMap(({ lo, hi }) => [lo, hi])),
    reports: order(finalReports),
    solving: order(finalResiduals),
    standardisation: order(finalCentrings.flatMap((centring) => centringNodes(centring))),
  };
  final.record('schedule', null, [
    { title: 'transform', ...schedules.transform },
    { title: 'density', ...density.schedule },
    { title: 'pull-back', ...schedules.pullBack },
    { title: 'support', ...schedules.support },
    ...(finalReports.length === 0 ? [] : [{ title: 'reports', ...schedules.reports }]),
    ...(finalResiduals.length === 0 ? [] : [{ title: 'equations', ...schedules.solving }]),
    ...(schedules.standardisation.steps.length === 0
      ? []
      : [{ title: 'standardisation', ...schedules.standardisation }]),
  ]);
  return {
    graph,
    sketch,
    latents: leaves.map((latent, index) => ({
      ...latent,
      ...finalBounds[index]!,
      learntCentring: withLeaf(finalCentrings[index]!, leaf(latents[index]!, 'centring')),
    })),
    statistics,
    levelStatistics,
    domains: staged.domains,
    grids,
    orders: possibleOrders(graph, placed.orders, [
      density.schedule,
      ...(separated === null ? [] : [separated.schedule]),
    ]),
    density,
    separated,
    prior: priorDensity(),
    transform: { ...transform, schedule: schedules.transform },
    pullBack: { gradient: finalGradient, schedule: schedules.pullBack },
    support: { schedule: schedules.support },
    reports: {
      reported: layout.reports.map((report, index) => ({
        name: report.name,
        domain: ofLatent(report),
        node: finalReports[index]!,
      })),
      schedule: schedules.reports,
    },
    solving: {
      equations: solved.map(({ unknown, index, lo, hi }, place) => {
        const domain = ofLatent({ index });
        const leaf = graph.intern({ op: 'latent', name: unknown, inputs: [], domain });
        return { name: unknown, domain, unknown: leaf, residual: finalResiduals[place]!, lo, hi };
      }),
      schedule: schedules.solving,
    },
    standardisation: { schedule: schedules.standardisation },
    trace,
  };

  function densityOf(outputs: readonly NodeId[]): DensityPlan {
    const [first, ...rest] = outputs as [NodeId, ...NodeId[]];
    return { logDensity: first, adjoints: rest, schedule: order(outputs) };
  }

  /** A separate program, so that the density is the same whether or not the prior is needed alone. */
  function priorDensity(): DensityPlan {
    const program = derived('prior', withAdjoints(logPrior, priorAdjoints));
    const prior = densityOf([logPrior, ...priorAdjoints].map((id) => program.of(id)));
    program.record('schedule', null, [{ title: 'prior', ...prior.schedule }]);
    return prior;
  }

  /** The density for most points: with separated exponentials and, where every row has its own logistics, with odds. */
  function separatedDensity(): SeparatedDensity | null {
    const [root] = inOdds.current as [NodeId];
    const outputs = [root, ...latentAdjoints(graph, root, leaves)];
    const program = derived('separated', withAdjoints(root, outputs.slice(1)));
    if (!program.isWanted) return null;
    const range = program.exponentials!.ranges.reduce((sum, each) => graph.apply('add', [sum, each]));
    const density = {
      ...densityOf(outputs.map((id) => program.of(id))),
      range,
      rangeSchedule: order([range]),
    };
    program.record('schedule', null, [
      { title: 'range', ...density.rangeSchedule },
      { title: 'density', ...density.schedule },
    ]);
    return density;
  }
}

/** The graph, with reported and standardised values of each level computed at the levels of their own category. */
function atOwnLevels(layout: ModelGraph): ModelGraph {
  const { graph } = layout;
  return {
    ...layout,
    latents: layout.latents.map((latent) => ({
      ...latent,
      learntCentring: mapCentring(latent.learntCentring, (id) => atLevelsOf(latent.index, graph, id)),
    })),
    reports: layout.reports.map((report) => ({
      ...report,
      node: atLevelsOf(report.index, graph, report.node),
      equation: report.equation && {
        ...report.equation,
        residual: atLevelsOf(report.index, graph, report.equation.residual),
      },
    })),
  };
}

/**
 * A value for each level of a category, as a node that belongs to the levels even if it reads only their demands, or
 * levels of categories that contain them.
 */
function atLevelsOf(category: string | null, graph: Graph, node: NodeId): NodeId {
  const kind = graph.kind(node);
  if (category === null || (kind !== 'data' && kind !== 'level')) return node;
  if (categoryOf(graph, dataKeys(graph)(node)) === category) return node;
  // Both choices are the same; what chooses, the index of the level, is never negative.
  return graph.apply('whereNonNegative', [graph.categoryColumn(category), node, node]);
}

/** Replaces the nodes of a latent's standardisation. */
function mapCentring(centring: LearntCentring | null, now: (id: NodeId) => NodeId): LearntCentring | null {
  if (centring === null) return null;
  const { location, logScale, slope } = centring;
  return { ...centring, location: now(location), logScale: now(logScale), slope: now(slope) };
}

function withLeaf(centring: LearntCentring | null, leaf: NodeId): LearntCentring | null {
  return centring === null ? null : { ...centring, centring: leaf };
}

/** The location, the log scale and the slope of a latent whose centring chains learn; none for another latent. */
export function centringNodes(centring: LearntCentring | null): readonly NodeId[] {
  return centring === null ? [] : [centring.location, centring.logScale, centring.slope];
}

function centringOutputs(name: string, centring: LearntCentring | null): readonly Labelled[] {
  const [location, logScale, slope] = centringNodes(centring);
  return location === undefined
    ? []
    : [
        [`location of ${name}`, location],
        [`log scale of ${name}`, logScale!],
        [`slope of the location of ${name}`, slope!],
      ];
}

type Labelled = readonly [label: string, node: NodeId | null];

/** The outputs that programs take from a layout's graph, with the labels under which they are printed. */
function outputsOf(
  layout: ModelGraph,
  supports: readonly { readonly lo: NodeId | null; readonly hi: NodeId | null }[],
): readonly Labelled[] {
  const { latents } = layout;
  return [
    ['log density', layout.logDensity],
    ['log Jacobian', layout.logJacobian],
    ...latents.flatMap(({ name, transformed }) => [
      [name, transformed.value] as const,
      [`1 - ${name}`, transformed.complement] as const,
    ]),
    ...layout.statistics.map(({ node, text }) => [text, node] as const),
    ['log prior', layout.logPrior],
    ...latents.flatMap(({ name, learntCentring }) => centringOutputs(name, learntCentring)),
    ...supports.flatMap(({ lo, hi }, index) => [
      [`least ${latents[index]!.name}`, lo] as const,
      [`largest ${latents[index]!.name}`, hi] as const,
    ]),
    ...layout.reports.map(({ name, node }) => [name, node] as const),
    ...layout.reports.flatMap(({ equation }) =>
      equation === null ? [] : [[`equation of ${equation.unknown}`, equation.residual] as const],
    ),
  ];
}

/**
 * The adjoint of each latent. If p increases by one, 1 − p decreases by one, so the complement's adjoint is subtracted.
 */
function latentAdjoints(graph: Graph, logDensity: NodeId, latents: readonly Leaves[]): readonly NodeId[] {
  const inputs = present(latents.flatMap(({ value, complement }) => [value, complement]));
  const adjoints = new Map(derive(graph, logDensity, inputs).map((id, index) => [inputs[index]!, id]));
  return latents.map(({ value, complement, domain }) =>
    complement === null
      ? adjoints.get(value)!
      : graph.apply('subtract', [adjoints.get(value)!, adjoints.get(complement)!], domain),
  );
}

/**
 * The gradient of log density plus log Jacobian on the unconstrained scale, given the adjoints on the constrained
 * scale.
 */
function pullBack(
  graph: Graph,
  logJacobian: NodeId,
  values: readonly NodeId[],
  latents: readonly Leaves[],
  domains: readonly Domain[],
): readonly NodeId[] {
  const product = (value: NodeId, { cotangent, domain }: Leaves): NodeId => {
    const one = graph.apply('multiply', [cotangent, value], domain);
    if (domain === PROFILE) return one;
    // The count is 1 for each level, and 0 for the padding that completes the last pair.
    const { rows } = domains[domain - 1]!;
    if (rows.kind !== 'levels') throw new Error('a latent has one value, or one per level');
    const count = graph.intern({ op: 'count', rows, inputs: [], domain });
    return graph.intern({
      op: 'reduce',
      from: domain,
      inputs: [graph.apply('multiply', [count, one], domain)],
      domain: PROFILE,
    });
  };
  const pulledBack = values.reduce(
    (total, value, index) => graph.apply('add', [total, product(value, latents[index]!)]),
    logJacobian,
  );
  return derive(
    graph,
    pulledBack,
    latents.map(({ unconstrained }) => unconstrained),
  );
}

function present(nodes: readonly (NodeId | null)[]): NodeId[] {
  return nodes.filter((node) => node !== null);
}

/** The plan of a module: its programs, ordered, and the domains they run over. */
import { derive } from '../derive/derive.ts';
import { unboundedByData } from '../derive/unbounded.ts';
import type { GraphLatent, LayoutGraph } from '../graph/build.ts';
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { supportNodes } from '../graph/truncation.ts';
import { cancelLogs } from '../rewrite/cancel-logs.ts';
import { countsLast } from '../rewrite/counts-last.ts';
import { forgetComplements } from '../rewrite/forget-complements.ts';
import { liftFactors } from '../rewrite/lift-factors.ts';
import { mergeLogs } from '../rewrite/merge-logs.ts';
import { orderProducts } from '../rewrite/order-products.ts';
import { pairCount, probabilityPairs } from '../rewrite/probability-pairs.ts';
import { type RewriteCount, Rewriting } from '../rewrite/rewriting.ts';
import { type LevelDomains, separateLevels } from '../rewrite/separate-levels.ts';
import { shareExponentials } from '../rewrite/share-exponentials.ts';
import { shareTails } from '../rewrite/share-tails.ts';
import { splitLogs } from '../rewrite/split-logs.ts';
import { splitSums } from '../rewrite/split-sums.ts';
import { type Domain, isOwnCount } from '../stage/domain.ts';
import { atLevels, domainSize, MANY_MEMBERS } from '../stage/home.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { stage } from '../stage/stage.ts';
import { type Grid, gridsOf } from './grids.ts';
import { type Schedule, schedule } from './schedule.ts';
import { densityInOdds, separate } from './separated-density.ts';

export interface PlanLatent {
  readonly name: string;
  /** The domain of its values: the profile for one value, the levels of its category for an indexed latent. */
  readonly domain: DomainId;
  /** Inputs of the density: the value, and for a probability its complement. */
  readonly value: NodeId;
  readonly complement: NodeId | null;
  /** Input of the transform, and of the pull-back. */
  readonly unconstrained: NodeId;
  readonly cotangent: NodeId;
  /** The bounds of the prior's support at the point, on the layout's own scale; null is unbounded. */
  readonly lo: NodeId | null;
  readonly hi: NodeId | null;
}

/** A program for the log density and its adjoints. */
export interface Density {
  readonly logDensity: NodeId;
  readonly adjoints: readonly NodeId[];
  readonly schedule: Schedule;
}

/** A density with separated exponentials, for points at which the range is within RANGE_LIMIT. */
export interface SeparatedDensity extends Density {
  readonly range: NodeId;
  readonly rangeSchedule: Schedule;
}

export interface Plan {
  readonly graph: Graph;
  readonly latents: readonly PlanLatent[];
  readonly statistics: readonly { readonly node: NodeId; readonly text: string }[];
  /** Those by the levels of a category. */
  readonly levelStatistics: readonly NodeId[];
  readonly domains: readonly Domain[];
  /** The domains that are laid out as grids, where the data has most of their places. */
  readonly grids: ReadonlyMap<DomainId, Grid>;
  /** Log density on the layout's own scale and its adjoint for each latent. */
  readonly density: Density;
  /** The same for most points, faster; null where nothing separates. */
  readonly separated: SeparatedDensity | null;
  /** The prior alone. */
  readonly prior: Density;
  /** From the unconstrained scale to the layout's own. */
  readonly transform: {
    readonly values: readonly NodeId[];
    readonly complements: readonly (NodeId | null)[];
    readonly logJacobian: NodeId;
    readonly schedule: Schedule;
  };
  /** From the latents' adjoints to the gradient on the unconstrained scale, with the log Jacobian's. */
  readonly pullBack: { readonly gradient: readonly NodeId[]; readonly schedule: Schedule };
  readonly support: { readonly schedule: Schedule };
  readonly rewrites: readonly RewriteCount[];
}

/** What a module runs of it, each in its turn. */
export function schedulesOf({
  transform,
  density,
  separated,
  prior,
  pullBack,
  support,
}: Plan): readonly Schedule[] {
  const programs = [transform, density, prior, pullBack, support].map((program) => program.schedule);
  return separated === null ? programs : [...programs, separated.schedule, separated.rangeSchedule];
}

type LatentOp = 'latent' | 'latentComplement' | 'unconstrained' | 'cotangent';

/** A latent's own nodes, staged. */
type Leaves = Omit<PlanLatent, 'lo' | 'hi'>;

/** Rewrites, stages, differentiates and orders a layout's graph. */
export function planLayout(layout: LayoutGraph, sketch: DataSketch): Plan {
  const { graph, latents } = layout;
  const rewrites: RewriteCount[] = [];
  const supports = latents.map(({ prior }) => supportNodes(graph, prior));

  const programRoots = [...rootsOf(layout), layout.logPrior, ...supports.flatMap(({ lo, hi }) => [lo, hi])];
  const meaning = new Rewriting(
    graph,
    [...programRoots, ...layout.levelStatistics.map(({ node }) => node)],
    rewrites,
  );
  const ordered = orderProducts(graph, meaning.current, sketch);
  meaning.follow(ordered.roots, {
    name: 'products ordered by how often their factors repeat',
    fired: ordered.fired,
  });
  const inOdds = densityInOdds(graph, meaning.of(layout.logDensity), sketch, rewrites);
  meaning.apply(splitLogs());
  meaning.apply(splitSums(graph, sketch));
  meaning.follow(probabilityPairs(graph, meaning.current), pairCount(graph, meaning.current));
  meaning.apply(liftFactors(graph, sketch));
  // Binding computes statistics from the columns, so they are wanted as they were before staging.
  const statistics = layout.statistics.map(({ node, text }) => ({ node: meaning.of(node), text }));
  const levelStatistics = layout.levelStatistics.map(({ node }) => meaning.of(node));
  // What no program reads as such needs no place in a domain.
  const read = new Set(programRoots.map((root) => meaning.of(root)));
  const unstaged = [...meaning.current.map((root) => (read.has(root) ? root : graph.constant(0))), inOdds];
  const staged = stage(graph, unstaged, atLevels(graph, unstaged, sketch));
  meaning.follow(staged.roots.slice(0, -1));
  const stagedInOdds = staged.roots.at(-1)!;
  const isOwn = (id: NodeId) => isOwnCount(graph, id, staged.domains);

  const logDensity = meaning.of(layout.logDensity);
  const logJacobian = meaning.of(layout.logJacobian);
  const values = latents.map(({ transformed }) => meaning.of(transformed.value));
  const complements = latents.map(({ transformed }) => meaning.of(transformed.complement));
  const bounds = supports.map(({ lo, hi }) => ({ lo: meaning.of(lo), hi: meaning.of(hi) }));
  const ofLatent = ({ index }: GraphLatent) => (index === null ? PROFILE : staged.levelsOf(index));
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
  const adjoints = latentAdjoints(graph, logDensity, leaves);
  const logPrior = meaning.of(layout.logPrior);
  const priorAdjoints = latentAdjoints(graph, logPrior, leaves);
  const gradient = pullBack(graph, logJacobian, values, leaves, staged.domains);

  const wanted = [
    ...[logDensity, ...adjoints, logJacobian, ...values, ...complements, ...gradient],
    ...bounds.flatMap(({ lo, hi }) => [lo, hi]),
  ];
  const final = new Rewriting(graph, wanted, rewrites);
  final.apply(forgetComplements);
  final.apply(countsLast(graph, final.current, isOwn));
  final.apply(cancelLogs);
  final.apply(mergeLogs);
  const size = domainSize(graph, sketch);
  const isLarge = (domain: DomainId) => size(staged.domains[domain - 1]!.keys) >= MANY_MEMBERS;
  const levels: LevelDomains = { domains: staged.domains, size, isLarge, within: staged.within };
  const atLevelsApart = separateLevels(graph, final.current, levels);
  final.follow(atLevelsApart.roots, { name: 'exponentials separate at levels', fired: atLevelsApart.fired });
  final.apply(shareExponentials);
  final.apply(shareTails);

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
  return {
    graph,
    latents: leaves.map((latent, index) => ({ ...latent, ...finalBounds[index]! })),
    statistics,
    levelStatistics,
    domains: staged.domains,
    grids,
    density,
    separated,
    prior: priorDensity(),
    transform: {
      ...transform,
      schedule: order([transform.logJacobian, ...transform.values, ...transform.complements]),
    },
    pullBack: { gradient: finalGradient, schedule: order(finalGradient) },
    support: { schedule: order(finalBounds.flatMap(({ lo, hi }) => [lo, hi])) },
    rewrites,
  };

  function densityOf(outputs: readonly NodeId[]): Density {
    const [first, ...rest] = outputs as [NodeId, ...NodeId[]];
    return { logDensity: first, adjoints: rest, schedule: order(outputs) };
  }

  /** By itself, so that what the density shares with it is what it shared without it. */
  function priorDensity(): Density {
    const prior = new Rewriting(graph, [logPrior, ...priorAdjoints]);
    prior.apply(forgetComplements);
    return densityOf([logPrior, ...priorAdjoints].map((id) => prior.of(id)));
  }

  function separatedDensity(): SeparatedDensity | null {
    const outputs = [stagedInOdds, ...latentAdjoints(graph, stagedInOdds, leaves)];
    const separated = separate(graph, outputs, levels, isOwn, rewrites);
    if (separated === null) return null;
    const { range } = separated;
    return { ...densityOf(separated.outputs), range, rangeSchedule: order([range]) };
  }
}

function rootsOf(layout: LayoutGraph): readonly (NodeId | null)[] {
  return [
    layout.logDensity,
    layout.logJacobian,
    ...layout.latents.flatMap(({ transformed }) => [transformed.value, transformed.complement]),
    ...layout.statistics.map(({ node }) => node),
  ];
}

/** The adjoint of each latent. p and 1 - p move together: what moves p by one moves its complement by minus one. */
function latentAdjoints(graph: Graph, logDensity: NodeId, latents: readonly Leaves[]): readonly NodeId[] {
  const inputs = present(latents.flatMap(({ value, complement }) => [value, complement]));
  const adjoints = new Map(derive(graph, logDensity, inputs).map((id, index) => [inputs[index]!, id]));
  return latents.map(({ value, complement, domain }) =>
    complement === null
      ? adjoints.get(value)!
      : graph.apply('subtract', [adjoints.get(value)!, adjoints.get(complement)!], domain),
  );
}

/** The gradient of log density plus log Jacobian on the unconstrained scale, given the adjoints on the layout's own. */
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
    // The count is 1 for each level, and 0 where the last pair is filled up.
    const { rows } = domains[domain - 1]!;
    if (rows.kind !== 'levels') throw new Error('a latent has one value, or one a level');
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

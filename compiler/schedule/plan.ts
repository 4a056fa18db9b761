/** The plan of a module: its programs, ordered, and the domains they run over. */
import { derive } from '../derive/derive.ts';
import type { LayoutGraph } from '../graph/build.ts';
import type { Graph } from '../graph/graph.ts';
import { type DomainId, type NodeId, PROFILE } from '../graph/node.ts';
import { forgetComplements } from '../rewrite/forget-complements.ts';
import { mergeLogs } from '../rewrite/merge-logs.ts';
import { orderProducts } from '../rewrite/order-products.ts';
import { probabilityPairs } from '../rewrite/probability-pairs.ts';
import { type Rewrite, rewriteGraph } from '../rewrite/rewrite.ts';
import { separateExponentials } from '../rewrite/separate-exponentials.ts';
import { shareExponentials } from '../rewrite/share-exponentials.ts';
import { shareReciprocals } from '../rewrite/share-reciprocals.ts';
import { splitLogs } from '../rewrite/split-logs.ts';
import { splitSums } from '../rewrite/split-sums.ts';
import type { Domain } from '../stage/domain.ts';
import { atLevels, domainSize } from '../stage/home.ts';
import type { DataSketch } from '../stage/sketch.ts';
import { stage } from '../stage/stage.ts';
import { type Schedule, schedule } from './schedule.ts';

export interface PlanLatent {
  readonly name: string;
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

export interface Plan {
  readonly graph: Graph;
  readonly latents: readonly PlanLatent[];
  readonly statistics: readonly { readonly node: NodeId; readonly text: string }[];
  readonly domains: readonly Domain[];
  /** Log density on the layout's own scale and its adjoint for each latent. */
  readonly density: Density;
  /** The same with separated exponentials, for points at which every range is within RANGE_LIMIT; null without any. */
  readonly separated:
    | (Density & { readonly ranges: readonly NodeId[]; readonly rangesSchedule: Schedule })
    | null;
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
  readonly rewrites: readonly { readonly name: string; readonly fired: number }[];
}

/** Below this many members a loop's exponentials cost too little to keep a second program for. */
const MANY_MEMBERS = 1024;

/** Rewrites, stages, differentiates and orders a layout's graph. */
export function planLayout(layout: LayoutGraph, sketch: DataSketch): Plan {
  const { graph } = layout;
  const rewrites: { name: string; fired: number }[] = [];
  const apply = (roots: readonly NodeId[], rewrite: Rewrite) => {
    const { roots: next, fired } = rewriteGraph(graph, roots, rewrite);
    rewrites.push({ name: rewrite.name, fired });
    return next;
  };

  const bounds = layout.latents.map(({ prior }) => supportOf(graph, prior));
  const roots = new Roots();
  const logDensityAt = roots.add(layout.logDensity);
  const logJacobianAt = roots.add(layout.logJacobian);
  const latentsAt = layout.latents.map(({ transformed }, index) => ({
    value: roots.add(transformed.value),
    complement: roots.addMaybe(transformed.complement),
    lo: roots.addMaybe(bounds[index]!.lo),
    hi: roots.addMaybe(bounds[index]!.hi),
  }));
  const statisticsAt = layout.statistics.map(({ node }) => roots.add(node));

  const ordered = orderProducts(graph, roots.nodes, sketch);
  rewrites.push({ name: 'products ordered by how often their factors repeat', fired: ordered.fired });
  let current = apply(ordered.roots, splitLogs);
  current = apply(current, splitSums(graph, sketch));
  current = probabilityPairs(graph, current);
  const staged = stage(graph, current, atLevels(graph, current, sketch));

  const unconstrained = layout.latents.map(({ name }) => leaf(graph, 'unconstrained', name));
  const cotangents = layout.latents.map(({ name }) => leaf(graph, 'cotangent', name));
  const at = (index: number) => staged.roots[index]!;
  const ownScale = layout.latents.flatMap(({ nodes }) =>
    nodes.complement === null ? [nodes.value] : [nodes.value, nodes.complement],
  );
  const partial = new Map(
    derive(graph, at(logDensityAt), ownScale).map((id, index) => [ownScale[index]!, id]),
  );
  // p and 1 - p move together: what moves p by one moves its complement by minus one.
  const adjoints = layout.latents.map(({ nodes }) =>
    nodes.complement === null
      ? partial.get(nodes.value)!
      : graph.apply('subtract', [partial.get(nodes.value)!, partial.get(nodes.complement)!]),
  );
  const pulledBack = layout.latents.reduce(
    (total, _latent, index) =>
      graph.apply('add', [total, graph.apply('multiply', [cotangents[index]!, at(latentsAt[index]!.value)])]),
    at(logJacobianAt),
  );
  const gradient = derive(graph, pulledBack, unconstrained);

  const final = new Roots();
  const densityAt = final.add(at(logDensityAt));
  const adjointsAt = adjoints.map((id) => final.add(id));
  const jacobianAt = final.add(at(logJacobianAt));
  const finalLatentsAt = latentsAt.map(({ value, complement, lo, hi }) => ({
    value: final.add(at(value)),
    complement: complement === null ? null : final.add(at(complement)),
    lo: lo === null ? null : final.add(at(lo)),
    hi: hi === null ? null : final.add(at(hi)),
  }));
  const gradientAt = gradient.map((id) => final.add(id));
  const evaluated = rewriteGraph(graph, final.nodes, forgetComplements).roots;
  const done = apply(apply(evaluated, mergeLogs), shareExponentials);
  const size = domainSize(graph, sketch);
  const isLarge = (domain: DomainId) => size(staged.domains[domain - 1]!.keys) >= MANY_MEMBERS;
  const separatedDensity = (): Plan['separated'] => {
    const separation = separateExponentials(
      graph,
      [densityAt, ...adjointsAt].map((index) => evaluated[index]!),
      isLarge,
    );
    rewrites.push({ name: 'exponentials separate', fired: separation.ranges.length });
    if (separation.ranges.length === 0) return null;
    const shared = shareReciprocals(graph, separation.roots, separation.reciprocals);
    rewrites.push({ name: 'two reciprocals for one division', fired: shared.fired });
    const merged = rewriteGraph(graph, shared.roots, mergeLogs).roots;
    const [logDensity, ...rest] = rewriteGraph(graph, merged, shareExponentials).roots as [
      NodeId,
      ...NodeId[],
    ];
    const { ranges } = separation;
    return {
      logDensity,
      adjoints: rest,
      schedule: schedule(graph, [logDensity, ...rest]),
      ranges,
      rangesSchedule: schedule(graph, ranges),
    };
  };
  const nodeAt = (index: number) => done[index]!;
  const nodeAtMaybe = (index: number | null) => (index === null ? null : nodeAt(index));

  const transform = {
    values: finalLatentsAt.map(({ value }) => nodeAt(value)),
    complements: finalLatentsAt.map(({ complement }) => nodeAtMaybe(complement)),
    logJacobian: nodeAt(jacobianAt),
  };
  const density = { logDensity: nodeAt(densityAt), adjoints: adjointsAt.map(nodeAt) };
  const separated = separatedDensity();
  const gradientNodes = gradientAt.map(nodeAt);
  const supports = finalLatentsAt.map(({ lo, hi }) => ({ lo: nodeAtMaybe(lo), hi: nodeAtMaybe(hi) }));
  return {
    graph,
    latents: layout.latents.map(({ name, nodes }, index) => ({
      name,
      value: nodes.value,
      complement: nodes.complement,
      unconstrained: unconstrained[index]!,
      cotangent: cotangents[index]!,
      ...supports[index]!,
    })),
    // Statistics stay as they were before staging: binding computes them from the columns.
    statistics: layout.statistics.map(({ text }, index) => ({ node: current[statisticsAt[index]!]!, text })),
    domains: staged.domains,
    density: { ...density, schedule: schedule(graph, [density.logDensity, ...density.adjoints]) },
    separated,
    transform: {
      ...transform,
      schedule: schedule(
        graph,
        present([transform.logJacobian, ...transform.values, ...transform.complements]),
      ),
    },
    pullBack: { gradient: gradientNodes, schedule: schedule(graph, gradientNodes) },
    support: { schedule: schedule(graph, present(supports.flatMap(({ lo, hi }) => [lo, hi]))) },
    rewrites,
  };
}

/** A list of roots that remembers where each went. */
class Roots {
  readonly nodes: NodeId[] = [];

  add(node: NodeId): number {
    return this.nodes.push(node) - 1;
  }

  addMaybe(node: NodeId | null): number | null {
    return node === null ? null : this.add(node);
  }
}

function leaf(graph: Graph, op: 'unconstrained' | 'cotangent', name: string): NodeId {
  return graph.intern({ op, name, inputs: [], domain: PROFILE });
}

function present(nodes: readonly (NodeId | null)[]): NodeId[] {
  return nodes.filter((node) => node !== null);
}

function supportOf(
  graph: Graph,
  prior: LayoutGraph['latents'][number]['prior'],
): { readonly lo: NodeId | null; readonly hi: NodeId | null } {
  switch (prior.family) {
    case 'uniform':
      return { lo: prior.lo, hi: prior.hi };
    case 'normal':
      return { lo: null, hi: null };
    case 'half_normal':
      return { lo: graph.constant(0), hi: null };
    case 'beta':
      return { lo: graph.constant(0), hi: graph.constant(1) };
  }
}

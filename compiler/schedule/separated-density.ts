/** The density for most points: with separated exponentials and, where every row has its own logistics, with odds. */
import type { Graph } from '../graph/graph.ts';
import type { NodeId } from '../graph/node.ts';
import { cancelLogs } from '../rewrite/cancel-logs.ts';
import { countsLast } from '../rewrite/counts-last.ts';
import { factorAdjoints } from '../rewrite/factor-adjoints.ts';
import { forgetComplements } from '../rewrite/forget-complements.ts';
import { liftFactors } from '../rewrite/lift-factors.ts';
import { mergeLogs } from '../rewrite/merge-logs.ts';
import { logisticsInOdds } from '../rewrite/odds.ts';
import { oddsShares } from '../rewrite/odds-shares.ts';
import { probabilityPairs } from '../rewrite/probability-pairs.ts';
import { rewriteGraph } from '../rewrite/rewrite.ts';
import { type RewriteCount, Rewriting } from '../rewrite/rewriting.ts';
import { separateExponentials } from '../rewrite/separate-exponentials.ts';
import { type LevelDomains, separateLevels } from '../rewrite/separate-levels.ts';
import { shareExponentials } from '../rewrite/share-exponentials.ts';
import { shareReciprocals } from '../rewrite/share-reciprocals.ts';
import { splitLogs } from '../rewrite/split-logs.ts';
import { splitSums } from '../rewrite/split-sums.ts';
import type { DataSketch } from '../stage/sketch.ts';

/** The log density, not staged yet, with logistics of every row carried as odds. */
export function densityInOdds(
  graph: Graph,
  logDensity: NodeId,
  sketch: DataSketch,
  rewrites: RewriteCount[],
): NodeId {
  const inOdds = logisticsInOdds(graph, [logDensity], sketch);
  rewrites.push({ name: 'logistics carried as odds', fired: inOdds.size });
  const roots = new Rewriting(graph, [logDensity]);
  roots.apply(splitLogs(inOdds));
  roots.apply(splitSums(graph, sketch));
  roots.follow(probabilityPairs(graph, roots.current, inOdds));
  roots.apply(liftFactors(graph, sketch));
  return roots.of(logDensity);
}

/** Log density and adjoints, and how far from overflow they are. */
export interface SeparatedNodes {
  readonly outputs: readonly NodeId[];
  /** A profile node: the program is for points at which it is at most RANGE_LIMIT. */
  readonly range: NodeId;
}

/** Rewrites a staged density and its adjoints; null where no exponential separates. */
export function separate(
  graph: Graph,
  outputs: readonly NodeId[],
  levels: LevelDomains,
  isOwnCount: (id: NodeId) => boolean,
  rewrites: RewriteCount[],
): SeparatedNodes | null {
  const derived = new Rewriting(graph, outputs);
  // First, so that what derivatives and values are made of is one node.
  derived.apply(oddsShares);
  derived.apply(forgetComplements);
  const factoring = rewriteGraph(graph, derived.current, factorAdjoints(graph, derived.current));
  derived.follow(factoring.roots);
  const factored = outputs.map((id) => derived.of(id));
  const { roots, ranges, reciprocals } = separateExponentials(graph, factored, levels.isLarge);
  rewrites.push({ name: 'exponentials separate', fired: ranges.length });
  if (ranges.length === 0) return null;
  const shared = shareReciprocals(graph, roots, reciprocals);
  rewrites.push({ name: 'adjoints factored', fired: factoring.fired });
  rewrites.push({ name: 'two reciprocals for one division', fired: shared.fired });
  const rest = new Rewriting(graph, shared.roots);
  rest.apply(countsLast(graph, rest.current, isOwnCount));
  rest.apply(cancelLogs);
  rest.apply(mergeLogs);
  rest.follow(separateLevels(graph, rest.current, levels).roots);
  rest.apply(shareExponentials);
  return {
    outputs: shared.roots.map((id) => rest.of(id)),
    range: ranges.reduce((sum, range) => graph.apply('add', [sum, range])),
  };
}

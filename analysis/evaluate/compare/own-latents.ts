/** Which latents only one group of rows informs: those that must be integrated over when the group is left out. */

import { readsPrevious } from '../../../compiler/check/parametrisation.ts';
import type { Latent, TypedLayout } from '../../../compiler/check/typed-layout.ts';
import { outcomesIn, statisticsByLevel } from '../../../compiler/interpret/statistic.ts';
import { calledName } from '../../../module/called-name.ts';
import type { Levels } from '../../../module/levels.ts';
import { type Manifest, quantitiesOf } from '../../../module/manifest.ts';
import { latentsIn } from '../../simulate/draw-new-levels.ts';
import { EvaluationError } from '../evaluation-error.ts';

/** The value of a latent at one level. */
export interface OwnLatent {
  readonly latent: Latent;
  readonly level: number;
  /** Its place in a draw. */
  readonly place: number;
  /** Its name in messages, such as `hard[cows]`. */
  readonly called: string;
}

/** Latents of one group that its rows or their priors connect, and which are therefore integrated over together. */
export interface LatentBlock {
  readonly group: number;
  /** Each after those that its prior reads. */
  readonly latents: readonly OwnLatent[];
}

export interface OwnLatents {
  readonly blocks: readonly LatentBlock[];
  /** For each row its block; -1 if its density reads no latent of its group alone, or it has no outcome. */
  readonly blockOfRow: Int32Array;
}

export interface GroupedRows {
  readonly layout: TypedLayout;
  readonly manifest: Manifest;
  readonly levels: Levels;
  /** In the order of the manifest, categories as level numbers. */
  readonly columns: readonly Float64Array[];
  /** The group of each row, from 0; -1 for a row without an outcome, which informs nothing. */
  readonly groupOfRow: Int32Array;
  /** The names of the groups. */
  readonly names: readonly string[];
  /** The column that names the groups. */
  readonly column: string;
}

/** More latents of one group cannot be integrated over by points: in so many dimensions hardly any lies where the density is. */
const MAX_LATENTS = 50;

/**
 * A level all of whose rows lie in one group is known to a fit without that group by its population alone, so all of its latents
 * belong to the group. That is so of the levels of the group's own category, of categories within it, and of pairs with it.
 *
 * @throws EvaluationError where the density of a group without its own latents does not follow from the priors of these: a
 *   walk through its level, a sum to zero, a factor, or a statistic of its outcomes; or for a group with too many of them
 */
export function findOwnLatents(rows: GroupedRows): OwnLatents {
  const { layout, manifest, levels, columns, groupOfRow } = rows;
  const groupsOf = new Map(
    [...levels].map(([category, { length }]) => [
      category,
      groupOfLevels(rows, columnsOf(manifest, category), length),
    ]),
  );
  refuseTables(rows);
  refuseStatistics(rows, groupsOf);
  const indices = [...new Set(layout.latents.flatMap(({ index }) => index ?? []))];
  const owned = indices.filter((index) => groupsOf.get(index)!.some((group) => group >= 0));
  refuseWalks(rows, owned);
  refuseSums(rows, owned);
  refuseFactors(rows, owned);
  // Each level of each such category is a node; a row connects those that it reads.
  const starts = new Map<string, number>();
  let nodes = 0;
  for (const index of owned) {
    starts.set(index, nodes);
    nodes += levels.get(index)!.length;
  }
  const parents = Int32Array.from({ length: nodes }, (_, node) => node);
  const nodeOfRow = new Int32Array(groupOfRow.length).fill(-1);
  for (const index of owned) {
    const groups = groupsOf.get(index)!;
    for (const place of columnsOf(manifest, index)) {
      for (const [row, group] of groupOfRow.entries()) {
        const level = columns[place]![row]!;
        if (group < 0 || groups[level]! < 0) continue;
        const node = starts.get(index)! + level;
        if (nodeOfRow[row]! < 0) nodeOfRow[row] = node;
        else parents[rootOf(parents, node)] = rootOf(parents, nodeOfRow[row]!);
      }
    }
  }
  const places = latentPlaces(manifest, levels);
  const members = new Map<number, { readonly group: number; readonly latents: OwnLatent[] }>();
  for (const latent of layout.priorOrder.map((each) => layout.latents[each]!)) {
    const { index, name } = latent;
    if (index === null || !starts.has(index)) continue;
    for (const [level, group] of groupsOf.get(index)!.entries()) {
      if (group < 0) continue;
      const root = rootOf(parents, starts.get(index)! + level);
      const block = members.get(root) ?? { group, latents: [] };
      members.set(root, block);
      const called = calledName(name, levels.get(index)![level]!);
      block.latents.push({ latent, level, place: places.get(name)! + level, called });
    }
  }
  const roots = [...members.keys()];
  const blocks = [...members.values()];
  refuseMany(rows, blocks);
  const blockAt = new Map(roots.map((root, block) => [root, block]));
  return {
    blocks,
    blockOfRow: nodeOfRow.map((node) => (node < 0 ? -1 : blockAt.get(rootOf(parents, node))!)),
  };
}

function rootOf(parents: Int32Array, node: number): number {
  let root = node;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!;
    root = parents[root]!;
  }
  return root;
}

/** The places of the columns that name levels of a category. */
function columnsOf({ columns }: Manifest, category: string): number[] {
  return Array.from(columns.keys()).filter((place) => {
    const { role, name, category: shared = name } = columns[place]!;
    return role === 'category' && (shared === category || name === category);
  });
}

/** For each level the group in which all of its rows are; -1 if they are in several, or there are none with an outcome. */
function groupOfLevels(
  { columns, groupOfRow }: GroupedRows,
  places: readonly number[],
  count: number,
): Int32Array {
  const [unseen, shared] = [-2, -1];
  const groups = new Int32Array(count).fill(unseen);
  for (const place of places) {
    for (const [row, group] of groupOfRow.entries()) {
      const level = columns[place]![row]!;
      if (group >= 0 && groups[level] !== group) groups[level] = groups[level] === unseen ? group : shared;
    }
  }
  return groups.map((group) => Math.max(group, shared));
}

/** The place of each latent's first value in a draw. */
export function latentPlaces(manifest: Manifest, levels: Levels): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let next = 0;
  for (const { name, index } of quantitiesOf(manifest)) {
    places.set(name, next);
    next += index === undefined ? 1 : levels.get(index)!.length;
  }
  return places;
}

/** Rows of other tables say something about a group that is left out, so its latents do not have the distribution of their population. */
function refuseTables({ layout, column }: GroupedRows): void {
  const [table] = layout.tables;
  if (table === undefined) return;
  throw new EvaluationError(
    `The table \`${table.name}\` has rows about the groups of \`${column}\` too, and would keep them where a group is left out.`,
    'Leave rows out one by one, without --group.',
  );
}

function refuseWalks({ layout, column }: GroupedRows, owned: readonly string[]): void {
  const walked = layout.latents.find(
    ({ index, prior }) => index !== null && owned.includes(index) && readsPrevious(prior),
  );
  if (walked === undefined) return;
  throw new EvaluationError(
    `\`${walked.name}\` walks from one level of \`${walked.index}\` to the next, so what follows a group of \`${column}\` depends on it: a group cannot be left out without fitting again.`,
    'Leave rows out one by one, without --group, or compare layouts that do not walk.',
  );
}

function refuseSums({ layout, column }: GroupedRows, owned: readonly string[]): void {
  const summing = layout.latents.find(
    ({ index, prior }) => index !== null && owned.includes(index) && prior.sumsToZero,
  );
  if (summing === undefined) return;
  throw new EvaluationError(
    `The levels of \`${summing.name}\` sum to zero, so without a group of \`${column}\` the others would have another zero: a group cannot be left out without fitting again.`,
    'Hold groups out instead: theodolite evaluate LAYOUT DATA --group COLUMN --folds 10.',
  );
}

function refuseFactors({ layout, column }: GroupedRows, owned: readonly string[]): void {
  const read = latentsIn(
    layout,
    layout.factors.map(({ value }) => value),
  );
  const moved = layout.latents.find(
    ({ name, index }) => index !== null && owned.includes(index) && read.has(name),
  );
  if (moved === undefined) return;
  throw new EvaluationError(
    `A \`factor\` reads \`${moved.name}\` beside its prior, so what a level of \`${moved.index}\` is like without its rows is not known: no group of \`${column}\` can be left out.`,
    'Leave rows out one by one, without --group.',
  );
}

function refuseStatistics({ layout, column }: GroupedRows, groupsOf: ReadonlyMap<string, Int32Array>): void {
  const statistic = statisticsByLevel(layout).find(
    ({ by, argument }) =>
      outcomesIn(layout, argument).length > 0 && groupsOf.get(by!)!.some((group) => group >= 0),
  );
  if (statistic === undefined) return;
  const [outcome] = outcomesIn(layout, statistic.argument);
  throw new EvaluationError(
    `The layout reads a statistic of \`${outcome}\` by \`${statistic.by}\`, so it knows the outcomes of a group of \`${column}\` that is left out.`,
    'Compare layouts that do not read it.',
  );
}

function refuseMany({ names, column }: GroupedRows, blocks: readonly LatentBlock[]): void {
  const large = blocks.find(({ latents }) => latents.length > MAX_LATENTS);
  if (large === undefined) return;
  const [first] = large.latents;
  throw new EvaluationError(
    `The group ${JSON.stringify(names[large.group])} of \`${column}\` has ${large.latents.length} latents of its own that depend on each other, such as \`${first!.called}\`, and no more than ${MAX_LATENTS} can be integrated over.`,
    'Hold groups out instead: theodolite evaluate LAYOUT DATA --group COLUMN --folds 10.',
  );
}

/** What a fit says of levels that it has not seen: their latents are drawn from their priors, given each draw of the fit. */

import type { Latent, TypedExpression, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { prepare } from '../../compiler/compile.ts';
import { priorParts } from '../../compiler/families/priors.ts';
import type { Position } from '../../compiler/interpret/priors.ts';
import { bindNames, type Level, type ScopeOf } from '../../compiler/interpret/scope.ts';
import { sourceOf } from '../../compiler/layout-input.ts';
import { levelsInOrder } from '../../host/level-facts.ts';
import type { FitBasis, PosteriorChain, PredictiveDraws } from '../../host/posterior.ts';
import { type NewColumns, orderNewColumns } from '../../host/predict/rows.ts';
import { calledName } from '../../module/called-name.ts';
import type { Levels } from '../../module/levels.ts';
import { type Manifest, type ManifestColumn, quantitiesOf } from '../../module/manifest.ts';
import { levelSeed } from '../../statistics/random/level-seed.ts';
import { openStream } from '../../statistics/random/stream.ts';
import { type ContinuedWalk, continueWalks } from './continue-walks.ts';
import { fittedScope } from './marginal-prior.ts';
import { drawLatent, evaluatePrior, positionOfLatent } from './profile.ts';
import { SimulationError } from './simulation-error.ts';

/** A fit whose layout is known by its text. */
export type DrawnFit = PredictiveDraws & Pick<FitBasis, 'manifest'> & { readonly layoutText: string };

/** Draws of a fit with those of levels that it did not have. */
export interface ExtendedDraws extends PredictiveDraws {
  /** The new levels to which a walk goes on from one of the fit, by category: they are drawn from no population. */
  readonly continued: Levels;
}

/**
 * The draws of the fit with values for further levels, which stand behind those of the fit: each latent of such a level is drawn from its
 * prior, given all that the prior reads in that draw of the fit. Of levels that sum to zero, the zero is the mean of the levels that were
 * fitted: a new one is a draw of the population, minus that mean, which is itself normal around the population's. What is drawn for a
 * level depends on its name, and on no others that are drawn with it but those that a walk goes through before it.
 *
 * @param rows to be predicted, by the names of levels: they say the demands of the new levels, and which groups these lie within
 * @param added the names of the new levels, by category and by column
 * @param seed a whole number in [0, 2^64)
 * @throws SimulationError as `continueWalks` does, where the layout reads a statistic of the rows of such a level, or where a prior has no density there; HostError as `orderNewColumns` does
 */
export function drawNewLevels(fit: DrawnFit, rows: NewColumns, added: Levels, seed: bigint): ExtendedDraws {
  const { manifest, layoutText, statistics, fittedRows } = fit;
  const { layout } = prepare(sourceOf(layoutText), { choices: manifest.choices ?? {} });
  const listed = inOrder(manifest.columns, added);
  refuseStatistics(manifest, listed);
  const walks = continueWalks(layout, fit, listed);
  refuseFactors(layout, listed);
  const ordered = new Map([...listed].map(([name, own]) => [name, walks.get(name)?.names ?? own]));
  const levels = new Map(
    [...fit.levels].map(([name, known]) => [name, [...known, ...(ordered.get(name) ?? [])]]),
  );
  const columns = orderNewColumns(manifest, rows, levels);
  const data = {
    rows: columns[0]!.length,
    columns: Object.fromEntries(manifest.columns.map(({ name }, index) => [name, columns[index]!])),
  };
  const scopeOf = bindNames(layout, data, new Map(), fittedScope(layoutText, layout, fit));
  const drawing: Drawing = {
    layout,
    scopeOf: withWalks(scopeOf, walks, fit.levels),
    fitted: fit.levels,
    added: ordered,
    seed,
  };
  let first = 0;
  const draws = fit.draws.map((chain) => {
    const extended = extendChain(chain, drawing, manifest, first);
    first += chain.latents[0]?.length ?? 0;
    return extended;
  });
  const continued = new Map([...walks].map(([category, walk]) => [category, walk.continued]));
  return { draws, levels, statistics, fittedRows, continued };
}

/** The scopes of new levels, in which `previous` is the level that a walk goes on from. */
function withWalks(scopeOf: ScopeOf, walks: ReadonlyMap<string, ContinuedWalk>, fitted: Levels): ScopeOf {
  return (place, profile, flags) => {
    const scope = scopeOf(place, profile, flags);
    const walk = typeof place === 'object' && place !== null ? walks.get(place.category) : undefined;
    if (walk === undefined) return scope;
    const { category, level } = place as Level;
    const before = walk.before[level - fitted.get(category)!.length]!;
    return {
      ...scope,
      // A prior reads the walk of its own latent alone.
      previous: (name) => (before === null ? null : profile.get(name)![before]!.value),
    };
  };
}

interface Drawing {
  readonly layout: TypedLayout;
  readonly scopeOf: ScopeOf;
  readonly fitted: Levels;
  readonly added: Levels;
  readonly seed: bigint;
}

/** The new levels of each category in the order that the layout gives them. */
function inOrder(columns: readonly ManifestColumn[], added: Levels): Levels {
  return new Map(
    [...added].map(([name, names]) => {
      const column = columns.find((each) => each.name === name || each.category === name);
      return [name, levelsInOrder(new Set(names), column?.levels)];
    }),
  );
}

/** @throws SimulationError where the layout reads a statistic of the rows of such a level */
function refuseStatistics({ levelStatistics }: Manifest, added: Levels): void {
  const statistic = levelStatistics.find(({ by }) => added.has(by));
  if (statistic === undefined) return;
  throw new SimulationError(
    `The layout reads ${statistic.text}, and the level ${JSON.stringify(added.get(statistic.by)![0])} of \`${statistic.by}\` had no rows in the fit.`,
    'Leave out its rows, or fit again to data that have rows of this level.',
  );
}

/** @throws SimulationError where a factor of the density reads a latent of such a level, which then has not its prior */
function refuseFactors(layout: TypedLayout, added: Levels): void {
  const read = latentsIn(
    layout,
    layout.factors.map(({ value }) => value),
  );
  const moved = layout.latents.find(
    ({ name, index }) => index !== null && added.has(index) && read.has(name),
  );
  if (moved === undefined) return;
  const level = JSON.stringify(added.get(moved.index!)![0]);
  throw new SimulationError(
    `The level ${level} of \`${moved.index}\` was not fitted, and \`${moved.name}\` cannot be drawn for it: a \`factor\` reads it beside its prior.`,
    'Leave out its rows, or fit again to data that have rows of this level.',
  );
}

/** @param first the number of the chain's first draw among those of all chains */
function extendChain(
  { latents }: PosteriorChain,
  { layout, scopeOf, fitted, added, seed }: Drawing,
  manifest: Manifest,
  first: number,
): PosteriorChain {
  const length = latents[0]?.length ?? 0;
  const wanted = layout.priorOrder
    .map((index) => ({ index, latent: layout.latents[index]! }))
    .filter(({ latent }) => latent.index !== null && added.has(latent.index));
  const known = latentsRead(
    layout,
    wanted.map(({ latent }) => latent),
  );
  let next = 0;
  const values = new Map(
    quantitiesOf(manifest).map(({ name, index }) => {
      const start = next;
      next += index === undefined ? 1 : fitted.get(index)!.length;
      return [name, latents.slice(start, next)];
    }),
  );
  const drawn = new Map(
    wanted.map(({ latent }) => [latent.name, added.get(latent.index!)!.map(() => new Float64Array(length))]),
  );
  const keys = new Map(
    [...added].map(([category, names]) => [category, names.map((name) => levelSeed(seed, category, name))]),
  );
  const hasReports = latents.length === next;
  const read = layout.latents
    .filter(({ name }) => known.has(name))
    .map((latent) => ({ latent, ofLevels: values.get(latent.name)! }));
  for (let draw = 0; draw < length; draw++) {
    const profile = new Map<string, Position[]>(
      read.map(({ latent, ofLevels }) => [
        latent.name,
        ofLevels.map((each) => positionOfLatent(latent, each[draw]!)),
      ]),
    );
    for (const { index, latent } of wanted) {
      const category = latent.index!;
      const before = fitted.get(category)!.length;
      // The mean of n levels, in standard deviations of the population: independent of their deviations from it.
      const mean = latent.prior.sumsToZero
        ? openStream(seed, 'level', index, first + draw).normal() / Math.sqrt(before)
        : 0;
      const positions = profile.get(latent.name) ?? [];
      profile.set(latent.name, positions);
      for (const [place, name] of added.get(category)!.entries()) {
        const level = before + place;
        const prior = evaluatePrior(
          latent,
          calledName(latent.name, name),
          scopeOf,
          { category, level },
          profile,
        );
        const random = openStream(keys.get(category)![place]!, 'level', index, first + draw);
        const value =
          drawLatent(latent, prior, random) -
          (prior.sumsToZero ? mean * (prior.parameters as { readonly sd: number }).sd : 0);
        positions[level] = positionOfLatent(latent, value);
        drawn.get(latent.name)![place]![draw] = value;
      }
    }
  }
  return {
    // An approximation has no reports.
    latents: (hasReports ? quantitiesOf(manifest) : manifest.latents).flatMap(({ name, index }) => {
      const further = index === undefined ? [] : (added.get(index) ?? []);
      // A report of a class that is not known has its prior probability; no prediction reads another report.
      const unknown = () => new Float64Array(length).fill(Number.NaN);
      return [...values.get(name)!, ...(drawn.get(name) ?? further.map(unknown))];
    }),
  };
}

/** The latents that priors read, by way of others too. */
function latentsRead(layout: TypedLayout, wanted: readonly Latent[]): ReadonlySet<string> {
  return latentsIn(
    layout,
    wanted.flatMap(({ prior }) => priorParts(prior)),
  );
}

/** The latents that expressions read, directly or through lets. */
export function latentsIn(
  { latents, lets }: TypedLayout,
  expressions: readonly TypedExpression[],
): ReadonlySet<string> {
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const names = new Set(latents.map(({ name }) => name));
  const seen = new Set<string>();
  const pending = [...expressions];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'call') pending.push(...next.arguments);
    if (next.kind === 'previous') pending.push(next.first);
    if (next.kind === 'latent' || next.kind === 'previous') seen.add(next.name);
    if (next.kind !== 'let' || seen.has(next.name)) continue;
    seen.add(next.name);
    pending.push(values.get(next.name)!);
  }
  return new Set([...seen].filter((name) => names.has(name)));
}

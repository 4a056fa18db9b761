/** The marginal prior of each latent: its prior, integrated over the latents on which it depends. */
import { textAt } from '../../compiler/build/build.ts';
import { expressionText } from '../../compiler/check/expression-text.ts';
import type { StatisticExpression, TypedExpression, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { prepare } from '../../compiler/compile.ts';
import { priorParts } from '../../compiler/families/priors.ts';
import type { Environment, Value } from '../../compiler/interpret/evaluate.ts';
import { probability } from '../../compiler/interpret/log-probability.ts';
import {
  boundsOf,
  type EvaluatedPrior,
  isInSupport,
  logPriorDensity,
} from '../../compiler/interpret/priors.ts';
import { bindNames, type ScopeOf } from '../../compiler/interpret/scope.ts';
import { statisticsIn } from '../../compiler/interpret/statistic.ts';
import { sourceOf } from '../../compiler/layout-input.ts';
import type { FitBasis } from '../../host/posterior.ts';
import { calledName } from '../../module/called-name.ts';
import type { Levels } from '../../module/levels.ts';
import { kernelDensity } from '../../statistics/kernel-density.ts';
import { conditionalPriors, drawProfile, profileAtEnds, type Setting } from './profile.ts';
import { SimulationError } from './simulation-error.ts';

/** The marginal prior of one parameter. */
export interface MarginalPrior {
  /** The bounds of its support, possibly infinite; the widest that were found if they depend on other latents. */
  readonly lo: number;
  readonly hi: number;
  /**
   * The densities at the given values, in the inverse of its unit; 0 outside of the support, possibly infinite at its
   * ends. If the prior depends on other latents it is a kernel estimate from draws.
   */
  densities(at: readonly number[]): number[];
}

/** The parts of a fit on which priors may depend. */
type PriorBasis = Pick<FitBasis, 'manifest' | 'levels' | 'statistics'>;

/**
 * The number of profiles drawn if a prior depends on other latents: fewer for layouts with many latents, to limit the
 * time.
 */
const PROFILES = { least: 400, most: 4000 } as const;
const MAX_VALUES = 200_000;
/** The number of profiles used to find bounds. */
const PROFILES_FOR_BOUNDS = 100;
const SEED = 1n;

/**
 * Marginal priors by parameter name, such as `theta[Ada]`.
 *
 * @param text the source of the layout, by which statistics are identified
 * @throws SimulationError when a prior has no density given the latents drawn before it, or a statistic was not stored
 */
export function marginalPriors(
  layout: TypedLayout,
  text: string,
  fittedTo: PriorBasis,
): ReadonlyMap<string, MarginalPrior> {
  const setting = settingOf(layout, text, fittedTo);
  const draw = (count: number) => drawProfiles(setting, count);
  const two = twoPriors(setting);
  const names = namesIn(layout, fittedTo.levels);
  const isFixed = (called: string) => isFixedIn(two, called);
  const isAllFixed = names.every(({ called }) => isFixed(called));
  // Drawn only when needed: bounds are found without most of them.
  const profiles = once(() => draw(profilesFor(names.length)));
  const atEnds = (['lo', 'hi'] as const).map((side) => profileAtEnds(setting, side, SEED));
  const given = isAllFixed
    ? []
    : [...atEnds, ...draw(PROFILES_FOR_BOUNDS)].map((profile) => conditionalPriors(setting, profile));
  return new Map(
    names.map(({ called, name, part, isProbability }): [string, MarginalPrior] => {
      if (isFixed(called)) return [called, exactly(two[0]!.get(called)!, isProbability)];
      const drawn = () => Float64Array.from(profiles(), (profile) => profile.get(name)![part]!.value).sort();
      const priors = given.map((each) => each.get(called)!);
      return [called, ofDraws(once(drawn), priors)];
    }),
  );
}

/** Calls a function when its value is first needed, and remembers the value. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function profilesFor(latents: number): number {
  return Math.min(PROFILES.most, Math.max(PROFILES.least, Math.floor(MAX_VALUES / latents)));
}

/** One value of a profile: the latent's name, the level number, and its name in messages. */
interface ProfileValue {
  readonly called: string;
  readonly name: string;
  readonly part: number;
  readonly isProbability: boolean;
}

/**
 * The priors that depend on no latent and on no order, by parameter name, such as `theta[Ada]`; null if the text of the layout
 * is not known, or a prior reads rows, which a fit does not store.
 *
 * @throws SimulationError when a prior has no density given the latents drawn before it
 */
export function fixedPriorsOf(fit: FitBasis): ReadonlyMap<string, EvaluatedPrior> | null {
  const known = knownLayout(fit);
  if (known === null) return null;
  const { layout, text } = known;
  const two = twoPriors(settingOf(layout, text, fit));
  return new Map(
    namesIn(layout, fit.levels).flatMap(({ called }) =>
      isFixedIn(two, called) ? [[called, two[0]!.get(called)!] as const] : [],
    ),
  );
}

/** The layout with nothing but what was stored of the fitted data. */
function settingOf(layout: TypedLayout, text: string, fittedTo: PriorBasis): Setting {
  const nothing = { rows: 0, columns: {} };
  const scopeOf = bindNames(layout, nothing, new Map(), fittedScope(text, layout, fittedTo));
  return { layout, scopeOf, levels: fittedTo.levels };
}

function drawProfiles(setting: Setting, count: number) {
  return Array.from({ length: count }, (_, index) => drawProfile(setting, SEED + BigInt(index)));
}

/** All priors given the latents of each of two profiles. */
function twoPriors(setting: Setting): readonly ReadonlyMap<string, EvaluatedPrior>[] {
  return drawProfiles(setting, 2).map((profile) => conditionalPriors(setting, profile));
}

/** A prior that does not depend on latents is the same in every profile. The first of those in order depends on all. */
function isFixedIn([one, other]: readonly ReadonlyMap<string, EvaluatedPrior>[], called: string): boolean {
  const prior = one!.get(called)!;
  return prior.inOrder === undefined && JSON.stringify(prior) === JSON.stringify(other!.get(called)!);
}

function namesIn({ latents }: TypedLayout, levels: Levels): ProfileValue[] {
  return latents.flatMap(({ name, index, type }) => {
    const isProbability = type.kind === 'probability';
    if (index === null) return [{ called: calledName(name), name, part: 0, isProbability }];
    return levels
      .get(index)!
      .map((level, part) => ({ called: calledName(name, level), name, part, isProbability }));
  });
}

function exactly(prior: EvaluatedPrior, isProbability: boolean): MarginalPrior {
  return {
    ...boundsOf(prior),
    densities: (at) =>
      at.map((value) => {
        const position = { value, probability: isProbability ? probability(value) : null };
        return isInSupport(prior, value) ? Math.exp(logPriorDensity(prior, position)) : 0;
      }),
  };
}

function ofDraws(sorted: () => Float64Array, priors: readonly EvaluatedPrior[]): MarginalPrior {
  const bounds = priors.map(boundsOf);
  // Bounds are found slightly inside of the true ones: round to these.
  const nearest = (end: number) => (Number.isFinite(end) ? Number(end.toPrecision(7)) : end);
  const ends = {
    lo: nearest(Math.min(...bounds.map(({ lo }) => lo))),
    hi: nearest(Math.max(...bounds.map(({ hi }) => hi))),
  };
  return { ...ends, densities: (at) => [...(kernelDensity(sorted(), at, ends) ?? at.map(() => 0))] };
}

/**
 * A scope with the statistics of the fitted data, and nothing else.
 *
 * @param text the source of the layout, by which statistics are identified
 */
export function fittedScope(
  text: string,
  layout: TypedLayout,
  { manifest, statistics }: PriorBasis,
): ScopeOf {
  const whole = new Map(manifest.statistics.map((each, index) => [each, statistics.values[index]!]));
  const byLevel = new Map(
    manifest.levelStatistics.map((each, index) => [each.text, statistics.byLevel[index]!]),
  );
  // If two texts mean the same statistic, the manifest has the first.
  const texts = new Map<string, string[]>();
  for (const expression of statisticsIn(layout)) {
    const meant = expressionText(expression);
    texts.set(meant, [...(texts.get(meant) ?? []), textAt(text, expression.span)]);
  }
  return (place) => {
    const statistic = (expression: StatisticExpression): Value => {
      const written = [textAt(text, expression.span), ...(texts.get(expressionText(expression)) ?? [])];
      const level = typeof place === 'object' && place !== null ? place.level : null;
      const value = written
        .map((each) => (expression.by === null ? whole.get(each) : byLevel.get(each)?.[level ?? -1]))
        .find((each) => each !== undefined);
      if (value === undefined) {
        throw new SimulationError(
          `What was stored of the fit lacks the statistic ${textAt(text, expression.span)}.`,
          'Fit again with this version of theodolite.',
        );
      }
      return expression.type.kind === 'probability' ? probability(value) : value;
    };
    return { statistic } as Environment;
  };
}

/**
 * The priors of a fit's parameters, by name; null if the text of the layout is not known, or a prior reads rows, which a fit
 * does not store.
 *
 * @throws SimulationError when a prior has no density given the latents drawn before it
 */
export function priorsOf(fit: FitBasis): ReadonlyMap<string, MarginalPrior> | null {
  const known = knownLayout(fit);
  return known && marginalPriors(known.layout, known.text, fit);
}

/** The layout of a fit with its text; null if that is not known, or a prior reads rows. */
function knownLayout({
  layoutText: text,
  manifest,
}: FitBasis): { readonly layout: TypedLayout; readonly text: string } | null {
  if (text === undefined) return null;
  const { layout } = prepare(sourceOf(text), { choices: manifest.choices ?? {} });
  return readsRows(layout) ? null : { layout, text };
}

/** Whether a prior reads what only rows tell of a level: its demands, or the level of another category around it. */
function readsRows({ categories, latents, lets }: TypedLayout): boolean {
  const pairs = new Set(categories.flatMap(({ name, pairOf }) => (pairOf == null ? [] : [name])));
  const values = new Map(lets.map(({ name, value }) => [name, value]));
  const reads = (expression: TypedExpression, own: string | null): boolean => {
    switch (expression.kind) {
      case 'column':
        return true;
      case 'latent':
        return expression.index !== null && expression.index !== own;
      case 'previous':
        // Which pairs are of one walk.
        return pairs.has(expression.index) || reads(expression.first, own);
      case 'let':
        return reads(values.get(expression.name)!, own);
      case 'call':
        return expression.arguments.some((part) => reads(part, own));
      default:
        return false;
    }
  };
  return latents.some(({ prior, index }) =>
    priorParts<TypedExpression>(prior).some((part) => reads(part, index)),
  );
}

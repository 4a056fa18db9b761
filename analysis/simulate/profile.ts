/** The profile of a simulation: drawn from the priors, or given and checked against them. */

import type { Latent, TypedLayout } from '../../compiler/check/typed-layout.ts';
import { mapPrior } from '../../compiler/families/priors.ts';
import { evaluateReal } from '../../compiler/interpret/evaluate.ts';
import { probability } from '../../compiler/interpret/log-probability.ts';
import {
  boundsOf,
  type EvaluatedPrior,
  isInSupport,
  isProper,
  type Position,
} from '../../compiler/interpret/priors.ts';
import type { Level, Profile, ScopeOf } from '../../compiler/interpret/scope.ts';
import { offZero, SUM_REMEDY, sumsWrong } from '../../host/parameters.ts';
import { calledName } from '../../module/called-name.ts';
import type { Levels } from '../../module/levels.ts';
import { openStream, type Stream } from '../../statistics/random/stream.ts';
import { drawPrior } from './draw-prior.ts';
import type { ProfileValues } from './profile-values.ts';
import { SimulationError } from './simulation-error.ts';

/** The context of a profile: a layout with its names bound to data, and the level names of its categories. */
export interface Setting {
  readonly layout: TypedLayout;
  readonly scopeOf: ScopeOf;
  readonly levels: Levels;
}

/**
 * Draws each latent after those on which its prior depends.
 *
 * @throws SimulationError when a prior has no density given the latents drawn before it, or its truncation leaves no
 *   probability.
 */
export function drawProfile(setting: Setting, seed: bigint): Profile {
  const drawn = ({ latent, index, part, prior }: Wanted) =>
    drawLatent(latent, prior, openStream(seed, 'latent', index, part));
  return fillProfile(setting, drawn, aroundMean);
}

/** Levels that sum to zero are the deviations of independent draws from their mean. */
function aroundMean(values: readonly number[]): readonly number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** @throws SimulationError when the truncation of the prior leaves no probability */
export function drawLatent({ name, priorText }: Latent, prior: EvaluatedPrior, random: Stream): number {
  const value = drawPrior(prior, random);
  if (!Number.isNaN(value)) return value;
  throw new SimulationError(
    `The prior ${priorText} of \`${name}\` is truncated so far out that nothing of it is left.`,
    'Move the range nearer to where the prior has its probability.',
  );
}

/**
 * @throws SimulationError when a value is missing, belongs to no latent or level, or lies outside the support of its
 *   prior.
 */
export function takeProfile(setting: Setting, values: ProfileValues): Profile {
  const latents = setting.layout.latents;
  expectKnown(
    values,
    latents.map(({ name }) => name),
    'the layout has no latent called',
    'latents',
  );
  for (const { name, index } of latents) {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    if (index !== null && typeof given === 'object')
      expectKnown(given, setting.levels.get(index)!, `\`${index}\` has no level called`, 'levels');
  }
  const take = ({ latent, prior, level, called }: Wanted) => {
    const given = Object.hasOwn(values, latent.name) ? values[latent.name] : undefined;
    const value = level === null ? given : own(given, level);
    if (typeof value !== 'number') {
      throw new SimulationError(
        `The profile gives no value for the latent \`${called}\`.`,
        level === null
          ? `Give one number for each of ${quoted(latents.map(({ name }) => name))}.`
          : `Give an object with one number for each level of \`${latent.index}\`.`,
      );
    }
    if (isInSupport(prior, value)) return value;
    throw new SimulationError(
      `The profile puts the latent \`${called}\` at ${value}, outside the support of its prior ${latent.priorText}.`,
      'Choose a value inside, or widen the prior.',
    );
  };
  return fillProfile(setting, take, (given, latent) => {
    const sum = offZero(given);
    if (sum === null) return given;
    throw new SimulationError(`The profile ${sumsWrong({ latent, sum })}.`, SUM_REMEDY);
  });
}

/** The bounds of the prior of each value, infinite if open, by its name in messages, such as `theta[Ada]`. */
export function profileBounds(
  setting: Setting,
  values: ProfileValues,
): ReadonlyMap<string, { readonly lo: number; readonly hi: number }> {
  const bounds = new Map<string, { readonly lo: number; readonly hi: number }>();
  fillProfile(setting, ({ latent, level, called, prior }) => {
    bounds.set(called, boundsOf(prior));
    const given = values[latent.name];
    return (level === null ? given : own(given, level)) as number;
  });
  return bounds;
}

/**
 * Distance from the ends as a share of the range: exactly at an end, priors that depend on the latent may have empty
 * support.
 */
const INSET = 1e-9;

/**
 * A profile with each latent (almost) at one end of its prior, or drawn from it if the prior is unbounded. Bounds of
 * priors that depend on these latents are then at their extremes.
 */
export function profileAtEnds(setting: Setting, side: 'lo' | 'hi', seed: bigint): Profile {
  const atEnd = ({ index, part, prior }: Wanted) => {
    const { lo, hi } = boundsOf(prior);
    if (Number.isFinite(lo) && Number.isFinite(hi)) {
      const inside = (hi - lo) * INSET;
      return side === 'lo' ? lo + inside : hi - inside;
    }
    return drawPrior(prior, openStream(seed, 'latent', index, part));
  };
  return fillProfile(setting, atEnd, aroundMean);
}

/**
 * The prior of each value given the latents that it reads, by its name in messages, such as `theta[Ada]`. That of one of n levels
 * that sum to zero has the standard deviation sd √(1 − 1/n).
 */
export function conditionalPriors(setting: Setting, profile: Profile): ReadonlyMap<string, EvaluatedPrior> {
  const priors = new Map<string, EvaluatedPrior>();
  fillProfile(setting, ({ latent, part, called, prior }) => {
    priors.set(called, prior.sumsToZero ? ofOneLevel(prior, profile.get(latent.name)!.length) : prior);
    return profile.get(latent.name)![part]!.value;
  });
  return priors;
}

function ofOneLevel(prior: EvaluatedPrior, levels: number): EvaluatedPrior {
  const { mean, sd } = prior.parameters as { readonly mean: number; readonly sd: number };
  return { family: 'normal', parameters: { mean, sd: sd * Math.sqrt(1 - 1 / levels) } };
}

/** The values of a profile by name, in the order of declaration. */
export function profileValues({ layout, levels }: Setting, profile: Profile): ProfileValues {
  return Object.fromEntries(
    layout.latents.map(({ name, index }) => {
      const values = profile.get(name)!.map(({ value }) => value);
      if (index === null) return [name, values[0]!];
      return [name, Object.fromEntries(levels.get(index)!.map((level, number) => [level, values[number]!]))];
    }),
  );
}

/** One value of a profile that is to be determined. */
interface Wanted {
  readonly latent: Latent;
  /** The index of the latent, in the order of declaration. */
  readonly index: number;
  /** The number of the level, and its name; 0 and null for a latent with one value. */
  readonly part: number;
  readonly level: string | null;
  /** The name in messages, such as `theta[Ada]`. */
  readonly called: string;
  readonly prior: EvaluatedPrior;
}

/**
 * @param choose the value of each
 * @param summing what becomes of the values that were chosen for levels that sum to zero; by default they stay
 */
function fillProfile(
  { layout, scopeOf, levels }: Setting,
  choose: (wanted: Wanted) => number,
  summing: (values: readonly number[], latent: Latent) => readonly number[] = (values) => values,
): Profile {
  const profile = new Map<string, Position[]>();
  for (const index of layout.priorOrder) {
    const latent = layout.latents[index]!;
    const category = latent.index;
    const parts: readonly (string | null)[] = category === null ? [null] : levels.get(category)!;
    // Filled level by level, since a prior may depend on the previous level.
    const positions: Position[] = [];
    profile.set(latent.name, positions);
    for (const [part, level] of parts.entries()) {
      const place = category === null ? null : { category, level: part };
      const called = calledName(latent.name, level);
      const prior = evaluatePrior(latent, called, scopeOf, place, profile);
      positions.push(positionOfLatent(latent, choose({ latent, index, part, level, called, prior })));
    }
    if (latent.prior.sumsToZero) {
      const chosen = positions.map(({ value }) => value);
      profile.set(
        latent.name,
        summing(chosen, latent).map((value) => positionOfLatent(latent, value)),
      );
    }
  }
  return profile;
}

/** @throws SimulationError when the prior has no density given what it reads */
export function evaluatePrior(
  { prior, priorText }: Latent,
  called: string,
  scopeOf: ScopeOf,
  place: Level | null,
  profile: Profile,
): EvaluatedPrior {
  const scope = scopeOf(place, profile);
  const evaluated = mapPrior(prior, (part) => evaluateReal(part, scope));
  if (isProper(evaluated)) return evaluated;
  const parts = Object.entries(evaluated.parameters).map(([name, value]) => `${name} = ${value}`);
  const { lo = null, hi = null } = evaluated.truncation ?? {};
  const range = evaluated.truncation === undefined ? '' : ` in [${lo ?? '-inf'}, ${hi ?? 'inf'}]`;
  throw new SimulationError(
    `The prior ${priorText} of \`${called}\` has no density with ${parts.join(', ')}${range}.`,
    'Its parameters follow from other latents or from the demands: give others, or bound what the prior reads.',
  );
}

/** Only the number counts, also for a probability: the stored profile is everything that the simulation used. */
export function positionOfLatent({ type }: Latent, value: number): Position {
  return { value, probability: type.kind === 'probability' ? probability(value) : null };
}

function own(given: ProfileValues[string] | undefined, level: string): number | undefined {
  return typeof given === 'object' && Object.hasOwn(given, level) ? given[level] : undefined;
}

function expectKnown(given: object, known: readonly string[], why: string, what: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new SimulationError(
    `The profile gives a value for \`${unknown}\`, and ${why} that.`,
    `The ${what} are ${quoted(known)}.`,
  );
}

const MAX_LISTED = 20;

function quoted(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_LISTED)
    .map((name) => `\`${name}\``)
    .join(', ');
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}

/** The profile that a simulation acts with: drawn from the priors, or given and checked against them. */
import { mapPrior } from '../compiler/check/prior-families.ts';
import type { Latent, TypedLayout } from '../compiler/check/typed-layout.ts';
import { evaluateReal } from '../compiler/interpret/evaluate.ts';
import { probability } from '../compiler/interpret/log-probability.ts';
import {
  type EvaluatedPrior,
  isInSupport,
  isProper,
  type Position,
} from '../compiler/interpret/prior-density.ts';
import type { Profile, ScopeOf } from '../compiler/interpret/scope.ts';
import { drawPrior } from './draw-prior.ts';
import { openStream } from './random/stream.ts';
import { SimulationError } from './simulation-error.ts';

/** One number a latent, in its unit and on the layout's own scale. */
export type ProfileValues = Readonly<Record<string, number>>;

/**
 * Draws each latent after those that its prior reads.
 *
 * @throws SimulationError when a prior has no density at what was drawn before it, or is truncated to nothing.
 */
export function drawProfile(layout: TypedLayout, scopeOf: ScopeOf, seed: bigint): Profile {
  return fillProfile(layout, scopeOf, (prior, index) => {
    const value = drawPrior(prior, openStream(seed, 'latent', index));
    if (!Number.isNaN(value)) return value;
    const { name, priorText } = layout.latents[index]!;
    throw new SimulationError(
      `The prior ${priorText} of \`${name}\` is cut off so far out that nothing is left of it.`,
      'Move the range nearer to where the prior has its probability.',
    );
  });
}

/** @throws SimulationError when a value is missing, is no latent's, or lies outside the support of its prior. */
export function takeProfile(layout: TypedLayout, scopeOf: ScopeOf, values: ProfileValues): Profile {
  const names = layout.latents.map(({ name }) => name);
  const listed = names.map((name) => `\`${name}\``).join(', ');
  for (const name of Object.keys(values)) {
    if (names.includes(name)) continue;
    throw new SimulationError(
      `The profile gives a value for \`${name}\`, which the layout has no latent called.`,
      `Its latents are ${listed}.`,
    );
  }
  return fillProfile(layout, scopeOf, (prior, index) => {
    const { name, priorText } = layout.latents[index]!;
    const value = Object.hasOwn(values, name) ? values[name]! : undefined;
    if (typeof value !== 'number') {
      throw new SimulationError(
        `The profile gives no value for the latent \`${name}\`.`,
        `Give one number for each of ${listed}.`,
      );
    }
    if (isInSupport(prior, value)) return value;
    throw new SimulationError(
      `The profile puts the latent \`${name}\` at ${value}, outside the support of its prior ${priorText}.`,
      'Choose a value inside, or widen the prior.',
    );
  });
}

/** The values of a profile by name, in the order of declaration. */
export function profileValues(layout: TypedLayout, profile: Profile): ProfileValues {
  return Object.fromEntries(layout.latents.map(({ name }) => [name, profile.get(name)!.value]));
}

function fillProfile(
  layout: TypedLayout,
  scopeOf: ScopeOf,
  choose: (prior: EvaluatedPrior, index: number) => number,
): Profile {
  const profile = new Map<string, Position>();
  for (const index of layout.priorOrder) {
    const latent = layout.latents[index]!;
    const prior = evaluatePrior(latent, scopeOf, profile);
    profile.set(latent.name, positionOf(latent, choose(prior, index)));
  }
  return profile;
}

function evaluatePrior(
  { name, prior, priorText }: Latent,
  scopeOf: ScopeOf,
  profile: Profile,
): EvaluatedPrior {
  const scope = scopeOf(null, profile);
  const evaluated = mapPrior(prior, (part) => evaluateReal(part, scope));
  if (isProper(evaluated)) return evaluated;
  const parts = Object.entries(mapPrior(evaluated, String))
    .filter(([part]) => part !== 'family' && part !== 'truncation')
    .map(([part, value]) => `${part} = ${value}`);
  const { lo = null, hi = null } = evaluated.truncation ?? {};
  const range = evaluated.truncation === undefined ? '' : ` in [${lo ?? '-inf'}, ${hi ?? 'inf'}]`;
  throw new SimulationError(
    `The prior ${priorText} of \`${name}\` has no density with ${parts.join(', ')}${range}.`,
    'Its parameters follow from other latents or from the demands: give other ones, or bound what the prior reads.',
  );
}

/** The number alone counts, also of a probability: what is written of a profile is all that the simulation knew. */
function positionOf({ type }: Latent, value: number): Position {
  return { value, probability: type.kind === 'probability' ? probability(value) : null };
}

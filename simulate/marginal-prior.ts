/** What is believed of each latent before there are outcomes: its prior, over all that the priors say of those it reads. */
import { expressionText } from '../compiler/check/expression-text.ts';
import type { TypedLayout } from '../compiler/check/typed-layout.ts';
import { textAt } from '../compiler/graph/build.ts';
import type { Scope, Statistic, Value } from '../compiler/interpret/evaluate.ts';
import { probability } from '../compiler/interpret/log-probability.ts';
import {
  boundsOf,
  type EvaluatedPrior,
  isInSupport,
  logPriorDensity,
} from '../compiler/interpret/prior-density.ts';
import { bindNames, type ScopeOf } from '../compiler/interpret/scope.ts';
import { statisticsIn } from '../compiler/interpret/statistic.ts';
import type { Levels } from '../host/levels.ts';
import type { Manifest } from '../host/manifest.ts';
import type { FittedStatistics } from '../host/predict/fitted.ts';
import { conditionalPriors, drawProfile, type Setting } from './profile.ts';
import { SimulationError } from './simulation-error.ts';

/** Of one parameter. */
export interface MarginalPrior {
  /** The ends of its values, infinite where they do not end; the widest where they depend on other latents. */
  readonly lo: number;
  readonly hi: number;
  /** In the inverse of its unit; 0 beyond the ends, and infinite at an end where the prior is. */
  density(value: number): number;
}

/** What a layout was fitted to, as far as its priors read it. */
export interface FittedTo {
  readonly manifest: Manifest;
  readonly levels: Levels;
  readonly statistics: FittedStatistics;
}

/** So many profiles are drawn where a prior reads other latents: the density is the mean of those given each. */
const PROFILES = 400;
const SEED = 1n;

/**
 * By the parameters' names, such as `theta[Ada]`.
 *
 * @param text the source of the layout, from which statistics have their names
 * @throws SimulationError when a prior has no density at what was drawn before it, or a statistic was not stored
 */
export function marginalPriors(
  layout: TypedLayout,
  text: string,
  fittedTo: FittedTo,
): ReadonlyMap<string, MarginalPrior> {
  const nothing = { rows: 0, columns: {} };
  const scopeOf = bindNames(layout, nothing, new Map(), fittedScope(text, layout, fittedTo));
  const setting: Setting = { layout, scopeOf, levels: fittedTo.levels };
  const drawn = (profiles: number) =>
    Array.from({ length: profiles }, (_, index) => {
      const seed = SEED + BigInt(index);
      return conditionalPriors(setting, drawProfile(setting, seed));
    });
  // Priors that read no latent are the same in every profile.
  const [one, other] = drawn(2).map((each) => JSON.stringify([...each]));
  const all = drawn(one === other ? 1 : PROFILES);
  const names = layout.latents.flatMap(({ name, index, type }) =>
    (index === null ? [name] : fittedTo.levels.get(index)!.map((level) => `${name}[${level}]`)).map(
      (called) => ({ called, isProbability: type.kind === 'probability' }),
    ),
  );
  return new Map(
    names.map(({ called, isProbability }) => [
      called,
      marginal(
        all.map((each) => each.get(called)!),
        isProbability,
      ),
    ]),
  );
}

function marginal(priors: readonly EvaluatedPrior[], isProbability: boolean): MarginalPrior {
  const bounds = priors.map(boundsOf);
  return {
    lo: Math.min(...bounds.map(({ lo }) => lo)),
    hi: Math.max(...bounds.map(({ hi }) => hi)),
    density: (value) => {
      const at = { value, probability: isProbability ? probability(value) : null };
      const densities = priors.map((prior) =>
        isInSupport(prior, value) ? Math.exp(logPriorDensity(prior, at)) : 0,
      );
      return densities.reduce((sum, density) => sum + density, 0) / densities.length;
    },
  };
}

/** A scope that knows the statistics of the data that were fitted, and nothing else. */
function fittedScope(text: string, layout: TypedLayout, { manifest, statistics }: FittedTo): ScopeOf {
  const whole = new Map(manifest.statistics.map((each, index) => [each, statistics.values[index]!]));
  const byLevel = new Map(
    manifest.levelStatistics.map((each, index) => [each.text, statistics.byLevel[index]!]),
  );
  // Where two texts mean one statistic the manifest has the first of them.
  const texts = new Map<string, string[]>();
  for (const expression of statisticsIn(layout)) {
    const meant = expressionText(expression);
    texts.set(meant, [...(texts.get(meant) ?? []), textAt(text, expression.span)]);
  }
  return (place) => {
    const statistic = (expression: Statistic): Value => {
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
    return { statistic } as Scope;
  };
}

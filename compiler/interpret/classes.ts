/** The meaning of classes: the density of the outcomes of each level, summed over the states of its classes. */
import {
  type ClassGroup,
  type Configuration,
  classGroups,
  configurationsOf,
} from '../check/summed-classes.ts';
import type { LatentClass, TypedExpression, TypedLayout } from '../check/typed-layout.ts';
import { type Environment, evaluate } from './evaluate.ts';
import { linear } from './log-probability.ts';
import { logOutcome } from './outcomes.ts';
import type { Data, Level, Profile, ScopeOf } from './scope.ts';

/** The probability of each state of a class in a scope: its share divided by the sum of all shares. */
export function stateProbabilities({ states }: LatentClass, scope: Environment): number[] {
  const shares = states.map(({ share }) => shareOf(share, scope));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / total);
}

/** A share: a probability, or a number that is at least 0; NaN for any other value. */
function shareOf(share: TypedExpression, scope: Environment): number {
  const value = evaluate(share, scope);
  if (typeof value !== 'number') return linear(value);
  return value >= 0 ? value : Number.NaN;
}

/** The classes of one level: the log density of its rows for each combination of states. */
interface AtLevel {
  readonly configurations: readonly Configuration[];
  readonly logDensities: readonly number[];
}

function atLevel(
  { classes, observations }: ClassGroup,
  level: Level,
  data: Data,
  scopeOf: ScopeOf,
  profile: Profile,
): AtLevel {
  const configurations = configurationsOf(classes);
  const probabilities = classes.map((each) => stateProbabilities(each, scopeOf(level, profile)));
  const codes = data.columns[level.category]!;
  const rows = Array.from({ length: data.rows }, (_, row) => row).filter((row) => codes[row] === level.level);
  const logDensities = configurations.map(({ flags, states }) => {
    const logShare = states.reduce((sum, state, place) => sum + Math.log(probabilities[place]![state]!), 0);
    return rows.reduce((sum, row) => {
      const scope = scopeOf(row, profile, flags);
      return observations.reduce((total, observation) => {
        const y = data.columns[observation.outcome]![row]!;
        return Number.isNaN(y) ? total : total + logOutcome(observation, y, scope);
      }, sum);
    }, logShare);
  });
  return { configurations, logDensities };
}

/** The sum over groups and levels of the log density, where each density is summed over states. */
export function logOfClasses(
  layout: TypedLayout,
  levelsOf: (category: string) => readonly Level[],
  data: Data,
  scopeOf: ScopeOf,
  profile: Profile,
): number {
  return classGroups(layout)
    .flatMap((group) =>
      levelsOf(group.index).map((level) =>
        logSumOfExponentials(atLevel(group, level, data, scopeOf, profile).logDensities),
      ),
    )
    .reduce((a, b) => a + b, 0);
}

/** The probability that a flag of a level is 1, given the data and the latents. */
export function classProbability(
  layout: TypedLayout,
  flag: string,
  level: Level,
  data: Data,
  scopeOf: ScopeOf,
  profile: Profile,
): number {
  const group = classGroups(layout).find(({ classes }) =>
    classes.some(({ states }) => states.some((state) => state.flag === flag)),
  );
  if (group === undefined) throw new Error(`no outcome depends on the class of ${flag}`);
  const { configurations, logDensities } = atLevel(group, level, data, scopeOf, profile);
  const whole = logSumOfExponentials(logDensities);
  return configurations.reduce(
    (sum, { flags }, place) => sum + (flags.get(flag) === 1 ? Math.exp(logDensities[place]! - whole) : 0),
    0,
  );
}

/** ln Σ exp(x), computed relative to the largest exponent. */
function logSumOfExponentials(logs: readonly number[]): number {
  const most = Math.max(...logs);
  if (most === -Infinity) return -Infinity;
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

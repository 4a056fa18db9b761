/** A draw of an outcome in a row. */
import { outcomes } from '../../compiler/check/functions.ts';
import type { Observation } from '../../compiler/check/typed-layout.ts';
import { evaluateProbability, evaluateReal, type Scope } from '../../compiler/interpret/evaluate.ts';
import { type LogProbability, linear, logistic, not } from '../../compiler/interpret/log-probability.ts';
import { drawBeta, type Share } from '../../statistics/random/beta.ts';
import { drawBernoulli, drawBinomial, isBelow } from '../../statistics/random/binomial.ts';
import { roundBetween } from '../../statistics/random/doubles.ts';
import { exp } from '../../statistics/random/elementary.ts';
import type { Stream } from '../../statistics/random/stream.ts';
import { drawStudentT } from '../../statistics/random/student-t.ts';

/** Why an outcome has no distribution: the parameter, by its name, that does not have such a value. */
export interface Unsound {
  readonly parameter: string;
  readonly value: number;
  readonly wanted: string;
}

/**
 * A draw with the parameters that the outcome has in this scope. It is a number that the distribution can have: one beyond
 * all numbers of double precision, or not to be told from an end, is the number next to it.
 */
export function drawOutcome(
  { family, parameters }: Observation,
  scope: Scope,
  random: Stream,
): number | Unsound {
  const read = new Parameters(family, (index) => ({
    real: () => evaluateReal(parameters[index]!, scope),
    probability: () => evaluateProbability(parameters[index]!, scope),
  }));
  const draw = drawing(family, parameters.length, read);
  return read.unsound ?? draw(random);
}

function drawing(
  family: Observation['family'],
  parameters: number,
  read: Parameters,
): (random: Stream) => number {
  switch (family) {
    case 'bernoulli': {
      const p = read.probability(0);
      return (random) => drawBernoulli(random, p);
    }
    case 'bernoulli_logit': {
      const p = shareOf(logistic(read.finite(0)));
      return (random) => drawBernoulli(random, p);
    }
    case 'binomial': {
      const [n, p] = [read.count(0), read.probability(1)];
      return (random) => drawBinomial(random, n, p);
    }
    case 'binomial_logit': {
      const [n, p] = [read.count(0), shareOf(logistic(read.finite(1)))];
      return (random) => drawBinomial(random, n, p);
    }
    case 'beta_binomial': {
      const [n, a, b] = [read.count(0), read.positive(1), read.positive(2)];
      return (random) => drawBinomial(random, n, drawBeta(random, a, b));
    }
    case 'beta_proportion': {
      const [mean, precision] = [read.properProbability(0), read.positive(1)];
      return (random) =>
        roundBetween(drawBeta(random, precision * mean.value, precision * mean.complement).value, 0, 1);
    }
    case 'normal': {
      const [mean, sd] = [read.finite(0), read.positive(1)];
      return (random) => finite(mean + sd * random.normal());
    }
    case 'student_t': {
      const [df, location, scale] = [read.positive(0), read.finite(1), read.positive(2)];
      return (random) => finite(location + scale * drawStudentT(random, df));
    }
    case 'lognormal': {
      const [mu, sigma] = [read.finite(0), read.positive(1)];
      return (random) => roundBetween(exp(mu + sigma * random.normal()), 0, Infinity);
    }
    case 'ordered_logistic': {
      const eta = read.finite(0);
      const above = read.ascending(1, parameters).map((cut) => shareOf(logistic(eta - cut)));
      return (random) => {
        const u = random.uniform();
        // P(y > k) falls with k, so one deviate settles all of them.
        return 1 + above.filter((p) => isBelow({ value: u, complement: 1 - u }, p)).length;
      };
    }
  }
}

function shareOf(p: LogProbability): Share {
  return { value: linear(p), complement: linear(not(p)) };
}

function finite(x: number): number {
  return roundBetween(x, -Infinity, Infinity);
}

interface Readable {
  readonly real: () => number;
  readonly probability: () => LogProbability;
}

/** Guards the first parameter that does not have such a value as its distribution wants. */
class Parameters {
  unsound: Unsound | null = null;
  readonly #family: Observation['family'];
  readonly #at: (index: number) => Readable;

  constructor(family: Observation['family'], at: (index: number) => Readable) {
    this.#family = family;
    this.#at = at;
  }

  finite(index: number): number {
    const value = this.#at(index).real();
    return this.#expect(index, value, Number.isFinite(value), 'a finite number');
  }

  positive(index: number): number {
    const value = this.#at(index).real();
    return this.#expect(index, value, value > 0 && value < Infinity, 'above 0');
  }

  count(index: number): number {
    const value = this.#at(index).real();
    return this.#expect(index, value, Number.isInteger(value) && value >= 0, 'a whole number from 0');
  }

  probability(index: number): Share {
    const share = shareOf(this.#at(index).probability());
    this.#expect(index, share.value, share.value >= 0 && share.complement >= 0, 'between 0 and 1');
    return share;
  }

  /** Neither 0 nor 1. */
  properProbability(index: number): Share {
    const share = this.probability(index);
    this.#expect(index, share.value, share.value > 0 && share.complement > 0, 'above 0 and below 1');
    return share;
  }

  /** The cut points from one parameter to the end, none below the one before it. */
  ascending(from: number, to: number): number[] {
    const values: number[] = [];
    for (let index = from; index < to; index++) {
      const value = this.finite(index);
      const before = values.at(-1) ?? -Infinity;
      values.push(this.#expect(index, value, before <= value, `at least the ${before} before it`));
    }
    return values;
  }

  #expect(index: number, value: number, isSound: boolean, wanted: string): number {
    if (!isSound) this.unsound ??= { parameter: nameOf(this.#family, index), value, wanted };
    return value;
  }
}

/** As the layout may name it; cut points, which have no names, by their number. */
function nameOf(family: Observation['family'], index: number): string {
  const signature = outcomes[family];
  if ('parameters' in signature) return signature.parameters[index]!.name;
  return index === 0 ? 'eta' : `c${index}`;
}

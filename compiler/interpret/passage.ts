/**
 * First passages of a Wiener process with a drift between two barriers, at 0 and at a boundary, as their definitions say: the
 * sums over images and over sines of Feller, An Introduction to Probability Theory and Its Applications, volume 1, 3rd
 * edition (1968), section XIV.6.
 */
import { type LogProbability, linear, not } from './log-probability.ts';

/** A process: it starts at the share `start` of the boundary; the recorded time is `delay` more than that of the passage. */
export interface Race {
  readonly boundary: number;
  readonly start: LogProbability;
  readonly drift: number;
}

/** The process upside down, which leaves at the lower barrier where the other one leaves at the upper. */
export function mirrored<R extends Race>(race: R): R {
  return { ...race, start: not(race.start), drift: -race.drift };
}

/** The log density of a recorded time at which the process leaves at the lower barrier. */
export function logPassage(y: number, race: Race & { readonly delay: number }): number {
  const { boundary, delay, drift } = race;
  const time = y - delay;
  if (!(time > 0)) return time <= 0 ? -Infinity : Number.NaN;
  const start = linear(race.start);
  return (
    logDriftless(time / boundary ** 2, start) -
    2 * Math.log(boundary) -
    drift * boundary * start -
    0.5 * drift ** 2 * time
  );
}

/** The same for a boundary of 1 and without drift. */
function logDriftless(u: number, w: number): number {
  const numbers = Array.from({ length: 41 }, (_, index) => index - 20);
  if (u < 0.5) {
    const images = numbers.reduce((sum, k) => sum + (w + 2 * k) * Math.exp((-2 * k * (w + k)) / u), 0);
    return Math.log(images) - w ** 2 / (2 * u) - 1.5 * Math.log(u) - 0.5 * Math.log(2 * Math.PI);
  }
  const waves = numbers
    .filter((k) => k > 0)
    .reduce(
      (sum, k) => sum + k * Math.exp(-0.5 * (k ** 2 - 1) * Math.PI ** 2 * u) * Math.sin(k * Math.PI * w),
      0,
    );
  return Math.log(Math.PI * waves) - 0.5 * Math.PI ** 2 * u;
}

/** The probability that the process leaves at the upper barrier. */
export function probabilityOfUpper(race: Race): LogProbability {
  const x = 2 * race.boundary * race.drift;
  if (x < 0) return not(probabilityOfUpper(mirrored(race)));
  if (x === 0) return race.start;
  const whole = Math.log(-Math.expm1(-x));
  const [start, rest] = [x * linear(race.start), x * linear(not(race.start))];
  return {
    lnP: Math.log(-Math.expm1(-start)) - whole,
    lnComplement: Math.log(-Math.expm1(-rest)) - start - whole,
  };
}

/** The mean time until the process leaves, for a boundary of 1: the distance that the drift has brought it, over the drift. */
export function meanPassage(race: Race): number {
  const x = 2 * race.boundary * race.drift;
  const [start, rest] = [linear(race.start), linear(not(race.start))];
  // For a small drift the first terms of its series, since the difference would lose its digits.
  if (Math.abs(x) < 1e-3)
    return start * rest * (1 + (x * (1 - 2 * start)) / 6 - (x ** 2 * start * rest) / 12);
  return (2 * (linear(probabilityOfUpper(race)) - start)) / x;
}

/** Axes on which equal distances are equal ratios. */
import { numberText } from './text.ts';

/** Room beyond the values at both ends, as a share of the range. */
const MARGIN = 0.06;

/**
 * The options of an axis of Plot that contains these values, which are above 0.
 *
 * @param ticks the maximum number of ticks
 */
export function logarithmicAxis(least: number, most: number, ticks: number) {
  const beyond = (most / least) ** MARGIN;
  const domain = [least / beyond, most * beyond] as const;
  return {
    ...{ type: 'log' as const, domain, nice: false, ticks: roundNumbers(...domain, ticks) },
    tickFormat: (value: number) => numberText(value),
  };
}

/** At most `most` round numbers from `from` to `to`: 1, 2 and 5 of each power of ten, or 1 and 3, or some of the powers. */
function roundNumbers(from: number, to: number, most: number): number[] {
  const powers: number[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) powers.push(power);
  const multiples = (...steps: readonly number[]) =>
    powers
      .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
      .filter((each) => each >= from && each <= to);
  const fine = [multiples(1, 2, 5), multiples(1, 3)].find(({ length }) => length <= most);
  if (fine !== undefined) return fine;
  const all = multiples(1);
  const every = Math.ceil(all.length / most);
  return all.filter((_, place) => place % every === 0);
}

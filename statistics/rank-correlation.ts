/** Rank correlations, and the correlation of two columns of 0 and 1. */

import { correlation } from './moments.ts';

/** The ranks of values from 1; equal values share the mean of their ranks. */
export function midRanks(values: Float64Array): Float64Array {
  const order = Int32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  for (let first = 0; first < order.length; ) {
    let next = first + 1;
    while (next < order.length && values[order[next]!] === values[order[first]!]) next++;
    for (let place = first; place < next; place++) ranks[order[place]!] = (first + 1 + next) / 2;
    first = next;
  }
  return ranks;
}

/**
 * Spearman's ρ (1904), from −1 to 1: Pearson's correlation of the ranks, equal values sharing theirs. Null if one of the
 * two is constant. The values must be finite.
 *
 * @throws RangeError if their lengths differ
 */
export function spearman(one: Float64Array, other: Float64Array): number | null {
  return correlation(midRanks(one), midRanks(other));
}

/**
 * Kendall's τ-b, from −1 to 1: pairs of rows that both order alike, less those that they order differently, over the
 * geometric mean of the pairs that each orders (Kendall 1945, The treatment of ties in ranking problems, Biometrika 33,
 * 239–251), in n log n steps (Knight 1966, Journal of the American Statistical Association 61, 436–439). Null if one of
 * the two is constant. The values must be finite.
 *
 * @throws RangeError if their lengths differ
 */
export function kendall(one: Float64Array, other: Float64Array): number | null {
  if (one.length !== other.length) throw new RangeError('a correlation is of as many values of each');
  const order = Int32Array.from(one.keys()).sort((a, b) => one[a]! - one[b]! || other[a]! - other[b]!);
  const pairs = (order.length * (order.length - 1)) / 2;
  const tiedIn = (isTied: (a: number, b: number) => boolean) => {
    let tied = 0;
    for (let first = 0; first < order.length; ) {
      let next = first + 1;
      while (next < order.length && isTied(order[first]!, order[next]!)) next++;
      tied += ((next - first) * (next - first - 1)) / 2;
      first = next;
    }
    return tied;
  };
  const tiedInOne = tiedIn((a, b) => one[a] === one[b]);
  const tiedInBoth = tiedIn((a, b) => one[a] === one[b] && other[a] === other[b]);
  const swaps = sortCountingSwaps(order, other);
  const tiedInOther = tiedIn((a, b) => other[a] === other[b]);
  const ordered = Math.sqrt(pairs - tiedInOne) * Math.sqrt(pairs - tiedInOther);
  if (!(ordered > 0)) return null;
  const difference = pairs - tiedInOne - tiedInOther + tiedInBoth - 2 * swaps;
  // The product of two roots may round to less than the number itself.
  return Math.min(1, Math.max(-1, difference / ordered));
}

/** Sorts the indices by their values, by merging, and returns how many pairs were in the wrong order. */
function sortCountingSwaps(order: Int32Array, values: Float64Array): number {
  const size = order.length;
  const merged = new Int32Array(size);
  let swaps = 0;
  for (let run = 1; run < size; run *= 2) {
    for (let begin = 0; begin < size; begin += 2 * run) {
      const middle = Math.min(begin + run, size);
      const end = Math.min(begin + 2 * run, size);
      let [left, right] = [begin, middle];
      for (let place = begin; place < end; place++) {
        const takesRight = left >= middle || (right < end && values[order[right]!]! < values[order[left]!]!);
        if (takesRight) swaps += middle - left;
        merged[place] = order[takesRight ? right++ : left++]!;
      }
    }
    order.set(merged);
  }
  return swaps;
}

/**
 * Matthews's correlation (1975) of two columns of 0 and 1, from −1 to 1: (TP·TN − FP·FN) / √((TP+FP)(TP+FN)(TN+FP)(TN+FN)),
 * which is also Pearson's, Spearman's and Kendall's τ-b of them. Null if one of the two is constant.
 *
 * @throws RangeError for other values, or if their lengths differ
 */
export function matthews(one: Float64Array, other: Float64Array): number | null {
  if (one.length !== other.length) throw new RangeError('a correlation is of as many values of each');
  const counts = [0, 0, 0, 0];
  for (const [row, value] of one.entries()) {
    const place = 2 * value + other[row]!;
    if ((value !== 0 && value !== 1) || counts[place] === undefined)
      throw new RangeError("Matthews's correlation is of 0 and 1 alone");
    counts[place]!++;
  }
  const [neither, second, first, both] = counts as [number, number, number, number];
  const product =
    Math.sqrt(both + second) *
    Math.sqrt(both + first) *
    Math.sqrt(neither + second) *
    Math.sqrt(neither + first);
  return product === 0 ? null : (both * neither - first * second) / product;
}

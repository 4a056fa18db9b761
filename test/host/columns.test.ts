import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { orderColumns } from '../../module/columns.ts';

const { manifest } = prepare({
  name: 'puzzle.ml',
  text: `layout Puzzle
demand tries : count in [0, 9] missing = 3
demand effort in [0, 1]
capability wit ~ normal(0, 2)
observe score ~ binomial_logit(tries, wit)
observe time ~ lognormal(wit, 1)
observe rating ~ ordered_logistic(wit, -1, 1)
observe share ~ beta_proportion(logistic(wit), 4)
observe solved ~ bernoulli_logit(wit)
`,
});

const GOOD = {
  tries: [3, 0],
  effort: [0.25, 1],
  score: [2, 0],
  time: [0.1, 9],
  rating: [1, 3],
  share: [0.5, 0.9],
  solved: [0, 1],
};

const columns = (changes: Readonly<Record<string, readonly number[]>> = {}) =>
  new Map(Object.entries({ ...GOOD, ...changes }).map(([name, values]) => [name, Float64Array.from(values)]));

describe('columns for a module', () => {
  it('are put in the order of the manifest', () => {
    expect(orderColumns(manifest, columns()).map((column) => column[0])).toEqual([
      3, 0.25, 2, 0.1, 1, 0.5, 0,
    ]);
  });

  it('have what the layout says in the place of missing values, and stay as they were given', () => {
    const given = columns({ tries: [Number.NaN, 0], score: [3, 0] });
    const [tries, effort] = orderColumns(manifest, given);
    expect([...tries!]).toEqual([3, 0]);
    expect([...given.get('tries')!]).toEqual([Number.NaN, 0]);
    expect(effort).toBe(given.get('effort'));
  });

  it.each<[name: string, values: readonly number[], what: string]>([
    ['effort', [1, Number.NaN], 'The demand `effort` is missing in row 2, and should be a number in [0, 1].'],
    ['effort', [-1, 1], 'The demand `effort` is -1 in row 1, which is not a number in [0, 1].'],
    ['tries', [1, 10], 'The demand `tries` is 10 in row 2, which is not a whole number from 0 to 9.'],
    ['tries', [Infinity, 1], 'The demand `tries` is Infinity in row 1, which is not a whole number'],
  ])('are refused where a demand is what the layout does not allow: %s %j', (name, values, what) => {
    expect(() => orderColumns(manifest, columns({ [name]: values }))).toThrow(what);
  });

  it.each<[name: string, values: readonly number[], what: string]>([
    [
      'score',
      [2, 1],
      'The outcome `score` is 1 in row 2, which is not a whole number from 0 and at most the 0 of `tries`.',
    ],
    [
      'score',
      [2, 4],
      'The outcome `score` is 4 in row 2, which is not a whole number from 0 and at most the 0 of `tries`.',
    ],
    ['time', [-1, 1], 'The outcome `time` is -1 in row 1, which is not a number above 0.'],
    ['time', [Number.NaN, Number.NaN], 'The outcome `time` is missing in every row.'],
    ['rating', [4, 1], 'The outcome `rating` is 4 in row 1, which is not a whole number from 1 to 3.'],
    ['rating', [1, 1.5], 'The outcome `rating` is 1.5 in row 2, which is not a whole number from 1 to 3.'],
    ['share', [0, 0.5], 'The outcome `share` is 0 in row 1, which is not a number between 0 and 1.'],
    ['solved', [0, 2], 'The outcome `solved` is 2 in row 2, which is not 0 or 1.'],
  ])('are refused where an outcome is one that its distribution cannot give: %s %j', (name, values, what) => {
    expect(() => orderColumns(manifest, columns({ [name]: values }))).toThrow(what);
  });

  it('are refused where rows stand for more than a module counts', () => {
    const counted = prepare({
      name: 'counted.ml',
      text: 'layout Counted\ndemand n : count\ncapability wit ~ normal(0, 2)\nobserve solved ~ bernoulli_logit(wit) count n\n',
    });
    const given = (n: readonly number[]) =>
      new Map(Object.entries({ n, solved: [0, 1] }).map(([name, each]) => [name, Float64Array.from(each)]));
    expect(() => orderColumns(counted.manifest, given([2 ** 32 - 2, 1]))).not.toThrow();
    expect(() => orderColumns(counted.manifest, given([2 ** 32 - 1, 1]))).toThrow(
      'By `n` the rows stand for 4294967296 rows, and a fit counts at most 4294967295.',
    );
  });
});

/** Which chains are said to have learned the wrong scales. */
import { describe, expect, it } from 'vitest';
import { badlyAdapted } from '../../host/adapt-again.ts';
import { parameter, verdictOn } from './fits.ts';

const chain = (stepSize: number, diverging = 0) => ({
  stepSize: new Float64Array(100).fill(stepSize),
  divergent: Float64Array.from({ length: 100 }, (_, draw) => (draw < diverging ? 1 : 0)),
});

describe('a badly adapted chain', () => {
  it.each([
    ['none where steps are alike', [chain(1), chain(0.9), chain(1.3), chain(0.5)], []],
    [
      'one whose steps are less than a quarter of the others',
      [chain(1), chain(0.9), chain(0.2), chain(1.1)],
      [2],
    ],
    ['both of two that fail beside two', [chain(0.06), chain(1), chain(0.06), chain(1.1)], [0, 2]],
    ['the shorter of two', [chain(1), chain(0.2)], [1]],
    ['none of one', [chain(0.0001, 100)], []],
    ['one half of whose draws diverge', [chain(1), chain(1, 50), chain(1, 9), chain(1)], [1]],
    [
      'none where all diverge: the posterior is so',
      [chain(1, 60), chain(1, 50), chain(1, 70), chain(1, 55)],
      [],
    ],
  ])('is %s', (_, chains, expected) => {
    expect(badlyAdapted(chains)).toEqual(expected);
  });
});

describe('the finding about chains that were warmed up twice', () => {
  const findings = (failed: boolean) =>
    verdictOn([parameter('a', 1)], {
      adaptedAgain: [
        { chain: 2, firstStepSize: 0.0123, stepSize: failed ? 0.02 : 0.8, others: 0.912, failed },
      ],
    });

  it('is a note where the second warm-up helped', () => {
    expect(findings(false)).toMatchSnapshot();
  });

  it('is a caution where it did not', () => {
    expect(findings(true)).toMatchSnapshot();
  });
});

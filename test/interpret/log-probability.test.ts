import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  and,
  type LogProbability,
  linear,
  logistic,
  mix,
  not,
  or,
  probability,
} from '../../compiler/interpret/log-probability.ts';

/** Digits enough to subtract e^−250 from 1 and keep thirty. */
const Exact = Decimal.clone({ precision: 140 });

function exactLogistic(x: number): Decimal {
  return new Exact(1).div(new Exact(1).plus(new Exact(-x).exp()));
}

/** How far a pair is from an exact probability: relative to each logarithm, in units of what rounding must cost. */
function errorOf(actual: LogProbability, exact: Decimal): number {
  const complement = new Exact(1).minus(exact);
  const [lnP, lnComplement] = [exact.ln(), complement.ln()];
  const unit = Math.max(1, lnP.abs().toNumber(), lnComplement.abs().toNumber()) * Number.EPSILON;
  const relative = (x: number, y: Decimal) => y.minus(x).div(y).abs().toNumber();
  return Math.max(relative(actual.lnP, lnP), relative(actual.lnComplement, lnComplement)) / unit;
}

/** Probabilities from e^−300 to 1 − e^−300, and 0 and 1. */
const probabilities = fc.oneof(
  fc.double({ min: -300, max: 300, noNaN: true }).map(logistic),
  fc.double({ min: 0, max: 1, noNaN: true }).map((p) => probability(p)),
);

/** Both logarithms agree to what rounding the larger of them costs. */
function expectSame(a: LogProbability, b: LogProbability): void {
  for (const [part, other] of [
    ['lnP', 'lnComplement'],
    ['lnComplement', 'lnP'],
  ] as const) {
    // The subnormal numbers have few digits, whatever is done.
    if (a[part] === b[part] || Math.abs(a[part] - b[part]) < 1e-300) continue;
    const scale =
      Math.abs(b[part]) * Math.max(1, Math.min(Math.abs(b[part]), 750), Math.min(Math.abs(b[other]), 750));
    expect(Math.abs(a[part] - b[part]) / scale).toBeLessThan(4 * Number.EPSILON);
  }
}

describe('a probability keeps the relative precision of itself and its complement', () => {
  for (const x of [-200, -40, -33, -1, -1e-9, 0, 0.5, 3, 34, 200]) {
    test(`when it is σ(${x})`, () => {
      expect(errorOf(logistic(x), exactLogistic(x))).toBeLessThan(2);
    });
  }

  for (const xs of [
    [-90, -110],
    [40, 41, 42],
    [120, 125],
    [-38, 38],
    [-200, 200, 1],
    [0.1, -0.2, 0.3],
    [-37, -36.5],
  ]) {
    const exact = xs.map(exactLogistic);
    test(`through \`and\` of σ at ${xs.join(', ')}`, () => {
      const product = exact.reduce((a, b) => a.times(b));
      expect(errorOf(and(xs.map(logistic)), product)).toBeLessThan(3);
    });
    test(`through \`or\` of σ at ${xs.join(', ')}`, () => {
      const none = exact.map((p) => new Exact(1).minus(p)).reduce((a, b) => a.times(b));
      expect(errorOf(or(xs.map(logistic)), new Exact(1).minus(none))).toBeLessThan(3);
    });
  }

  for (const [w, p, q] of [
    [-40, -41, -42],
    [40, 41, 42],
    [0, 110, 115],
    [-120, 30, -30],
    [35, -35, 35.5],
  ] as const) {
    test(`through \`mix\` of σ at ${w}, ${p}, ${q}`, () => {
      const [ew, ep, eq] = [exactLogistic(w), exactLogistic(p), exactLogistic(q)];
      const exact = new Exact(1).minus(ew).times(ep).plus(ew.times(eq));
      expect(errorOf(mix(logistic(w), logistic(p), logistic(q)), exact)).toBeLessThan(3);
    });
  }

  test('through a chain of `and` and `or` sixty long', () => {
    let chained = logistic(30);
    let exact = exactLogistic(30);
    for (let i = 0; i < 30; i++) {
      const [x, y] = [32 + i / 10, -33 - i / 10];
      chained = or([and([chained, logistic(x)]), logistic(y)]);
      const neither = new Exact(1).minus(exact.times(exactLogistic(x))).times(exactLogistic(-y));
      exact = new Exact(1).minus(neither);
    }
    expect(errorOf(chained, exact)).toBeLessThan(10);
  });

  test('where plain doubles underflow', () => {
    const impossible = and([logistic(-700), logistic(-800)]);
    expect(impossible.lnP).toBe(-1500);
    expect(or([impossible, impossible]).lnP).toBeCloseTo(-1500 + Math.LN2, 10);
    expect(not(impossible).lnComplement).toBe(-1500);
  });
});

describe('the algebra of probabilities', () => {
  test('not not p is p', () => {
    fc.assert(
      fc.property(probabilities, (p) => {
        expect(not(not(p))).toEqual(p);
      }),
    );
  });

  test('de Morgan: not (p and q) is (not p) or (not q)', () => {
    fc.assert(
      fc.property(probabilities, probabilities, (p, q) => {
        expectSame(not(and([p, q])), or([not(p), not(q)]));
        expectSame(not(or([p, q])), and([not(p), not(q)]));
      }),
    );
  });

  test('`and` and `or` are commutative', () => {
    fc.assert(
      fc.property(probabilities, probabilities, (p, q) => {
        expectSame(and([p, q]), and([q, p]));
        expectSame(or([p, q]), or([q, p]));
      }),
    );
  });

  test('`and` and `or` are associative', () => {
    fc.assert(
      fc.property(probabilities, probabilities, probabilities, (p, q, r) => {
        expectSame(and([and([p, q]), r]), and([p, and([q, r])]));
        expectSame(or([or([p, q]), r]), or([p, q, r]));
      }),
    );
  });

  test('certainty is neutral in `and` and impossibility in `or`', () => {
    fc.assert(
      fc.property(probabilities, (p) => {
        expectSame(and([probability(1), p]), p);
        expectSame(or([p, probability(0)]), p);
        expectSame(and([p, probability(0)]), probability(0));
        expectSame(or([p, probability(1)]), probability(1));
      }),
    );
    expect(and([])).toEqual(probability(1));
    expect(or([])).toEqual(probability(0));
  });

  test('mix is its second argument at weight 0 and its third at weight 1', () => {
    fc.assert(
      fc.property(probabilities, probabilities, (p, q) => {
        expectSame(mix(probability(0), p, q), p);
        expectSame(mix(probability(1), p, q), q);
      }),
    );
  });

  test('mix of a probability with itself is that probability', () => {
    fc.assert(fc.property(probabilities, probabilities, (w, p) => expectSame(mix(w, p, p), p)));
  });
});

describe('the linking functions', () => {
  test('take these values by hand', () => {
    expect(linear(logistic(0))).toBe(0.5);
    expect(linear(logistic(Math.log(3)))).toBeCloseTo(0.75, 15);
    expect(linear(and([probability(0.5), probability(0.4)]))).toBeCloseTo(0.2, 15);
    expect(linear(or([probability(0.5), probability(0.4)]))).toBeCloseTo(0.7, 15);
    expect(linear(mix(probability(0.25), probability(0.8), probability(0.4)))).toBeCloseTo(0.7, 15);
  });

  test('a complement that is given is kept where 1 − p would round it away', () => {
    expect(probability(1, 1e-30)).toEqual({ lnP: -1e-30, lnComplement: Math.log(1e-30) });
    expect(probability(1)).toEqual({ lnP: 0, lnComplement: -Infinity });
    expect(probability(1 - 2 ** -50).lnComplement).toBe(-50 * Math.LN2);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkQuantities,
  isSurprising,
  predictiveCheck,
} from '../../analysis/evaluate/checks/check-quantities.ts';
import { testQuantities } from '../../analysis/evaluate/checks/test-quantity.ts';
import { levelsOfDemand } from '../../analysis/evaluate/scores/success-by-level.ts';
import { openStream } from '../../statistics/random/stream.ts';

describe('levels of a demand', () => {
  it('are its values where these are few', () => {
    expect(levelsOfDemand([1, 0, 1, Number.NaN, -1])).toEqual([
      { lower: -1, upper: -1, rows: [4] },
      { lower: 0, upper: 0, rows: [1] },
      { lower: 1, upper: 1, rows: [0, 2] },
    ]);
    expect(levelsOfDemand([Number.NaN])).toEqual([]);
  });

  it('are bins of about equally many rows where they are many', () => {
    const levels = levelsOfDemand(Array.from({ length: 100 }, (_, row) => (row * 37) % 100));
    expect(levels.map(({ lower, upper, rows }) => [lower, upper, rows.length])).toEqual(
      Array.from({ length: 10 }, (_, bin) => [10 * bin, 10 * bin + 9, 10]),
    );
  });

  it('hold every row with the demand once, in the order of the demand', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ min: 0, max: 9 }))),
        fc.integer({ min: 1, max: 12 }),
        (values, most) => {
          const levels = levelsOfDemand(values, most);
          expect(levels.length).toBeLessThanOrEqual(most);
          const rows = levels.flatMap((level) => [...level.rows]).sort((a, b) => a - b);
          expect(rows).toEqual(values.flatMap((value, row) => (Number.isNaN(value) ? [] : [row])));
          for (let i = 1; i < levels.length; i++) {
            expect(levels[i]!.lower).toBeGreaterThan(levels[i - 1]!.upper);
          }
        },
      ),
    );
  });

  it('are at least one', () => {
    expect(() => levelsOfDemand([1], 0)).toThrow(RangeError);
  });
});

describe('a predictive check', () => {
  it('counts replications above what was observed, equals by half', () => {
    const check = predictiveCheck(3, [1, 2, 3, 3, 4]);
    expect(check).toMatchObject({ observed: 3, mean: 2.6, replications: 5, pValue: (1 + 2 / 2) / 5 });
    expect(check.lower).toBeCloseTo(1.1, 12);
    expect(check.upper).toBeCloseTo(3.9, 12);
    expect(isSurprising(check)).toBe(false);
    expect(isSurprising(predictiveCheck(9, [1, 2, 3]))).toBe(true);
    expect(isSurprising(predictiveCheck(0, [1, 2, 3]))).toBe(true);
  });

  it('turns with the sign of the statistic', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5, max: 5 }),
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1 }),
        (observed, replicated) => {
          const turned = predictiveCheck(
            -observed,
            replicated.map((value) => -value),
          );
          expect(turned.pValue).toBeCloseTo(1 - predictiveCheck(observed, replicated).pValue, 12);
        },
      ),
    );
  });

  it('has uniform p values where data are of the same kind as the replications', () => {
    const failing = Array.from({ length: 2000 }, (_, index) => {
      const random = openStream(11n, 'latent', index);
      return isSurprising(
        predictiveCheck(
          random.normal(),
          Array.from({ length: 199 }, () => random.normal()),
        ),
      );
    }).filter(Boolean).length;
    // 5 % of 2000, with an sd of 9.7.
    expect(Math.abs(failing - 100)).toBeLessThan(40);
  });

  it('refuses what cannot be compared', () => {
    expect(() => predictiveCheck(1, [])).toThrow(RangeError);
    expect(() => predictiveCheck(Number.NaN, [1])).toThrow(RangeError);
    expect(() => predictiveCheck(1, [Infinity])).toThrow(RangeError);
  });
});

/** One row after another, as `predict` draws outcomes. */
function byRow(replications: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(replications[0]!.flatMap((_, row) => replications.map((each) => each[row]!)));
}

const demand = (name: string, values: ArrayLike<number>) => ({ name, values, levels: null });

describe('checks of outcomes', () => {
  it('are worked out by hand for four rows', () => {
    const ramp = demand('ramp', [0, 0, 1, 1]);
    const outcomes = [1, 0, 1, Number.NaN];
    const quantities = testQuantities({ columns: [ramp], outcomes, isBinary: true, pairs: false });
    const found = checkQuantities(
      quantities,
      outcomes,
      byRow([
        [1, 1, 0, 0],
        [0, 0, 0, 1],
        [1, 0, 0, 1],
      ]),
    );
    const place = (value: number) => [{ column: 'ramp', lower: value, upper: value, level: null }];
    expect(
      found.map(({ quantity: { kind, places, rows }, observed, mean, pValue }) => {
        return { kind, places, rows, observed, mean, pValue };
      }),
    ).toEqual([
      {
        kind: 'mean',
        places: [],
        rows: [0, 1, 2],
        observed: expect.closeTo(2 / 3),
        mean: expect.closeTo(1 / 3),
        pValue: 1 / 6,
      },
      // The means at 0 and 1 less each other: 1 − 1/2 observed, and −1, 0 and −1/2 replicated.
      {
        kind: 'slope',
        places: [],
        rows: [0, 1, 2],
        observed: expect.closeTo(0.5),
        mean: expect.closeTo(-0.5),
        pValue: 0,
      },
      { kind: 'mean', places: place(0), rows: [0, 1], observed: 0.5, mean: 0.5, pValue: 0.5 },
      // No replication succeeds in the one row with a ramp that has an outcome.
      { kind: 'mean', places: place(1), rows: [2], observed: 1, mean: 0, pValue: 0 },
    ]);
    // All three replications are within two standard deviations of their means, and a ramp is infinitely far.
    expect(found[3]!.adjustedPValue).toBe(1 / 4);
    expect(found[2]!.adjustedPValue).toBe(1);
  });

  it('are also of spread and extremes where outcomes are not 0 and 1', () => {
    const outcomes = [2, 4, 9];
    const quantities = testQuantities({ columns: [], outcomes, isBinary: false, pairs: false });
    const found = checkQuantities(
      quantities,
      outcomes,
      byRow([
        [1, 2, 3],
        [0, 5, 7],
      ]),
    );
    expect(found.map(({ quantity, observed }) => [quantity.kind, observed])).toEqual([
      ['mean', 5],
      ['sd', expect.closeTo(Math.sqrt((9 + 1 + 16) / 2), 12)],
      ['least', 2],
      ['greatest', 9],
    ]);
    expect(found[1]!.mean).toBeCloseTo((1 + Math.sqrt(13)) / 2, 12);
    expect(found[3]!.mean).toBe(5);
  });

  const named = (names: readonly string[]) => names.map((name, place) => ({ number: place + 1, name }));

  it('are of the share of each value where these have no order, worked out by hand', () => {
    const outcomes = [1, 3, 3, Number.NaN];
    const columns = [demand('ramp', [0, 0, 1, 1])];
    const plan = { columns, outcomes, isBinary: false, pairs: false };
    const found = checkQuantities(
      testQuantities({ ...plan, nominal: named(['a', 'b', 'c']) }),
      outcomes,
      byRow([
        [1, 1, 2, 2],
        [1, 3, 3, 1],
      ]),
    );
    expect(
      found.map(({ quantity: { kind, value, places }, observed, mean }) => [
        ...[kind, value!.name, places[0]?.lower ?? null],
        ...[observed, mean],
      ]),
    ).toEqual([
      ['share', 'a', null, expect.closeTo(1 / 3), expect.closeTo(1 / 2)],
      ['share', 'b', null, 0, expect.closeTo(1 / 6)],
      ['share', 'c', null, expect.closeTo(2 / 3), expect.closeTo(1 / 3)],
      // The share at 1 less that at 0.
      ['slope', 'a', null, expect.closeTo(-1 / 2), expect.closeTo(-3 / 4)],
      ['slope', 'b', null, 0, expect.closeTo(1 / 2)],
      ['slope', 'c', null, expect.closeTo(1 / 2), expect.closeTo(1 / 4)],
      ['share', 'a', 0, 0.5, 0.75],
      ['share', 'b', 0, 0, 0],
      ['share', 'c', 0, 0.5, 0.25],
      ['share', 'a', 1, 0, 0],
      ['share', 'b', 1, 0, 0.5],
      ['share', 'c', 1, 1, 0.5],
    ]);
    // Of two values the one has all rows that the other has not.
    const two = testQuantities({ ...plan, nominal: named(['no', 'yes']) });
    expect(two.map(({ value }) => value?.name)).toEqual(['yes', 'yes', 'yes', 'yes']);
  });

  it('of values without an order are the same checks whatever the numbers of the values are', () => {
    const random = openStream(14n, 'latent', 0);
    const [rows, replications] = [60, 99];
    const drawn = (count: number) =>
      Float64Array.from({ length: count }, () => 1 + Math.floor(3 * random.uniform() ** 2));
    const [outcomes, replicated] = [drawn(rows), drawn(rows * replications)];
    const columns = [demand('height', drawn(rows))];
    const values = named(['a', 'b', 'c']);
    const checks = (number: (of: number) => number) => {
      const plan = { columns, outcomes: outcomes.map(number), isBinary: false, pairs: false };
      const nominal = values.map((value) => ({ ...value, number: number(value.number) }));
      const found = checkQuantities(
        testQuantities({ ...plan, nominal }),
        plan.outcomes,
        replicated.map(number),
      );
      return found.map(({ quantity, ...check }) => [quantity.value?.name, quantity.places, check]);
    };
    expect(checks((value) => 4 - value)).toEqual(checks((value) => value));
  });

  it('are of each level of a category, however many there are, and of two columns together', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `team ${level}`);
    const team = { name: 'team', values: Array.from({ length: 36 }, (_, row) => row % 12), levels };
    const side = demand(
      'side',
      Array.from({ length: 36 }, (_, row) => Math.floor(row / 12)),
    );
    const outcomes = new Array<number>(36).fill(1);
    const plan = { columns: [team, side], outcomes, isBinary: true };
    const alone = testQuantities({ ...plan, pairs: false });
    expect(alone.filter(({ places: [place] }) => place?.column === 'team')).toHaveLength(12);
    expect(alone.filter(({ kind }) => kind === 'slope').map(({ along }) => along)).toEqual(['side']);
    const together = testQuantities({ ...plan, pairs: true }).slice(alone.length);
    expect(together).toHaveLength(36);
    expect(together[4]).toMatchObject({
      places: [{ level: 'team 1' }, { column: 'side', lower: 1, upper: 1 }],
      rows: [13],
    });
  });

  it('find the demand that a model does not know of', () => {
    // Success depends on the height alone; the model makes it depend on nothing.
    const rows = 400;
    const random = openStream(12n, 'latent', 0);
    const height = Float64Array.from({ length: rows }, () => random.uniform());
    const side = Float64Array.from({ length: rows }, () => Math.floor(3 * random.uniform()) - 1);
    const outcomes = height.map((value) => (random.uniform() < 0.2 + 0.6 * value ? 1 : 0));
    const replicated = Float64Array.from({ length: 300 * rows }, () => (random.uniform() < 0.5 ? 1 : 0));
    const columns = [demand('height', height), demand('side', side)];
    const quantities = testQuantities({ columns, outcomes, isBinary: true, pairs: false });
    const found = checkQuantities(quantities, outcomes, replicated);
    const failing = found.filter(({ fails }) => fails).map(({ quantity }) => quantity);
    // The mean of all, ten levels and a slope of height, three and one of side.
    expect(found).toHaveLength(16);
    expect(new Set(failing.map(({ places, along }) => along ?? places[0]?.column))).toEqual(
      new Set(['height']),
    );
    const slope = found.find(({ quantity }) => quantity.along === 'height')!;
    expect(slope.fails).toBe(true);
    expect(slope.observed).toBeGreaterThan(slope.upper);
  });

  it('do not fail where the interval holds the observed value, however many standard deviations it is away', () => {
    // Of six rows one fails in most data sets, and succeeds in 4 % of them; the others always succeed.
    const columns = [demand('minutes', [0, 0, 0, 0, 0, 7])];
    const replicated = Float64Array.from({ length: 6 * 100 }, (_, place) =>
      place < 500 || place >= 596 ? 1 : 0,
    );
    const check = (outcomes: readonly number[], drawn: Float64Array) =>
      checkQuantities(
        testQuantities({ columns, outcomes: Float64Array.from(outcomes), isBinary: true, pairs: false }),
        outcomes,
        drawn,
      );
    const rare = check([1, 1, 1, 1, 1, 1], replicated);
    const last = rare.find(({ quantity }) => quantity.rows.length === 1)!;
    expect([last.lower, last.observed, last.upper]).toEqual([0, 1, 1]);
    expect(last.adjustedPValue).toBeLessThan(0.05);
    expect(rare.filter(({ fails }) => fails)).toEqual([]);
    // In no data set at all: one row is enough.
    const never = check(
      [1, 1, 1, 1, 1, 1],
      replicated.map((value, place) => (place < 500 ? value : 0)),
    );
    expect(never.find(({ quantity }) => quantity.rows.length === 1)!.fails).toBe(true);
  });

  it('of a right model fail about as often as they should: one by one in 5 %, and any at all in 5 % of the data', () => {
    const [rows, replications, sets] = [30, 199, 400];
    const columns = [
      demand(
        'height',
        Array.from({ length: rows }, (_, row) => row % 10),
      ),
    ];
    let outside = 0;
    let any = 0;
    let checks = 0;
    for (let set = 0; set < sets; set++) {
      const random = openStream(13n, 'latent', set);
      const outcomes = Array.from({ length: rows }, () => random.normal());
      const quantities = testQuantities({ columns, outcomes, isBinary: false, pairs: false });
      const replicated = Float64Array.from({ length: rows * replications }, () => random.normal());
      const found = checkQuantities(quantities, outcomes, replicated);
      checks += found.length;
      outside += found.filter(({ isOutside }) => isOutside).length;
      any += found.some(({ fails }) => fails) ? 1 : 0;
    }
    expect(outside / checks).toBeGreaterThan(0.04);
    expect(outside / checks).toBeLessThan(0.06);
    // 20 of 400, with an sd of 4.4.
    expect(Math.abs(any - 0.05 * sets)).toBeLessThan(18);
  });

  it('of choices by a right model fail no more often, though most values are rare at most levels', () => {
    const [rows, replications, sets] = [40, 99, 400];
    const ends = [0.6, 0.85, 0.95, 0.99, 0.998, 1];
    const nominal = named(['a', 'b', 'c', 'd', 'e', 'f']);
    const columns = [
      demand(
        'height',
        Array.from({ length: rows }, (_, row) => row % 10),
      ),
    ];
    let [outside, any, checks] = [0, 0, 0];
    for (let set = 0; set < sets; set++) {
      const random = openStream(15n, 'latent', set);
      // The value below whose end of the unit interval a uniform number falls.
      const drawn = () => {
        const uniform = random.uniform();
        return 1 + ends.findIndex((end) => uniform < end);
      };
      const outcomes = Array.from({ length: rows }, drawn);
      const quantities = testQuantities({ columns, outcomes, isBinary: false, nominal, pairs: false });
      const found = checkQuantities(
        quantities,
        outcomes,
        Float64Array.from({ length: rows * replications }, drawn),
      );
      checks += found.length;
      outside += found.filter(({ isOutside }) => isOutside).length;
      any += found.some(({ fails }) => fails) ? 1 : 0;
    }
    expect(outside / checks).toBeLessThan(0.05);
    // 20 of 400, with an sd of 4.4.
    expect(any).toBeLessThan(29);
  });

  it('refuse lengths that do not fit together', () => {
    const plan = { columns: [demand('x', [1])], outcomes: [1, 0], isBinary: true, pairs: false };
    expect(() => testQuantities(plan)).toThrow('`x` has 1 rows where outcomes have 2');
    expect(() => checkQuantities([], [1, 0], new Float64Array(3))).toThrow(RangeError);
  });
});

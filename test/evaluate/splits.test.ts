import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EvaluationError } from '../../analysis/evaluate/evaluation-error.ts';
import {
  digestRows,
  outcomeStrata,
  type SplitPlan,
  splitRows,
} from '../../analysis/evaluate/parts/draw-split.ts';
import {
  checkSplitRows,
  readSplit,
  type Split,
  type SplitMethod,
  trainingRows,
} from '../../analysis/evaluate/parts/split.ts';

const DIGEST = 'ab'.repeat(32);

function plan(strata: readonly string[], method: SplitMethod, more: Partial<SplitPlan> = {}): SplitPlan {
  return { instances: null, strata, method, repeats: 1, seed: 1n, digest: DIGEST, ...more };
}

const strataOfRows = fc.array(fc.constantFrom('0', '1', 'missing'), { minLength: 4, maxLength: 80 });

function count(labels: readonly string[], rows: readonly number[], label: string): number {
  return rows.filter((row) => labels[row] === label).length;
}

describe('folds', () => {
  it('hold each row once, and as many of each stratum as the others to within one', () => {
    fc.assert(
      fc.property(strataOfRows, fc.integer({ min: 2, max: 4 }), (strata, folds) => {
        const { parts } = splitRows(plan(strata, { kind: 'folds', folds }, { repeats: 2 }));
        expect(parts.map(({ repeat, fold }) => [repeat, fold])).toEqual(
          [1, 2].flatMap((repeat) => Array.from({ length: folds }, (_, i) => [repeat, i + 1])),
        );
        for (const repeat of [1, 2]) {
          const held = parts.filter((part) => part.repeat === repeat).map(({ test }) => test);
          expect(held.flat().sort((a, b) => a - b)).toEqual(strata.map((_, row) => row));
          const spread = (numbers: number[]) => Math.max(...numbers) - Math.min(...numbers);
          expect(spread(held.map((test) => test.length))).toBeLessThanOrEqual(1);
          for (const label of ['0', '1', 'missing']) {
            expect(spread(held.map((test) => count(strata, test, label)))).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe('a holdout', () => {
  it('has the share that was asked, of all rows and of each stratum to within one', () => {
    fc.assert(
      fc.property(strataOfRows, fc.double({ min: 0.3, max: 0.8, noNaN: true }), (strata, share) => {
        const { parts } = splitRows(plan(strata, { kind: 'holdout', share }));
        const { test } = parts[0]!;
        expect(test.length).toBe(Math.round(strata.length * (1 - share)));
        for (const label of ['0', '1', 'missing']) {
          const all = strata.filter((each) => each === label).length;
          expect(Math.abs(count(strata, test, label) - all * (1 - share))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('gives each row the same chance, and each pair', () => {
    const strata = new Array<string>(10).fill('x');
    const { parts } = splitRows(plan(strata, { kind: 'holdout', share: 0.8 }, { repeats: 4500 }));
    const pairs = new Map<string, number>();
    for (const { test } of parts) pairs.set(test.join(), (pairs.get(test.join()) ?? 0) + 1);
    // 45 pairs, each with an expected 100 and an sd of 9.9: four and a half of these.
    expect(pairs.size).toBe(45);
    for (const times of pairs.values()) expect(Math.abs(times - 100)).toBeLessThan(45);
  });
});

describe('a split', () => {
  it('is the same for the same seed, and another for another and in each repeat', () => {
    const strata = Array.from({ length: 60 }, (_, row) => String(row % 2));
    const method = { kind: 'folds', folds: 3 } as const;
    const first = splitRows(plan(strata, method, { repeats: 2 }));
    expect(splitRows(plan(strata, method, { repeats: 2 }))).toEqual(first);
    expect(splitRows(plan(strata, method, { seed: 2n })).parts[0]).not.toEqual(first.parts[0]);
    expect(first.parts[3]!.test).not.toEqual(first.parts[0]!.test);
    // The first repeat does not depend on how many follow.
    expect(splitRows(plan(strata, method)).parts).toEqual(first.parts.slice(0, 3));
  });

  it('is a fixed one, whatever the machine', () => {
    const strata = ['1', '1', '0', '1', '0', '1', '1', '0', '1', '1'];
    const { parts } = splitRows(plan(strata, { kind: 'folds', folds: 3 }, { seed: 42n }));
    expect(parts.map(({ test }) => test)).toMatchInlineSnapshot(`
      [
        [
          0,
          2,
          8,
          9,
        ],
        [
          1,
          4,
          5,
        ],
        [
          3,
          6,
          7,
        ],
      ]
    `);
  });

  it('does not depend on the order of rows with names', () => {
    fc.assert(
      fc.property(
        strataOfRows,
        fc.infiniteStream(fc.nat()),
        fc.constantFrom<SplitMethod>({ kind: 'folds', folds: 3 }, { kind: 'holdout', share: 0.6 }),
        (strata, keys, method) => {
          const names = strata.map((_, row) => `task-${row}`);
          const order = strata.map((_, row) => ({ row, key: keys.next().value as number }));
          order.sort((a, b) => a.key - b.key);
          const held = (instances: readonly string[], labels: readonly string[]) =>
            splitRows(plan(labels, method, { instances })).parts.map(({ test }) =>
              test.map((row) => instances[row]!).sort(),
            );
          expect(
            held(
              order.map(({ row }) => names[row]!),
              order.map(({ row }) => strata[row]!),
            ),
          ).toEqual(held(names, strata));
        },
      ),
    );
  });

  it('keeps the rows of one instance together', () => {
    const instances = Array.from({ length: 40 }, (_, row) => `task-${row % 20}`);
    const strata = instances.map((_, row) => String((row * 7) % 3 === 0 ? 1 : 0));
    const { parts } = splitRows(plan(strata, { kind: 'folds', folds: 5 }, { instances }));
    for (const { test } of parts) {
      const held = new Set(test.map((row) => instances[row]));
      expect(test.length).toBe(2 * held.size);
    }
  });

  it('refuses what cannot be divided', () => {
    const strata = ['0', '1', '1'];
    const refuse = (method: SplitMethod, more: Partial<SplitPlan> = {}) => {
      try {
        splitRows(plan(strata, method, more));
      } catch (error) {
        expect(error).toBeInstanceOf(EvaluationError);
        return `${(error as EvaluationError).message} ${(error as EvaluationError).remedy}`;
      }
      throw new Error('it was not refused');
    };
    expect([
      refuse({ kind: 'folds', folds: 4 }),
      refuse({ kind: 'folds', folds: 2.5 }),
      refuse({ kind: 'folds', folds: 2 }, { instances: ['a', 'a', 'a'] }),
      refuse({ kind: 'holdout', share: 1 }),
      refuse({ kind: 'holdout', share: 0.99 }),
      refuse({ kind: 'holdout', share: 0.01 }),
      refuse({ kind: 'folds', folds: 2 }, { repeats: 0 }),
    ]).toMatchInlineSnapshot(`
      [
        "3 instances cannot be divided into 4 folds. Give a whole number from 2 to the number of instances.",
        "3 instances cannot be divided into 2.5 folds. Give a whole number from 2 to the number of instances.",
        "One instance cannot be divided into 2 folds. Give a whole number from 2 to the number of instances.",
        "A share of 1 cannot be trained on. Give a number between 0 and 1, such as 0.8.",
        "Training on a share of 0.99 of 3 instances leaves none to test on. Give another share, or more instances.",
        "Training on a share of 0.01 of 3 instances leaves none to train on. Give another share, or more instances.",
        "0 repeats are not possible. Give a whole number from 1.",
      ]
    `);
    expect(() => splitRows(plan(strata, { kind: 'folds', folds: 2 }, { instances: ['a'] }))).toThrow(
      RangeError,
    );
  });
});

describe('strata of outcomes', () => {
  it('are the outcomes where these are few, and else fifths', () => {
    expect(outcomeStrata([1, 0, Number.NaN, 1])).toEqual(['1', '0', 'missing', '1']);
    const fifths = outcomeStrata(Array.from({ length: 50 }, (_, row) => (row * 13) % 50));
    expect(new Set(fifths)).toEqual(new Set([1, 2, 3, 4, 5].map((fifth) => `fifth ${fifth}`)));
    for (const fifth of new Set(fifths)) expect(fifths.filter((each) => each === fifth)).toHaveLength(10);
  });

  it('put equal outcomes together', () => {
    const outcomes = Array.from({ length: 40 }, (_, row) => Math.max(0, row - 25));
    const strata = outcomeStrata(outcomes);
    expect(new Set(strata.slice(0, 26)).size).toBe(1);
  });
});

describe('a stored split', () => {
  const strata = ['1', '1', '0', '1', '0', '1'];
  const stored = splitRows(plan(strata, { kind: 'folds', folds: 2 }, { repeats: 2, seed: 2n ** 64n - 1n }));
  const text = JSON.stringify(stored);

  it('is read as it was written', () => {
    expect(readSplit(text)).toEqual(stored);
    const holdout = splitRows(plan(strata, { kind: 'holdout', share: 0.5 }));
    expect(readSplit(JSON.stringify(holdout))).toEqual(holdout);
    expect(trainingRows(holdout, holdout.parts[0]!)).toHaveLength(3);
    expect(new Set([...trainingRows(holdout, holdout.parts[0]!), ...holdout.parts[0]!.test]).size).toBe(6);
  });

  it('is refused where anything in it is wrong', () => {
    const broken = (change: (split: Record<string, unknown>) => unknown) => {
      const split = JSON.parse(text) as Record<string, unknown>;
      const changed = change(split) ?? split;
      try {
        readSplit(typeof changed === 'string' ? changed : JSON.stringify(changed));
      } catch (error) {
        expect(error).toBeInstanceOf(EvaluationError);
        return (error as EvaluationError).message;
      }
      throw new Error('it was read');
    };
    type Parts = { repeat: number; fold: number; test: unknown[] }[];
    const withParts = (change: (parts: Parts) => void) =>
      broken((split) => {
        change(split.parts as Parts);
      });
    expect([
      broken(() => 'split'),
      broken(() => '[]'),
      broken((split) => ({ ...split, format: 'theodolite split 2' })),
      broken(({ format: _, ...split }) => split),
      broken((split) => ({ ...split, rows: 6 })),
      broken((split) => ({ ...split, rows: { count: 6, digest: 'abc' } })),
      broken((split) => ({ ...split, rows: { count: 6.5, digest: DIGEST } })),
      broken((split) => ({ ...split, seed: 1 })),
      broken((split) => ({ ...split, seed: '18446744073709551616' })),
      broken((split) => ({ ...split, method: { kind: 'folds', folds: 1 } })),
      broken((split) => ({ ...split, method: { kind: 'holdout', share: 2 } })),
      broken((split) => ({ ...split, repeats: 3 })),
      withParts((parts) => parts.reverse()),
      withParts((parts) => {
        parts[0]!.test = [];
      }),
      withParts((parts) => parts[0]!.test.reverse()),
      withParts((parts) => {
        parts[1]!.test[0] = 6;
      }),
      withParts((parts) => {
        parts[1]!.test[0] = '0';
      }),
      withParts((parts) => {
        parts[1]!.test = parts[0]!.test;
      }),
    ]).toMatchInlineSnapshot(`
      [
        "The split cannot be used: it is not JSON.",
        "The split cannot be used: the file is not an object.",
        "The split cannot be used: \`format\` is "theodolite split 2", not "theodolite split 1".",
        "The split cannot be used: it has no \`format\`, which would be "theodolite split 1".",
        "The split cannot be used: \`rows\` is not an object.",
        "The split cannot be used: \`rows.digest\` is not 64 hexadecimal digits.",
        "The split cannot be used: \`rows.count\` is not a whole number from 2 to 9007199254740991.",
        "The split cannot be used: \`seed\` is not a whole number below 2^64 in quotation marks.",
        "The split cannot be used: \`seed\` is not a whole number below 2^64 in quotation marks.",
        "The split cannot be used: \`method.folds\` is not a whole number from 2 to 9007199254740991.",
        "The split cannot be used: \`method\` is neither a holdout with a share between 0 and 1 nor folds.",
        "The split cannot be used: \`parts\` is not a list of 6, one for each repeat and fold.",
        "The split cannot be used: part 1 is not in its place.",
        "The split cannot be used: \`test\` of part 1 does not list some of the rows and leave some.",
        "The split cannot be used: the rows of part 1 do not ascend.",
        "The split cannot be used: a row of part 2 is not a whole number from 0 to 5.",
        "The split cannot be used: a row of part 2 is not a whole number from 0 to 5.",
        "The split cannot be used: the folds of repeat 1 do not hold each row once.",
      ]
    `);
  });

  it('is known to belong to its rows by their digest', async () => {
    const columns = new Map<string, readonly string[] | Float64Array>([
      ['instance', ['a', 'b', 'c']],
      ['height', Float64Array.of(1, 2, Number.NaN)],
    ]);
    const digest = await digestRows(columns);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await digestRows(new Map([...columns].reverse()))).toBe(digest);
    const others = [
      new Map([...columns, ['height', Float64Array.of(1, 2, 0)]]),
      new Map([...columns, ['instance', ['a', 'c', 'b']]]),
      new Map([['instance', ['a', 'b', 'c']]]),
    ] as Map<string, readonly string[] | Float64Array>[];
    for (const other of others) expect(await digestRows(other)).not.toBe(digest);
    const split: Split = { ...stored, rows: { count: 3, digest } };
    expect(() => checkSplitRows(split, { count: 3, digest })).not.toThrow();
    expect(() => checkSplitRows(split, { count: 4, digest })).toThrow(
      'The split divides 3 rows, and these are 4.',
    );
    expect(() => checkSplitRows(split, { count: 3, digest: DIGEST })).toThrow(
      'The split was made for 3 rows with other values, or in another order.',
    );
  });

  it('has the digest that any program finds', async () => {
    // printf '[["height",[1,2.5,null]]]' | sha256sum
    expect(await digestRows(new Map([['height', [1, 2.5, Number.NaN]]]))).toBe(
      '99a42a8faccb211616180400c20009940a6e917d46aae90d05e110aa6d7a9692',
    );
  });
});

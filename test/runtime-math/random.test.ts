/** The runtime's random numbers. */
import { beforeEach, describe, expect, test } from 'vitest';
import { compileRuntime } from '../compile-runtime.ts';

interface Random {
  readonly memory: WebAssembly.Memory;
  reserve(): number;
  philoxAt(counter: number, keyLow: number, keyHigh: number): void;
  seedStream(low: number, high: number, stream: number): void;
  uniform(): number;
  normal(): number;
  exponential(): number;
  coin(): number;
}

const instance = compileRuntime(`
  import { philox } from './runtime/random/stream';
  export { seedStream, uniform, normal, exponential, coin } from './runtime/random/stream';
  export function reserve(): usize { return <usize>memory.grow(1) << 16; }
  export function philoxAt(counter: usize, keyLow: u32, keyHigh: u32): void {
    v128.store(counter, philox(v128.load(counter), keyLow, keyHigh));
  }
`);

let random: Random;
beforeEach(async () => {
  random = (await instance).exports as unknown as Random;
});

/** `count` draws of stream `stream` of the seed 20110 + 4·2^32. */
function sample(count: number, draw: (from: Random) => number, stream = 0): Float64Array {
  random.seedStream(20110, 4, stream);
  return Float64Array.from({ length: count }, () => draw(random));
}

function average(values: Float64Array, of: (x: number) => number = (x) => x): number {
  return values.reduce((sum, x) => sum + of(x), 0) / values.length;
}

/** Pearson's χ² of counts that should be equal, less its mean, in its standard deviations. */
function equalCountsScore(counts: readonly number[]): number {
  const expected = counts.reduce((a, b) => a + b) / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return (chiSquare - (counts.length - 1)) / Math.sqrt(2 * (counts.length - 1));
}

function counts(cells: number, indices: Iterable<number>): number[] {
  const found = new Array<number>(cells).fill(0);
  for (const index of indices) found[index]! += 1;
  return found;
}

describe('philox', () => {
  // The known answers that Random123 publishes for philox4x32 with 10 rounds (file kat_vectors).
  test.each([
    [[0, 0, 0, 0], [0, 0], '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    [[-1, -1, -1, -1], [-1, -1], '408f276d 41c83b0e a20bc7c6 6d5451fd'],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      'd16cfe09 94fdcceb 5001e420 24126ea1',
    ],
  ])('turns the counter %j under the key %j into the published words', (counter, key, words) => {
    const at = random.reserve();
    const block = new Uint32Array(random.memory.buffer, at, 4);
    block.set(counter);
    random.philoxAt(at, key[0]!, key[1]!);
    expect([...block].map((word) => word.toString(16).padStart(8, '0')).join(' ')).toBe(words);
  });
});

describe('a stream', () => {
  test('begins with the first block of its counter, 52 bits of each half', () => {
    random.seedStream(0, 0, 0);
    // The words 6627e8d5 e169c58d bc57ac4c 9b00dbd8, little end first.
    const middle = (bits: bigint) => (Number(bits >> 12n) + 0.5) / 2 ** 52;
    expect(random.uniform()).toBe(middle(0xe169c58d6627e8d5n));
    expect(random.uniform()).toBe(middle(0x9b00dbd8bc57ac4cn));
  });

  test('begins anew when seeded, whatever waited from the last draw', () => {
    const draws = (count: number) => sample(count, (from) => from.uniform() + from.normal());
    const first = draws(5);
    for (const interrupted of [1, 2, 3]) {
      draws(interrupted);
      random.uniform();
      random.normal();
      expect(draws(5)).toStrictEqual(first);
    }
  });

  test('differs with each word of the seed and with its own number', () => {
    const firsts = [
      [1, 2, 3],
      [2, 2, 3],
      [1, 3, 3],
      [1, 2, 4],
    ].map(([low, high, stream]) => {
      random.seedStream(low!, high!, stream!);
      return random.uniform();
    });
    expect(new Set(firsts).size).toBe(4);
  });

  test('has no correlation with its neighbours, at any of the first lags', () => {
    const count = 50_000;
    const [a, b] = [0, 1].map((stream) => sample(count, (from) => from.uniform() - 0.5, stream));
    for (let lag = 0; lag < 8; lag++) {
      let across = 0;
      let within = 0;
      for (let i = lag; i < count; i++) {
        across += a![i]! * b![i - lag]!;
        within += lag === 0 ? 0 : a![i]! * a![i - lag]!;
      }
      // A product of two uniforms has variance 1/144.
      expect(Math.abs((12 * across) / Math.sqrt(count))).toBeLessThan(4);
      expect(Math.abs((12 * within) / Math.sqrt(count))).toBeLessThan(4);
    }
  });
});

describe('uniform', () => {
  test('fills the unit interval evenly, alone and in successive pairs, and never touches its ends', () => {
    const values = sample(200_000, (from) => from.uniform());
    expect(values.every((u) => u > 0 && u < 1)).toBe(true);
    expect(
      Math.abs(
        equalCountsScore(
          counts(
            1000,
            values.map((u) => Math.floor(u * 1000)),
          ),
        ),
      ),
    ).toBeLessThan(4);
    const pairs = values.slice(1).map((u, i) => Math.floor(u * 32) * 32 + Math.floor(values[i]! * 32));
    expect(Math.abs(equalCountsScore(counts(1024, pairs)))).toBeLessThan(4);
  });

  test('is as even in its last bits as in its first', () => {
    const values = sample(100_000, (from) => from.uniform());
    const last = values.map((u) => Number(BigInt(Math.floor(u * 2 ** 52)) & 63n));
    expect(Math.abs(equalCountsScore(counts(64, last)))).toBeLessThan(4);
  });
});

describe('normal', () => {
  const count = 400_000;
  /** How many standard errors the average of `of`, whose mean and sd are given, is from its mean. */
  const score = (values: Float64Array, of: (x: number) => number, mean: number, sd: number) =>
    Math.abs(average(values, of) - mean) / (sd / Math.sqrt(count));

  test('has the first four moments of the standard normal', () => {
    const values = sample(count, (from) => from.normal());
    expect(score(values, (x) => x, 0, 1)).toBeLessThan(4);
    expect(score(values, (x) => x ** 2, 1, Math.sqrt(2))).toBeLessThan(4);
    expect(score(values, (x) => x ** 3, 0, Math.sqrt(15))).toBeLessThan(4);
    expect(score(values, (x) => x ** 4, 3, Math.sqrt(96))).toBeLessThan(4);
  });

  test('has the tail fractions of the standard normal on both sides', () => {
    const values = sample(count, (from) => from.normal());
    const tails = [
      [1, 0.15865525393145707],
      [2, 0.022750131948179195],
      [3, 0.0013498980316300933],
      [4, 3.167124183311992e-5],
    ] as const;
    for (const [x, p] of tails) {
      const sd = Math.sqrt(p * (1 - p));
      expect(score(values, (z) => (z > x ? 1 : 0), p, sd)).toBeLessThan(4);
      expect(score(values, (z) => (z < -x ? 1 : 0), p, sd)).toBeLessThan(4);
    }
  });

  test('makes the two deviates of a pair independent of each other', () => {
    const values = sample(count, (from) => from.normal());
    let product = 0;
    let squares = 0;
    for (let i = 0; i < count; i += 2) {
      product += values[i]! * values[i + 1]!;
      squares += (values[i]! ** 2 - 1) * (values[i + 1]! ** 2 - 1);
    }
    expect(Math.abs(product) / Math.sqrt(count / 2)).toBeLessThan(4);
    expect(Math.abs(squares) / (2 * Math.sqrt(count / 2))).toBeLessThan(4);
  });
});

describe('exponential', () => {
  test('has mean 1, variance 1 and the exponential tail', () => {
    const count = 200_000;
    const values = sample(count, (from) => from.exponential());
    expect(values.every((x) => x > 0)).toBe(true);
    expect(Math.abs(average(values) - 1) * Math.sqrt(count)).toBeLessThan(4);
    expect(
      (Math.abs(average(values, (x) => (x - 1) ** 2) - 1) * Math.sqrt(count)) / Math.sqrt(8),
    ).toBeLessThan(4);
    const p = Math.exp(-5);
    const fraction = average(values, (x) => (x > 5 ? 1 : 0));
    expect((Math.abs(fraction - p) * Math.sqrt(count)) / Math.sqrt(p)).toBeLessThan(4);
  });
});

describe('coin', () => {
  test('is true half of the time, also just after a true', () => {
    const count = 200_000;
    const values = sample(count, (from) => from.coin());
    expect(values.every((x) => x === 0 || x === 1)).toBe(true);
    expect(Math.abs(average(values) - 0.5) * 2 * Math.sqrt(count)).toBeLessThan(4);
    const afterTrue = values.filter((_, i) => i > 0 && values[i - 1] === 1);
    expect(Math.abs(average(afterTrue) - 0.5) * 2 * Math.sqrt(afterTrue.length)).toBeLessThan(4);
  });
});

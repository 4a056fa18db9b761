/** What a module makes of rows does not depend on how they arrive: in which chunks, in which order, or counted beforehand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { Data } from '../../compiler/interpret/scope.ts';
import { feedRows, type RowsAbi } from '../../host/rows.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase, type RandomCase } from '../random-layout.ts';
import { SKETCHES } from './agreement.ts';
import { type BoundModule, bindModule } from './bound-module.ts';

/** The same rows in another order or number. */
function pick({ columns }: Data, rows: readonly number[]): Data {
  return {
    rows: rows.length,
    columns: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, Float64Array.from(rows, (row) => column[row]!)]),
    ),
  };
}

/** How many rows there are of each kind: of a tuple of all columns, in which -0 is 0. */
function kindsOf({ columns, rows }: Data): Map<string, number> {
  const kinds = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const key = Object.values(columns)
      .map((column) => column[row]! + 0)
      .join();
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
  }
  return kinds;
}

/** Everything a module says at the points, as bytes. */
function answers(module: BoundModule, { points, layout }: RandomCase): Uint8Array {
  const names = layout.latents.map(({ name }) => name);
  const numbers = points.flatMap(({ unconstrained, values }) => {
    const own = module.logDensity(names.map((name) => values[name]!));
    const free = module.logDensityUnconstrained(unconstrained);
    return [own.value, ...own.gradient, free.value, ...free.gradient];
  });
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** Some rows of a case with repetition, in any order. */
const resampled = fc.tuple(
  arbitraryCase,
  fc.array(fc.nat(1e6), { minLength: 3, maxLength: 150 }),
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 0, max: 1e6 }),
);

describe.each(Object.entries(SKETCHES))('rows given to a module sketched as %s', (_name, sketch) => {
  it('mean the same in chunks of any size, as distinct rows with counts, and in any order', async () => {
    await fc.assert(
      fc.asyncProperty(resampled, async ([random, picks, chunkRows, turn]) => {
        const chosen = picks.map((value) => value % random.data.rows);
        const data = pick(random.data, chosen);
        const { bytes, manifest } = await compileToFit({ name: 'random.ml', text: random.text }, sketch, {
          choices: random.selection,
        });
        const module = bindModule(bytes, manifest, data);
        const said = answers(module, random);

        expect(answers(bindModule(bytes, manifest, data, { chunkRows }), random)).toEqual(said);

        // Each kind of row where it came first, and how often it came.
        const kinds = kindsOf(data);
        const firsts = new Map<string, number>();
        for (let row = 0; row < data.rows; row++) {
          const [key] = kindsOf(pick(data, [row])).keys();
          if (!firsts.has(key!)) firsts.set(key!, row);
        }
        expect(module.distinctRows).toBe(kinds.size);
        const distinct = pick(data, [...firsts.values()]);
        const counts = Uint32Array.from(firsts.keys(), (key) => kinds.get(key)!);
        const condensed = bindModule(bytes, manifest, distinct, { chunkRows, counts });
        expect(answers(condensed, random)).toEqual(said);
        expect(condensed.distinctRows).toBe(kinds.size);

        const turned = chosen.map((_, row) => (row * 7919 + turn) % chosen.length);
        const other = new Set(turned).size === chosen.length ? turned : chosen.map((_, row) => row).reverse();
        const shuffled = bindModule(bytes, manifest, pick(data, other), { chunkRows });
        const meaning = interpret(random.layout, data);
        for (const { unconstrained } of random.points) {
          const wanted = meaning.logDensityUnconstrained(unconstrained);
          // Layouts may read statistics of data that are not finite where few rows are chosen: both say so.
          if (!Number.isFinite(wanted)) continue;
          for (const each of [module, shuffled]) {
            const { value } = each.logDensityUnconstrained(unconstrained);
            expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted)));
          }
        }
      }),
      { numRuns: casesOf(8), endOnFailure: true },
    );
  });
});

const COUNTED = `layout Counted
demand d in [-10, 10]
capability a ~ normal(0, 1)
observe y ~ bernoulli(margin(a, d))
`;

describe('the rows of a module', async () => {
  const { bytes, manifest } = await compileToFit({ name: 'counted.ml', text: COUNTED });

  it('are kept once where they are alike, and 0 and -0 are alike', () => {
    const columns = { d: [0, -0, 1, 0, 1, 2], y: [1, 1, 0, 1, 0, 0] };
    const module = bindModule(bytes, manifest, { rows: 6, columns });
    expect(module.distinctRows).toBe(3);
    const plain = bindModule(bytes, manifest, { rows: 6, columns: { ...columns, d: [0, 0, 1, 0, 1, 2] } });
    expect(module.logDensity([0.4])).toEqual(plain.logDensity([0.4]));
  });

  it('that stand for none are not there', () => {
    const columns = { d: [5, 1, 2], y: [1, 0, 1] };
    const counts = Uint32Array.of(0, 2, 1);
    const module = bindModule(bytes, manifest, { rows: 3, columns }, { counts });
    expect(module.distinctRows).toBe(2);
    const same = bindModule(bytes, manifest, { rows: 3, columns: { d: [1, 1, 2], y: [0, 0, 1] } });
    expect(module.logDensity([0.4])).toEqual(same.logDensity([0.4]));
  });

  it('are told which distinct row each of them is, chunk by chunk', async () => {
    const { bytes } = await compileToFit({
      name: 'numbers.ml',
      text: 'layout Numbers\ndemand x\ncapability a ~ normal(0, 1)\nobserve y ~ bernoulli_logit(a - x)\n',
    });
    const exports = new WebAssembly.Instance(new WebAssembly.Module(bytes as BufferSource))
      .exports as unknown as NumberingExports;
    // More kinds than there is room for at first, each met again later.
    const x = Float64Array.from({ length: 9000 }, (_, row) => (row * row) % 4001);
    const feeding = feedRows(exports, { columns: [x, new Float64Array(9000)] }, 1700);
    const found: number[] = [];
    for (let fed = feeding.next(); fed.done !== true; fed = feeding.next()) {
      const numbers = exports.distinct_row_numbers() >>> 0;
      found.push(...new Uint32Array(exports.memory.buffer, numbers, fed.value - found.length));
    }
    const numbers = new Map<number, number>();
    for (const value of x) if (!numbers.has(value)) numbers.set(value, numbers.size);
    expect(found).toEqual(Array.from(x, (value) => numbers.get(value)));
  });

  it('take memory by how many of them are distinct', async () => {
    const open = async () =>
      (await WebAssembly.instantiate(bytes as BufferSource)).instance.exports as unknown as Raw;
    const fill = (raw: Raw, times: number, valueAt: (i: number) => number) => {
      expect(raw.begin_data(1000)).toBe(0);
      for (let chunk = 0; chunk < times; chunk++) {
        new Float64Array(raw.memory.buffer, raw.column(0), 1000).forEach((_, i, d) => {
          d[i] = valueAt(chunk * 1000 + i);
        });
        expect(raw.add_rows(1000)).toBe(0);
      }
    };
    const [few, many] = [await open(), await open()];
    fill(few, 300, (i) => i % 50);
    fill(many, 300, (i) => i);
    expect([few.distinct_rows(), many.distinct_rows()]).toEqual([50, 300_000]);
    expect(few.memory.buffer.byteLength).toBeLessThan(300_000);
    // Two columns and a count are 20 bytes; half as many again for growing, and at most 22 for the table.
    expect(many.memory.buffer.byteLength / 300_000).toBeLessThan(52);
    const kept = new Float64Array(many.memory.buffer, many.distinct_column(0) >>> 0, 300_000);
    expect(kept.every((value, row) => value === row)).toBe(true);
    expect(new Uint32Array(few.memory.buffer, few.distinct_counts() >>> 0, 50)).toEqual(
      new Uint32Array(50).fill(6000),
    );
    expect([few.bind(), many.bind()]).toEqual([0, 0]);
    expect([few.bind(), few.add_rows(1), few.begin_data(10)]).toEqual([1, 1, 1]);
  });

  it('are refused where there is no memory, or no such rows', async () => {
    const { instance } = await WebAssembly.instantiate(bytes as BufferSource);
    const raw = instance.exports as unknown as Raw;
    expect([raw.bind(), raw.begin_data(0), raw.begin_data(-1), raw.begin_data(2 ** 30)]).toEqual([
      1, 1, 1, 1,
    ]);
    expect(raw.begin_data(4096)).toBe(0);
    expect([raw.add_rows(4097), raw.add_rows(-1)]).toEqual([1, 1]);
    // All but a little of what a module can have.
    for (let bytes = 2 ** 30; bytes >= 2 ** 16; ) if (raw.allocate(bytes) === 0) bytes /= 2;
    let status = 0;
    for (let chunk = 0; chunk < 100 && status === 0; chunk++) {
      new Float64Array(raw.memory.buffer, raw.column(0) >>> 0, 4096).forEach((_, i, d) => {
        d[i] = chunk * 4096 + i;
      });
      status = raw.add_rows(4096);
    }
    expect(status).toBe(1);
  });
});

interface Raw {
  readonly memory: WebAssembly.Memory;
  allocate(bytes: number): number;
  begin_data(chunkRows: number): number;
  column(index: number): number;
  add_rows(count: number): number;
  distinct_rows(): number;
  distinct_column(index: number): number;
  distinct_counts(): number;
  bind(): number;
}

interface NumberingExports extends RowsAbi {
  distinct_row_numbers(): number;
}

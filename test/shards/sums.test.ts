/** The sums of rows that are divided into shards: what they are, and that it does not matter where they are computed. */
import { describe, expect, it } from 'vitest';
import { bindColumns, type ModuleExports } from '../../bench/bound-module.ts';
import { type Compiled, showSource } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { bindAs } from '../../host/instance.ts';
import { loadModule } from '../../host/load.ts';
import { relay } from '../../host/shards/relay.ts';
import { SharingInstance } from '../../host/shards/sharing-instance.ts';
import { sketchOf } from '../../module/data-sketch.ts';
import { compileToFit } from '../compile-to-fit.ts';
import { checkpoints, type LargeTable, personsByItems } from './large-tables.ts';

/** Of so few rows that a module has no code for shards, and otherwise as they are. */
function asFew(sketch: DataSketch): DataSketch {
  return { rows: 4000, distinct: (columns) => sketch.distinct(columns) };
}

async function bind({ bytes }: Compiled, { columns }: LargeTable): Promise<SharingInstance> {
  const loaded = await loadModule(bytes);
  return bindAs(SharingInstance, loaded, {
    columns: loaded.manifest.columns.map(({ name }) => columns.get(name)!),
  });
}

/** The exports that docs/reference/abi.md gives shards, and what is wanted of others here. */
interface ShardExports extends ModuleExports {
  readonly table: WebAssembly.Table;
  values(): number;
  shard_bytes(): number;
  shard_sums(shard: number): number;
  sum_shards(first: number, count: number): void;
  share_shards(isShared: number): void;
  shard_position(): number;
}

/** An instance that a test calls by its exports. */
async function open({ bytes }: Compiled, { columns }: LargeTable) {
  const exports = (await bindColumns(await loadModule(bytes), columns)) as ShardExports;
  const size = exports.values();
  const point = exports.allocate(16 * size);
  const view = (address: number, length: number) => new Float64Array(exports.memory.buffer, address, length);
  return {
    exports,
    callBack(called: () => number) {
      exports.table.set(0, relay(called));
      exports.share_shards(1);
    },
    evaluate(position: Float64Array) {
      view(point, size).set(position);
      const logDensity = exports.log_density_unconstrained(point, point + 8 * size);
      return { logDensity, gradient: view(point + 8 * size, size).slice() };
    },
    position: () => view(exports.shard_position(), size).slice(),
    sumsOf: (first: number) => view(exports.shard_sums(first), exports.shard_bytes() / 8),
  };
}

function positionOf(size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, index) => 0.7 * Math.sin(1 + index));
}

const CASES: Readonly<Record<string, readonly [LargeTable, known: boolean]>> = {
  'a complete table of two categories': [personsByItems(101, 601), true],
  'the same in a module that is made for no data': [personsByItems(101, 601), false],
  'a table with few of the pairs': [personsByItems(301, 601, 0.3), true],
  'steps with demands of their own': [checkpoints(50, 2001), true],
};

describe.each(Object.entries(CASES))('%s', async (_, [table, isKnown]) => {
  const source = { name: 'layout.ml', text: table.text };
  const sketch = sketchOf(table.columns);
  const compiled = await compileToFit(source, isKnown ? sketch : undefined);
  const instance = await bind(compiled, table);
  const position = positionOf(instance.size);
  const { logDensity, gradient } = instance.logDensityUnconstrained(position);

  it('has several shards, and the plan says of which loops', async () => {
    expect(instance.shards).toBeGreaterThanOrEqual(8);
    expect(await showSource(source, 'plan', isKnown ? sketch : undefined)).toContain('divided into shards');
  });

  it('has the density that the interpreter says', () => {
    const rows = table.columns.get('success')!.length;
    const meaning = interpret(compiled.layout, { rows, columns: Object.fromEntries(table.columns) });
    const wanted = meaning.logDensityUnconstrained([...position]);
    expect(Math.abs(logDensity / wanted - 1)).toBeLessThan(1e-11);
  });

  it('has the gradient of a module that cuts no rows', async () => {
    const whole = await bind(await compileToFit(source, asFew(sketch)), table);
    expect(whole.shards).toBe(1);
    const wanted = whole.logDensityUnconstrained(position).gradient;
    const scale = Math.max(...wanted.map(Math.abs));
    for (const [index, slope] of gradient.entries())
      expect(Math.abs(slope - wanted[index]!), `${index}`).toBeLessThan(1e-10 * scale);
  });

  it('has the same bytes at a point of the layout’s own scale again and again', () => {
    const point = instance.constrain(position);
    const first = instance.logDensity(point);
    instance.logDensityUnconstrained(position.map((each) => -each));
    expect(instance.logDensity(point)).toEqual(first);
  });

  it('has the same bytes where branches of any size are summed elsewhere', async () => {
    const [here, there] = [await open(compiled, table), await open(compiled, table)];
    for (let size = 1; size <= instance.shards; size *= 2) {
      here.callBack(() => {
        for (let first = 0; first < instance.shards; first += size) {
          there.callBack(() => {
            there.exports.sum_shards(first, size);
            return 0;
          });
          there.evaluate(here.position());
          here.sumsOf(first).set(there.sumsOf(first));
        }
        return size;
      });
      expect(here.evaluate(position)).toEqual({ logDensity, gradient });
    }
  });
});

it('a module whose loops leave more than sums to each other cuts no rows, and its plan does not say that it would', async () => {
  const table = checkpoints(50, 2001);
  const source = { name: 'layout.ml', text: table.text };
  const instance = await bind(await compileToFit(source), table);
  expect(instance.shards).toBe(1);
  expect(await showSource(source, 'plan')).not.toContain('divided into shards');
});

it('a table of few rows is not cut', async () => {
  const table = personsByItems(21, 31);
  const instance = await bind(await compileToFit({ name: 'layout.ml', text: table.text }), table);
  expect(instance.shards).toBe(1);
});

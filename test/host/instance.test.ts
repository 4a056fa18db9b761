import { describe, expect, it } from 'vitest';
import { loadModule } from '../../host/load.ts';
import { bindSampler } from '../../host/sampler-instance.ts';
import { type Columns, orderColumns, shareColumn } from '../../module/columns.ts';
import { STAND_IN_MANIFEST, standIn, standInColumns } from './stand-in.ts';

async function bound(columns: Columns = standInColumns()) {
  const loaded = await loadModule(await standIn());
  return bindSampler(loaded, { columns: orderColumns(loaded.manifest, columns) });
}

/** The stand-in's log density, written in the plainest way. */
function expectedDensity(columns: Columns, level: number): number {
  const [x, y] = [columns.get('x')!, columns.get('y')!];
  return x.reduce(
    (sum, demand, row) => {
      const margin = y[row] === 1 ? level - demand : demand - level;
      return sum - Math.log(1 + Math.exp(-margin));
    },
    -0.5 * level * level,
  );
}

describe('an instance', () => {
  it('evaluates the log density and gradient of the columns it was given', async () => {
    const columns = standInColumns();
    const instance = await bound(columns);
    const { logDensity, gradient } = instance.logDensity([0.3]);
    expect(logDensity).toBeCloseTo(expectedDensity(columns, 0.3), 10);
    const step = 1e-5;
    const slope = (expectedDensity(columns, 0.3 + step) - expectedDensity(columns, 0.3 - step)) / (2 * step);
    expect(gradient).toHaveLength(1);
    expect(gradient[0]).toBeCloseTo(slope, 6);
  });

  it('keeps earlier gradients when another point is evaluated', async () => {
    const instance = await bound();
    const first = instance.logDensity([0]).gradient;
    const kept = first.slice();
    instance.logDensity([2]);
    expect(first).toEqual(kept);
  });

  it('says which latent lies outside its support', async () => {
    const instance = await bound();
    expect(instance.outsideSupport([1])).toBeNull();
    expect(instance.outsideSupport([Number.POSITIVE_INFINITY])).toBe(0);
  });

  it('gives the statistics of the bound data', async () => {
    const columns = standInColumns();
    const y = columns.get('y')!;
    const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
    expect((await bound(columns)).statistic(0)).toBeCloseTo(mean, 12);
  });

  it('says how many rows did not fit when the module has no room', async () => {
    const loaded = await loadModule(await standIn({ beforeData: 'return false;' }));
    const columns = orderColumns(loaded.manifest, standInColumns(5));
    await expect(bindSampler(loaded, { columns })).rejects.toMatchObject({
      kind: 'memory',
      message: 'There is not enough memory for the 5 rows of these data.',
    });
  });
});

describe('columns', () => {
  const order = (columns: Columns) => () => orderColumns(STAND_IN_MANIFEST, columns);

  it('are put in the order of the manifest, whatever the order they come in', () => {
    const [x, y] = [Float64Array.of(1, 2), Float64Array.of(0, 1)];
    expect(
      orderColumns(
        STAND_IN_MANIFEST,
        new Map([
          ['y', y],
          ['other', Float64Array.of(5)],
          ['x', x],
        ]),
      ),
    ).toEqual([x, y]);
  });

  it('must all be there', () => {
    expect(order(new Map([['x', Float64Array.of(1)]]))).toThrow('There is no column for the outcome `y`.');
  });

  it('must be of one length', () => {
    const columns = standInColumns(4);
    columns.set('y', Float64Array.of(1));
    expect(order(columns)).toThrow('The column `y` has 1 rows where `x` has 4.');
  });

  it('must have rows', () => {
    expect(order(standInColumns(0))).toThrow('The data have no rows.');
  });

  it('are shared between threads without a second copy', () => {
    const shared = shareColumn(Float64Array.of(1, 2));
    expect(shared.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(shared).toEqual(Float64Array.of(1, 2));
    expect(shareColumn(shared)).toBe(shared);
  });
});

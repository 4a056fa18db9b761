import { afterEach, describe, expect, it, vi } from 'vitest';
import { openThisThread } from '../../host/chain-pool.ts';
import { condense } from '../../host/condense.ts';
import { loadModule } from '../../host/load.ts';
import { sampleRows } from '../../host/sample.ts';
import { standIn } from './stand-in.ts';

const loaded = await loadModule(await standIn());

/** Rows of which so many differ in the demand. */
function columnsOf(rows: number, different: number): Map<string, Float64Array> {
  return new Map([
    ['x', Float64Array.from({ length: rows }, (_, row) => ((row * 7) % different) / different)],
    ['y', Float64Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 1 : 0))],
  ]);
}

afterEach(() => vi.restoreAllMocks());

describe('many rows', () => {
  it('that are alike become distinct rows with counts, in the order in which they came', async () => {
    const columns = columnsOf(20_000, 10);
    const {
      columns: [x, y],
      counts,
    } = await condense(loaded, columns);
    expect(x).toHaveLength(20);
    expect(x!.subarray(0, 11)).toEqual(columns.get('x')!.subarray(0, 11));
    expect(y!.subarray(0, 11)).toEqual(columns.get('y')!.subarray(0, 11));
    expect(counts!.reduce((sum, count) => sum + count, 0)).toBe(20_000);
    for (const array of [x!, y!, counts!]) expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    for (const [kind, count] of counts!.entries()) {
      const alike = columns
        .get('x')!
        .filter((value, row) => value === x![kind] && columns.get('y')![row] === y![kind]);
      expect(count).toBe(alike.length);
    }
  });

  it('of which few are alike stay as they are, early or late', async () => {
    for (const rows of [15_000, 150_000]) {
      const columns = columnsOf(rows, rows);
      expect(await condense(loaded, columns)).toEqual({ columns: [columns.get('x'), columns.get('y')] });
    }
  });

  it('give the draws that they give uncondensed', async () => {
    const columns = columnsOf(12_000, 10);
    const settings = { chains: 2, warmup: 30, draws: 20, seed: 4n, pool: openThisThread() };
    const plain = { columns: [columns.get('x')!, columns.get('y')!] };
    const condensed = await condense(loaded, columns);
    expect(condensed.counts).toHaveLength(20);
    expect(await sampleRows(loaded, condensed, settings)).toEqual(await sampleRows(loaded, plain, settings));
  });

  it('are given up when the signal is aborted', async () => {
    await expect(condense(loaded, columnsOf(20_000, 10), AbortSignal.abort())).rejects.toMatchObject({
      kind: 'interrupted',
    });
  });

  it('are given up when the signal is aborted while they are read', async () => {
    // Every turn is over at once, and between turns this thread's other events have theirs, the abort among them.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const controller = new AbortController();
    const condensed = condense(loaded, columnsOf(1_000_000, 10), controller.signal);
    setTimeout(() => controller.abort());
    await expect(condensed).rejects.toMatchObject({ kind: 'interrupted' });
  });
});

import { describe, expect, it } from 'vitest';
import { runAbreast } from '../../host/abreast.ts';

const SIGNAL = new AbortController().signal;
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('work side by side', () => {
  it('begins in order, with so many at a time and no more', async () => {
    const begun: number[] = [];
    let [running, most] = [0, 0];
    await runAbreast([1, 2, 3, 4, 5], { abreast: 2, signal: SIGNAL }, async (task) => {
      begun.push(task);
      most = Math.max(most, ++running);
      await turn();
      running--;
    });
    expect(begun).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('ends with the first failure, of which the others are told', async () => {
    const failure = new Error('the second');
    const told: unknown[] = [];
    const work = runAbreast([1, 2, 3, 4], { abreast: 2, signal: SIGNAL }, async (task, signal) => {
      await turn();
      if (task === 2) throw failure;
      await turn();
      if (signal.aborted) told.push(signal.reason);
    });
    await expect(work).rejects.toBe(failure);
    expect(told).toEqual([failure]);
  });

  it('does nothing once it is interrupted', async () => {
    const interruption = new AbortController();
    interruption.abort(new Error('interrupted'));
    const work = runAbreast([1], { abreast: 1, signal: interruption.signal }, async () => {
      throw new Error('begun');
    });
    await expect(work).rejects.toThrow('interrupted');
  });
});

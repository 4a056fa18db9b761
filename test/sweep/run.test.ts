/** How long a sweep takes, and which layouts it keeps open. */
import { describe, expect, it } from 'vitest';
import { keepingTwo, type OpenedLayout, planSweep } from '../../analysis/sweep/plan.ts';
import { estimateSeconds } from '../../analysis/sweep/run.ts';
import type { Selection } from '../../compiler/choose/alternatives.ts';
import { type ChainPool, openThisThread } from '../../index.ts';

const poolOf = (size: number): ChainPool => ({ ...openThisThread(), size });

describe('an estimate', () => {
  const fits = planSweep({
    selections: [{ prior: 'flat' }, { prior: 'low' }, { prior: 'wide' }],
    subjects: ['Ada'],
    splits: ['fold 1', 'fold 2'],
    seeds: [1n],
  });
  const left = { fits: fits.slice(1), parts: [{ subject: 'Ada', split: 'fold 2' }], layouts: 3 };

  it('is of fits, of layouts that are not compiled yet, and of baselines', () => {
    // Five fits of 2 s, two layouts of 0.5 s at most, and the other part's baselines.
    expect(estimateSeconds(left, { fit: 2, layout: 0.5, baselines: 3 }, poolOf(4), { chains: 4 })).toBe(14);
  });

  it('has fits side by side where there are threads for several, and no longer ones where there are fewer', () => {
    const times = { fit: 2, layout: 0, baselines: 0 };
    expect(estimateSeconds(left, times, poolOf(8), { chains: 4 })).toBe(5);
    // The pilot had to do with the same threads.
    expect(estimateSeconds(left, times, poolOf(2), { chains: 4 })).toBe(10);
  });
});

describe('layouts that are kept open', () => {
  it('are the last two that were asked for', async () => {
    const opened: string[] = [];
    const open = keepingTwo(async ({ prior }: Selection) => {
      opened.push(prior!);
      return {} as OpenedLayout;
    });
    const ask = (...priors: string[]) => Promise.all(priors.map((prior) => open({ prior })));
    await ask('flat', 'low', 'flat', 'low', 'low');
    expect(opened).toEqual(['flat', 'low']);
    await ask('flat', 'wide', 'flat');
    expect(opened).toEqual(['flat', 'low', 'wide']);
    await ask('low');
    expect(opened).toEqual(['flat', 'low', 'wide', 'low']);
  });
});

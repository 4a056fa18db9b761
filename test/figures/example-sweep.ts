/** A small invented summary of a sweep. */
import type { SweepDistributions } from '../../reporting/figures/kinds/sweep.ts';

const box = (median: number, spread: number, count: number) => ({
  count,
  least: median - 2 * spread,
  lowerQuartile: median - spread,
  median,
  upperQuartile: median + 0.8 * spread,
  greatest: median + 3 * spread,
});

export const SWEEP: SweepDistributions = {
  groups: [
    { axis: 'steepness', value: 'shallow' },
    { axis: 'steepness', value: 'none' },
    { axis: 'prior', value: 'flat' },
    { axis: null, value: null },
  ],
  quantities: [
    {
      ...{
        kind: 'brier',
        name: 'success',
        baselines: { aggregate: [0.21, 0.21], 'boosted trees': [0.08, 0.1] },
      },
      distributions: [box(0.14, 0.01, 4), box(0.12, 0.008, 4), null, box(0.13, 0.01, 8)],
    },
    {
      ...{ kind: 'posterior mean', name: 'climb', baselines: {} },
      distributions: [box(3, 0.2, 4), box(3.6, 0.1, 4), box(3.2, 0.3, 8), box(3.2, 0.3, 8)],
    },
    {
      ...{ kind: 'posterior mean', name: 'spread', baselines: {} },
      distributions: [box(1, 0.1, 4), null, null, null],
    },
  ],
};

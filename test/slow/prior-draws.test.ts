import { describe, it } from 'vitest';
import { expectParentsDrawn, expectPriorsDrawn } from '../compile/prior-draws.ts';

describe('many draws that no data moves', () => {
  it('have the quantiles and moments of each family of priors, truncated or not', async () => {
    await expectPriorsDrawn(25_000, false);
  });

  it('leave to what a truncated prior depends on the prior of its own', async () => {
    await expectParentsDrawn(25_000);
  });
});

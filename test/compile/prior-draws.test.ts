import { describe, it } from 'vitest';
import { expectPriorsDrawn } from './prior-draws.ts';

describe('draws that no data moves', () => {
  it('have the quantiles of each family of priors, truncated or not', async () => {
    await expectPriorsDrawn(1000, true);
  });
});

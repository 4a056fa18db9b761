import { describe, it } from 'vitest';
import { expectRecovery, RECOVERIES } from '../../outcomes/recovery.ts';

describe('a fit to 4000 outcomes that were drawn', () => {
  it.for(RECOVERIES.flatMap((recovery) => [1, 2, 3].map((seed) => ({ ...recovery, seed }))))(
    'from $family with seed $seed finds what they were drawn with',
    ({ seed, ...recovery }) => expectRecovery(recovery, 4000, seed),
  );
});

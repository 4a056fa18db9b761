import { describe, it } from 'vitest';
import { expectRecovery, RECOVERIES } from './recovery.ts';

/** Times are raised to a power that is a latent: most of 600 rows' starts lie so low that a chain could not leave them. */
const FROM_LOW_STARTS = 'weibull';
const QUICK = new Set(['normal', 'ordered_logistic', FROM_LOW_STARTS]);

describe('a fit to outcomes that were drawn', () => {
  it.for(RECOVERIES.filter(({ family }) => QUICK.has(family)))(
    'from $family finds what they were drawn with',
    (recovery) => expectRecovery(recovery, 600, 1),
  );
});

import { describe, it } from 'vitest';
import { expectRecovery, RECOVERIES } from './recovery.ts';

const QUICK = new Set(['normal', 'ordered_logistic']);

describe('a fit to outcomes that were drawn', () => {
  it.for(RECOVERIES.filter(({ family }) => QUICK.has(family)))(
    'from $family finds what they were drawn with',
    (recovery) => expectRecovery(recovery, 600, 1),
  );
});

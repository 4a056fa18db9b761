import { describe, it } from 'vitest';
import { expectPosterior, REFERENCE_FITS, referenceFile } from './expect-posterior.ts';

const QUICK = new Set(['ocrad', 'agent6']);

describe('a fit', () => {
  it.for(REFERENCE_FITS.filter(({ subject }) => QUICK.has(subject)))(
    'finds the posterior that Stan found for $layout, $subject',
    async (fit, { skip }) => {
      skip(referenceFile(fit) === null, 'the reference posteriors are not beside this checkout');
      await expectPosterior(fit, 2500);
    },
  );
});

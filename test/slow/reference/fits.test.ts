import { describe, it } from 'vitest';
import { expectPosterior, REFERENCE_FITS, referenceFile } from '../../reference/expect-posterior.ts';

describe('a fit of 4 × 2500 draws', () => {
  it.for(REFERENCE_FITS)(
    'finds the posterior that Stan found for $layout, $subject',
    async (fit, { skip }) => {
      skip(referenceFile(fit) === null, 'the reference posteriors are not beside this checkout');
      await expectPosterior(fit, 2500);
    },
  );
});

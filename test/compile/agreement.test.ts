import fc from 'fast-check';
import { describe, it } from 'vitest';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { expectAgreement, SKETCHES } from './agreement.ts';

describe.each(Object.entries(SKETCHES))(
  'a compiled random layout, its demands sketched as %s',
  (_name, sketch) => {
    it('has the log density and the gradient that the interpreter says', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryCase, (random) => expectAgreement(random, sketch)),
        { numRuns: casesOf(12), endOnFailure: true },
      );
    });
  },
);

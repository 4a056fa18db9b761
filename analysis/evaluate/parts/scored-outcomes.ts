/** Which outcomes of a layout have held-out scores. */
import type { Manifest } from '../../../module/manifest.ts';
import { EvaluationError } from '../evaluation-error.ts';

/** Those of 0 and 1, in the order of the layout. @throws EvaluationError when it has none */
export function scoredOutcomes({ columns }: Manifest): readonly string[] {
  const observed = columns.filter(({ role }) => role === 'outcome');
  const scored = observed.filter(({ kind }) => kind === 'binary').map(({ name }) => name);
  if (scored.length > 0) return scored;
  throw new EvaluationError(
    `No outcome of the layout is 0 or 1, and these scores are of such outcomes: it has ${observed.map(({ name }) => name).join(', ')}.`,
    'Compare layouts of other outcomes by `theodolite compare`.',
  );
}

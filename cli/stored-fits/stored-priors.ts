/** The priors of a stored fit, from the text of the layout that was stored with it. */

import type { MarginalPrior } from '../../analysis/simulate/marginal-prior.ts';
import type { ShownFit } from '../../reporting/figures/data/figure-fit.ts';
import { badInput, type Failure } from '../failure.ts';
import { version } from '../version.ts';

/** What was stored of a layout, and which version did. */
export interface StoredLayout {
  readonly folder: string;
  readonly summary: { readonly made?: { readonly version: string } };
}

/**
 * By the parameters' names; null where the text of the layout is not known. It takes the compiler.
 *
 * @throws Failure (input) when this version does not accept the layout, as it may be of a fit that another version made;
 *   SimulationError as `priorsOf` does
 */
export async function storedPriors(
  stored: StoredLayout,
  fit: Omit<ShownFit, 'ends'>,
): Promise<ReadonlyMap<string, MarginalPrior> | null> {
  const [{ priorsOf }, { LayoutError }, { ChoiceError }] = await Promise.all([
    import('../../reporting/figures/data/priors.ts'),
    import('../../compiler/layout-error.ts'),
    import('../../compiler/choose/choice-error.ts'),
  ]);
  try {
    return priorsOf(fit);
  } catch (error) {
    if (error instanceof ChoiceError) throw refused(stored, `${error.message} ${error.remedy}`);
    if (!(error instanceof LayoutError)) throw error;
    const { span, message, remedy } = error.diagnostics.find(({ severity }) => severity === 'error')!;
    const line = error.source.text.slice(0, span.start).split('\n').length;
    throw refused(stored, `line ${line}: ${message} ${remedy}`);
  }
}

function refused({ folder, summary: { made } }: StoredLayout, why: string): Failure {
  return badInput(
    `The layout that is stored with the fit in ${folder} is not accepted by this version of theodolite, ${version()}, so that its priors are not known: ${why}`,
    `${made === undefined ? 'Use the version that made the fit' : `Use version ${made.version}, which made the fit`}, or write the layout as this version has it, and fit again.`,
  );
}

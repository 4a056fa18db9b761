/**
 * Which latents are sampled noncentred, that is, as standardised distances from their location: as the author says, or
 * as the data suggest. If the author says nothing, this is only where chains start: they learn during warm-up how far to
 * centre each level (runtime/sampler/centring.ts).
 */
import { isNonCentredByItself, readsPrevious } from '../check/parametrisation.ts';
import type { Latent, TypedExpression } from '../check/typed-layout.ts';
import { listGiven } from '../families/parameters.ts';
import { hasParametrisations } from '../families/priors.ts';
import type { DataSketch } from './sketch.ts';

/**
 * With fewer rows per level than this, the prior of a level is more informative than its rows, and centred sampling
 * meets a funnel; with more, noncentred sampling correlates each level with its location and scale (Betancourt &
 * Girolami 2015, Hamiltonian Monte Carlo for hierarchical models, section 3). An outcome of 0 or 1 is little
 * informative: its Fisher information about a margin, p (1 - p), is at most a quarter.
 */
const ROWS_THAT_TELL = 30;

/** Whether a latent is sampled noncentred. */
export function nonCentredLatents(sketch: DataSketch): (latent: Latent) => boolean {
  return (latent) => {
    const { prior, index, parametrisation } = latent;
    if (!hasParametrisations(prior)) return false;
    if (parametrisation !== null || isNonCentredByItself(latent)) return isNonCentredByItself(latent);
    if (
      index === null ||
      readsPrevious(prior) ||
      listGiven<TypedExpression>(prior.parameters).every(({ known }) => known !== 'latent')
    )
      return false;
    return sketch.rows / sketch.distinct([index]) < ROWS_THAT_TELL;
  };
}

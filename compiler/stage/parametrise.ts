/** Which latents are sampled as standardised distances from their location: by the author's word, or by the data. */
import { isNonCentredByItself, readsPrevious } from '../check/parametrisation.ts';
import type { Latent, TypedExpression } from '../check/typed-layout.ts';
import { listGiven } from '../families/parameters.ts';
import { hasParametrisations } from '../families/priors.ts';
import type { DataSketch } from './sketch.ts';

/**
 * Below this many rows a level the prior of a level says more of it than the rows do, and what is sampled centred lies in a
 * funnel; above, what is sampled noncentred is correlated with its location and scale (Betancourt & Girolami 2015,
 * Hamiltonian Monte Carlo for hierarchical models, section 3). A row of 0 and 1 tells at most a quarter of a unit's square.
 */
const ROWS_THAT_TELL = 30;

/** Says of a latent whether it is sampled noncentred. */
export function nonCentredLatents(sketch: DataSketch): (latent: Latent) => boolean {
  return (latent) => {
    const { prior, index, parametrisation } = latent;
    if (!hasParametrisations(prior) || readsPrevious(prior)) return false;
    if (parametrisation !== null || isNonCentredByItself(latent)) return isNonCentredByItself(latent);
    if (
      index === null ||
      listGiven<TypedExpression>(prior.parameters).every(({ known }) => known !== 'latent')
    )
      return false;
    return sketch.rows / sketch.distinct([index]) < ROWS_THAT_TELL;
  };
}

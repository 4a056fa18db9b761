/** Where the latents of a block lie on a scale without bounds, given a draw of all other latents. */
import { choleskyFactor } from '../../../statistics/solve-definite.ts';

/** The prior of a latent on that scale where it is normal there; a precision of 0 where it is not. */
export interface NormalPrior {
  readonly mean: number;
  readonly precision: number;
}

/** A normal density without its constant, e^(shift x − precision x² / 2): about what the rows say of a latent. */
interface Evidence {
  readonly shift: number;
  readonly precision: number;
}

/** The normal approximation of a block: of each latent given its prior, and how far these go together. */
export interface Moments {
  readonly evidence: readonly Evidence[];
  /** The lower triangle of a root of the covariance of standardised deviations, in row-major order. */
  readonly root: Float64Array;
}

/** The centre and the standard deviation of a latent where evidence meets a prior. */
export function meet(
  evidence: Evidence,
  prior: NormalPrior,
): { readonly centre: number; readonly sd: number } {
  const precision = evidence.precision + prior.precision;
  return {
    centre: (prior.precision * prior.mean + evidence.shift) / precision,
    sd: 1 / Math.sqrt(precision),
  };
}

/** A draw of one latent, with its prior there. */
interface PlacedDraw extends NormalPrior {
  readonly value: number;
}

/** Guards the draws of a block. */
export class BlockDraws {
  readonly #size: number;
  readonly #draws: (readonly PlacedDraw[])[] = [];

  /** @param size the number of latents */
  constructor(size: number) {
    this.#size = size;
  }

  /** A draw at an end of a support, to which it was rounded, is left out: moments only say where points are put. */
  add(draw: readonly PlacedDraw[]): void {
    if (draw.every(({ value, precision }) => Number.isFinite(value) && Number.isFinite(precision)))
      this.#draws.push(draw);
  }

  moments(): Moments {
    const [size, count] = [this.#size, this.#draws.length];
    const evidence = Array.from({ length: size }, (_, i) => evidenceOf(this.#draws.map((draw) => draw[i]!)));
    const deviations = this.#draws.map((draw) =>
      draw.map((each, i) => {
        const { centre, sd } = meet(evidence[i]!, each);
        return (each.value - centre) / sd;
      }),
    );
    // Correlations of few draws in many dimensions are shrunk, so that the matrix has a root.
    const kept = count / (count + size);
    const covariance = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const value = deviations.reduce((sum, each) => sum + each[i]! * each[j]!, 0) / count;
        covariance[i * size + j] = i === j ? (value > 0 ? value : 1) : kept * value;
      }
    }
    return { evidence, root: choleskyFactor(covariance, size) ?? diagonalRoot(covariance, size) };
  }
}

/** The precisions that are tried, in those of the draws, and their ratios. */
const TRIED = { least: 1e-4, most: 1e4, ratio: 1.4 } as const;

/**
 * The evidence under which the draws are most likely, each being normal given its prior at the draw. If no prior is normal, it has the
 * mean and the variance of the draws.
 */
function evidenceOf(draws: readonly PlacedDraw[]): Evidence {
  const count = Math.max(1, draws.length);
  const mean = draws.reduce((sum, { value }) => sum + value, 0) / count;
  const variance = draws.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / count;
  const whole = variance > 0 ? 1 / variance : 1;
  if (draws.every(({ precision }) => precision === 0)) return { shift: whole * mean, precision: whole };
  let best: Evidence = { shift: whole * mean, precision: whole };
  let highest = -Infinity;
  for (let tried = TRIED.least * whole; tried <= TRIED.most * whole; tried *= TRIED.ratio) {
    // Weighted least squares: (p + λ) x − p μ is the shift, with the variance p + λ.
    let [sum, weights] = [0, 0];
    for (const { value, mean: middle, precision } of draws) {
      const weight = 1 / (precision + tried);
      sum += weight * ((precision + tried) * value - precision * middle);
      weights += weight;
    }
    const found = { shift: sum / weights, precision: tried };
    let log = 0;
    for (const draw of draws) {
      const { centre, sd } = meet(found, draw);
      log -= Math.log(sd) + 0.5 * ((draw.value - centre) / sd) ** 2;
    }
    if (log > highest) [best, highest] = [found, log];
  }
  return best;
}

function diagonalRoot(covariance: Float64Array, size: number): Float64Array {
  return covariance.map((value, place) => (place % (size + 1) === 0 ? Math.sqrt(value) : 0));
}

/** The different optima among the ends of climbs. */
import type { Ascent } from '../sampler-instance.ts';
import type { Surface } from './surface.ts';

/** Ends of climbs between which the objective nowhere falls by more than this belong to one optimum. */
const SAME = 0.01;
/** Where on the way between two ends the objective is looked at. */
const BETWEEN = [0.25, 0.5, 0.75];
/** Optima that are lower than the best by more than this are not looked at: their likelihood is less than a hundredth of its. */
const LOWER = 5;
const MAX_OPTIMA = 32;

export interface Optimum {
  readonly position: Float64Array;
  readonly objective: number;
  /** How many climbs ended there. */
  readonly climbs: number;
}

/**
 * The optima that climbs ended at, the highest first; those that are much lower are left out. Two ends are of one optimum where the
 * straight way between them on the unconstrained scale does not lead down: so are those on a bound, and those on a flat ridge.
 */
export function optimaOf(surface: Surface, ends: readonly Ascent[]): Optimum[] {
  const found: { position: Float64Array; objective: number; climbs: number }[] = [];
  const finite = ends.filter(({ objective }) => Number.isFinite(objective));
  const sorted = finite.sort((a, b) => b.objective - a.objective);
  for (const { position, objective } of sorted) {
    if (objective < sorted[0]!.objective - LOWER) break;
    const known = found.find((optimum) => isConnected(surface, optimum, { position, objective }));
    if (known !== undefined) known.climbs++;
    else if (found.length < MAX_OPTIMA) found.push({ position, objective, climbs: 1 });
  }
  return found;
}

type Place = Pick<Optimum, 'position' | 'objective'>;

function isConnected(surface: Surface, a: Place, b: Place): boolean {
  const lower = Math.min(a.objective, b.objective) - SAME;
  return BETWEEN.every((share) => {
    const between = a.position.map((at, k) => at + share * (b.position[k]! - at));
    return surface.at(between).value >= lower;
  });
}

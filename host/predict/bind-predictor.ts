/** Binds rows to predict with a fit: of a layout with classes, averaged over their states. */
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { bindRowPredictor, type RowPredictor } from './predictor.ts';

/** What predicts rows at points: of a layout with classes, averaged over their states. */
export type AveragedPredictor = Pick<RowPredictor, 'distinctOf' | 'distinct' | 'size' | 'drawn'> &
  Pick<RowPredictor, 'mean' | 'derived' | 'draw'> & {
    /** @param reports what the draw reports besides the latents */
    predictAt(point: ArrayLike<number>, reports?: ArrayLike<number>): void;
  };

/**
 * Binds rows to predict, as `bindRowPredictor` does. States of classes are weighed as the draws report them; for several classes that outcomes read
 * together, as the fitted rows say.
 *
 * @throws HostError as `bindRowPredictor` does
 */
export async function bindPredictor(
  loaded: LoadedModule,
  fitted: Omit<PredictiveDraws, 'draws'> & Partial<PredictiveDraws>,
  columns: readonly Float64Array[],
): Promise<AveragedPredictor> {
  const rows = await bindRowPredictor(loaded, fitted, columns);
  const { manifest } = loaded;
  if (manifest.classes === undefined) return rows;
  const { checkClassGroups, ClassPredictor, ClassStates, countsOf } = await import('./classes.ts');
  checkClassGroups(manifest);
  const { fittedRows = null, levels, draws } = fitted;
  const states = new ClassStates(rows, manifest, levels, columns);
  const areReported = draws?.every(({ latents: { length } }) => length === rows.drawn) === true;
  const areRead = states.groups.some((group) => group.flags.length > 1 || !areReported);
  if (fittedRows === null || fittedRows === 'none' || !areRead)
    return new ClassPredictor(rows, manifest, states, fittedRows === 'none' ? 'none' : null);
  const seen = await bindRowPredictor(loaded, fitted, fittedRows.columns);
  return new ClassPredictor(rows, manifest, states, {
    rows: seen,
    states: new ClassStates(seen, manifest, levels, fittedRows.columns),
    counts: countsOf(seen, fittedRows.counts),
  });
}

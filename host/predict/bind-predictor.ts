/** Binds rows to predict with a fit: of a layout with classes, averaged over their states. */
import type { LoadedModule } from '../load.ts';
import type { PredictiveDraws } from '../posterior.ts';
import { inAllColumns } from '../row-tables.ts';
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
  const { checkClassGroups, ClassPredictor, ClassStates, countsOf, needTables } = await import(
    './classes.ts'
  );
  checkClassGroups(manifest);
  const { fittedRows = null, levels, draws } = fitted;
  const states = new ClassStates(rows, manifest, levels, columns);
  const areReported = draws?.every(({ latents: { length } }) => length === rows.drawn) === true;
  const isRead = (place: number) => states.groups[place]!.flags.length > 1 || !areReported;
  const areRead = states.groups.some((_, place) => isRead(place));
  if (fittedRows === null || fittedRows === 'none' || !areRead)
    return new ClassPredictor(rows, manifest, states, fittedRows === 'none' ? 'none' : null);
  const ofFit = inAllColumns(manifest, fittedRows.columns);
  for (const [place, group] of manifest.classes.entries())
    if (isRead(place)) needTables(manifest, group, ofFit);
  const seen = await bindRowPredictor(loaded, fitted, ofFit);
  return new ClassPredictor(rows, manifest, states, {
    rows: seen,
    states: new ClassStates(seen, manifest, levels, ofFit),
    counts: countsOf(seen, fittedRows.counts),
  });
}

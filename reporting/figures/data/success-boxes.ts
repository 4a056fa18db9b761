/** The data of box plots of success by group and subject, before any layout. */
import type { Exploration } from '../../../analysis/explore/explore-table.ts';
import type { SweepBoxData } from '../kinds/sweep.ts';
import { expectFew, FigureError } from './named-fit.ts';

const MAX_BOXES = 120;

/**
 * As Figures 4.6 to 4.10 of the thesis on common sense: one box for each subject in each group.
 *
 * @param by the name of the column of groups
 * @throws FigureError without groups, or with more boxes than can be told apart
 */
export function successBoxes({ groups, success }: Exploration, by: string): SweepBoxData {
  if (groups === null)
    throw new FigureError('There are no groups whose success could be shown.', 'Name their column.');
  const rows = groups.flatMap((group) =>
    success.flatMap(({ name }, place) => {
      const spread = group.spreads[place] ?? null;
      return spread === null ? [] : [{ axis: group.name, label: name, distribution: spread }];
    }),
  );
  expectFew('boxes', rows.length, MAX_BOXES, 'Use fewer rows, or group by a column with fewer values.');
  const ofCells = success.some(({ cells }) => cells !== null);
  return {
    title: `Success by ${by}`,
    caption: `Each box is of one subject in one ${by}: median, quartiles, and the least and the greatest ${ofCells ? 'mean of a cell' : 'outcome'}.`,
    words: { heading: 'Box plots of success.', counted: ofCells ? 'cells' : 'rows' },
    panels: [{ title: 'success', note: null, unit: '', rows, references: [] }],
  };
}

/** A small table of results: four systems, three tasks of four cells, four scenes a cell. */
import type { TableToExplore } from '../../analysis/explore/explore-table.ts';

const SYSTEMS = ['Ada', 'Bo', 'Cy', 'Di'];
const ROWS = 48;
const rows = Array.from({ length: ROWS }, (_, row) => ({
  task: ['door', 'lake', 'maze'][row % 3]!,
  cell: String(Math.floor(row / 3) % 4),
}));
const flag = (isUp: (row: number) => boolean) => Float64Array.from(rows, (_, row) => (isUp(row) ? 1 : 0));

const dark = flag((row) => row % 3 === 1);
const moving = flag((row) => Math.floor(row / 3) % 2 === 0);
const steps = Float64Array.from(rows, (_, row) => (row === 5 ? Number.NaN : (row * 7) % 10));

export const RESULTS: TableToExplore = {
  demands: [
    { name: 'dark', values: dark },
    { name: 'moving', values: moving },
    { name: 'steps', values: steps },
    { name: 'always', values: flag(() => true) },
  ],
  subjects: SYSTEMS.map((name, place) => ({
    name,
    rows: Int32Array.from(rows.keys()),
    outcomes: flag((row) => {
      const burden = 2 * dark[row]! + moving[row]! + (row % 5 === place ? 1 : 0);
      return burden < 1 + place;
    }),
  })),
  groups: rows.map(({ task }) => task),
  cells: rows.map(({ cell }) => cell),
  coefficient: 'spearman',
};

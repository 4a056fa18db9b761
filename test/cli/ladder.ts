/** A small layout with a demand of each kind, and tables for it. */

export const LADDER = `/// Climbing ladders, some of them in the dark.
layout Ladder

unit m

demand height : m in [0, 4]
demand dark : flag
demand side in {-1, 0, 1}
demand tries : count

capability climb : m ~ uniform(0, 6)
capability nightSight : probability ~ beta(1, 1)
bias lean : m ~ normal(0, 1)

observe success ~ bernoulli(margin(climb + lean * side + 0.1 m * tries, height, steepness = 1 / 1 m) and presence(nightSight, dark))
`;

export const HEADER = 'height,dark,side,tries,split,robot2,robot10,robot1,silly';

/** Rows in which every demand varies; robot1 climbs 2 m, robot2 everything, robot10 nothing. */
export function ladderRows(count = 60): string[] {
  return Array.from({ length: count }, (_, row) => {
    const height = (row % 9) / 2;
    const dark = row % 2;
    const side = (row % 3) - 1;
    const tries = row % 4;
    const climbs = height + Math.sin(row) < 2 && (dark === 0 || row % 5 > 0) ? 1 : 0;
    return [height, dark, side, tries, row % 5 === 0 ? 'test' : 'train', 1, 0, climbs, row].join(',');
  });
}

/** A whole table as text. */
export function ladderTable(rows: readonly string[] = ladderRows(), header = HEADER): string {
  return `${[header, ...rows].join('\n')}\n`;
}

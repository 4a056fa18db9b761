/** Splits long figures into pieces that fit on a sheet of paper, so that printing does not cut them. */
import type { ForestData, ForestGroup } from '../figures/kinds/forest.ts';

/** Maximum height of a piece with its legend, in pixels. */
const SHEET = 880;
/** Approximate height in a forest plot, in pixels: of a row, and of a group's title, note and axis. */
const FOREST = { row: 22, group: 92 } as const;
/** Maximum number of rows of a group per piece. */
const MAX_ROWS = Math.floor((SHEET - FOREST.group) / FOREST.row);
/** Maximum number of panels of success by demand per piece: in two columns, and in one. */
export const MAX_PANELS = { wide: 6, narrow: 3 } as const;
/** Maximum number of calibration panels per piece: in three columns, and in one. */
export const MAX_CURVES = { wide: 6, narrow: 2 } as const;

/** Distributes groups over pieces; a group that is too long for one piece is split between rows. */
export function forestPieces(data: ForestData): ForestData[] {
  const pieces: ForestGroup[][] = [];
  let room = 0;
  for (const group of data.groups.flatMap(divided)) {
    const height = FOREST.group + FOREST.row * group.rows.length;
    if (height > room) {
      pieces.push([]);
      room = SHEET;
    }
    pieces.at(-1)!.push(group);
    room -= height;
  }
  return numbered(pieces.map((groups) => ({ ...data, groups })));
}

function divided(group: ForestGroup): ForestGroup[] {
  const { title, rows } = group;
  if (rows.length <= MAX_ROWS) return [group];
  return chunks(rows, MAX_ROWS).map((own, place) => {
    const first = place * MAX_ROWS + 1;
    return {
      ...group,
      title: `${title}, ${first} to ${first + own.length - 1} of ${rows.length}`,
      rows: own,
    };
  });
}

/** Distributes panels over pieces of at most `most`. */
export function panelPieces<P, D extends { readonly title: string; readonly panels: readonly P[] }>(
  data: D,
  most: number,
): D[] {
  return numbered(chunks(data.panels, most).map((panels) => ({ ...data, panels })));
}

function chunks<T>(items: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, place) =>
    items.slice(place * most, (place + 1) * most),
  );
}

/** Adds "part i of n" to titles if there are several pieces. */
function numbered<D extends { readonly title: string }>(pieces: readonly D[]): D[] {
  return pieces.map((piece, place) => ({
    ...piece,
    title: pieces.length === 1 ? piece.title : `${piece.title}, part ${place + 1} of ${pieces.length}`,
  }));
}

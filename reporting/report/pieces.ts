/** Long figures in pieces that fit on a sheet of paper, which a printer would cut wherever its sheets end. */
import type { ForestData, ForestGroup } from '../figures/kinds/forest.ts';

/** Pixels of a sheet that a piece may take, with its legend. */
const SHEET = 880;
/** About what a forest plot takes of them, in pixels: of each row, and of the title, the note and the axis of a group. */
const FOREST = { row: 22, group: 92 } as const;
/** Rows of one group in a piece. */
const MAX_ROWS = Math.floor((SHEET - FOREST.group) / FOREST.row);
/** Panels of success by demand in a piece, two beside each other. */
export const MAX_PANELS = 6;
/** Panels of calibration in a piece, three beside each other. */
export const MAX_CURVES = 6;

/** The same groups, put together while they fit on a sheet; a group that is too long for one is divided between rows. */
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

/** The same panels in pieces of at most `most`. */
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

/** Each says in its title which of them it is, where there are several. */
function numbered<D extends { readonly title: string }>(pieces: readonly D[]): D[] {
  return pieces.map((piece, place) => ({
    ...piece,
    title: pieces.length === 1 ? piece.title : `${piece.title}, part ${place + 1} of ${pieces.length}`,
  }));
}

/** A mean with its two intervals as characters: one of a terminal's cells is two steps of the scale. */

/** The signs of a bar. */
export interface BarSigns {
  readonly mean: string;
  /** By what the left and the right half of a cell hold: 0 nothing, 1 the wider interval, 2 the narrower. */
  cell(left: Fill, right: Fill): string;
}

type Fill = 0 | 1 | 2;

const BOX = [
  [' ', '╶', '╺'],
  ['╴', '─', '╼'],
  ['╸', '╾', '━'],
] as const;

/** Lines of the box-drawing block of Unicode. */
export const UNICODE_SIGNS: BarSigns = { mean: '●', cell: (left, right) => BOX[left][right] };

/** Where only ASCII can be shown, a cell is what the fuller of its halves is. */
export const ASCII_SIGNS: BarSigns = {
  mean: 'o',
  cell: (left, right) => ' -='.charAt(Math.max(left, right)),
};

/** Positions on the scale, from 0 at its lower end to 1 at its upper. */
export interface BarPositions {
  readonly mean: number;
  readonly narrow: readonly [number, number];
  readonly wide: readonly [number, number];
}

/** The bar on as many cells, blank where nothing is. */
export function intervalBar(
  { mean, narrow, wide }: BarPositions,
  cells: number,
  { mean: mark, cell }: BarSigns,
): string {
  const half = (position: number) => Math.min(2 * cells - 1, Math.max(0, Math.floor(position * 2 * cells)));
  const fill = (index: number): Fill => {
    const isIn = ([lower, upper]: readonly [number, number]) => index >= half(lower) && index <= half(upper);
    return isIn(narrow) ? 2 : isIn(wide) ? 1 : 0;
  };
  const marked = Math.floor(half(mean) / 2);
  return Array.from({ length: cells }, (_, index) =>
    index === marked ? mark : cell(fill(2 * index), fill(2 * index + 1)),
  ).join('');
}

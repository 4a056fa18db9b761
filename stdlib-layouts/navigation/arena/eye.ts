/** A pixel eye: which columns of a square image are green when a green ball is seen in perspective. */

/** The ball in the frame of the eye, m: where its centre is to the right, above and ahead, and its radius. */
export interface Ball {
  readonly right: number;
  readonly up: number;
  readonly ahead: number;
  readonly radius: number;
}

/** Width and height of what the eye sees, degrees. */
export const FIELD_OF_VIEW = 60;

/** Half the width of the image at distance 1. */
const EDGE = Math.tan((FIELD_OF_VIEW / 2) * (Math.PI / 180));
/** A pixel's colour is the mean of this many lines of sight squared. */
const SAMPLES = 4;
/** A pixel is green when the ball covers at least this share of it: the best agent then reaches half of the goals. */
const GREEN_SHARE = 0.75;

/**
 * The share of a pixel that the ball covers, a multiple of 1 / 16. Columns count from the left and rows from the top,
 * both from 0; the image has `pixels` of each.
 */
export function coverage(pixels: number, column: number, row: number, ball: Ball): number {
  const { right, up, ahead, radius } = ball;
  // A line of sight along d meets the ball when (d · c)² ≥ |d|² (|c|² − r²) for its centre c, and d · c > 0.
  const tangentSquared = right * right + up * up + ahead * ahead - radius * radius;
  const step = (2 * EDGE) / (pixels * SAMPLES);
  let met = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const u = (column * SAMPLES + i + 0.5) * step - EDGE;
    for (let j = 0; j < SAMPLES; j++) {
      const v = EDGE - (row * SAMPLES + j + 0.5) * step;
      const along = u * right + v * up + ahead;
      if (along > 0 && along * along >= (u * u + v * v + 1) * tangentSquared) met++;
    }
  }
  return met / (SAMPLES * SAMPLES);
}

/** Whether any pixel of the columns from `first` up to, but not including, `end` is green. */
export function isGreen(pixels: number, first: number, end: number, ball: Ball): boolean {
  if (ball.ahead <= 0) return false;
  const [left, right] = extent(ball.right, ball.ahead, ball.radius);
  const [bottom, top] = extent(ball.up, ball.ahead, ball.radius);
  const place = (slope: number) => Math.floor(((slope / EDGE + 1) / 2) * pixels);
  const lastColumn = Math.min(end - 1, place(right));
  const lastRow = Math.min(pixels - 1, place(-bottom));
  for (let column = Math.max(first, place(left)); column <= lastColumn; column++) {
    for (let row = Math.max(0, place(-top)); row <= lastRow; row++) {
      if (coverage(pixels, column, row, ball) >= GREEN_SHARE) return true;
    }
  }
  return false;
}

/**
 * From where to where the ball reaches in the image at distance 1, along one axis: the slopes of the two planes through
 * the eye and the other axis that touch it. The eye is outside the ball, whose centre is ahead of it.
 */
function extent(offset: number, ahead: number, radius: number): [from: number, to: number] {
  const tangent = Math.sqrt(Math.max(0, offset * offset + ahead * ahead - radius * radius));
  const slope = (side: number) => {
    const depth = ahead * tangent - side * offset * radius;
    // A plane that touches the ball beside or behind the eye bounds nothing that is seen.
    return depth > 0 ? (offset * tangent + side * ahead * radius) / depth : side * Number.POSITIVE_INFINITY;
  };
  return [slope(-1), slope(1)];
}

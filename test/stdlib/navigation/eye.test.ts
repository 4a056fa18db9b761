import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ball, coverage, FIELD_OF_VIEW, isGreen } from '../../../stdlib-layouts/navigation/arena/eye.ts';

const EDGE = Math.tan((FIELD_OF_VIEW / 2) * (Math.PI / 180));

/** A ball at an angle from straight ahead, to the right where positive, its centre at the height of the eye. */
function ballAt(degrees: number, distance: number, radius: number): Ball {
  const angle = degrees * (Math.PI / 180);
  return { right: distance * Math.sin(angle), up: 0, ahead: distance * Math.cos(angle), radius };
}

/** The area of the ball in the image at distance 1. */
function area(pixels: number, ball: Ball): number {
  let sum = 0;
  for (let column = 0; column < pixels; column++) {
    for (let row = 0; row < pixels; row++) sum += coverage(pixels, column, row, ball);
  }
  return sum * ((2 * EDGE) / pixels) ** 2;
}

/** How far away an eye still sees a ball of radius 1 whose centre is in the middle of a pixel beside the centre. */
function sight(pixels: number): number {
  const centre = EDGE / pixels;
  let [near, far] = [1.5, 1000];
  while (far - near > 1e-6) {
    const ahead = (near + far) / 2;
    const ball = { right: centre * ahead, up: centre * ahead, ahead, radius: 1 };
    if (isGreen(pixels, 0, pixels, ball)) near = ahead;
    else far = ahead;
  }
  return near;
}

describe('a pixel eye', () => {
  it.each([0, 10, 18])(
    'sees a ball %s degrees aside as the ellipse that perspective makes of it',
    (degrees) => {
      const ball = ballAt(degrees, 5, 0.8);
      const [theta, alpha] = [degrees * (Math.PI / 180), Math.asin(0.8 / 5)];
      const squeeze = Math.cos(theta) ** 2 - Math.sin(alpha) ** 2;
      const [long, short] = [
        (Math.sin(alpha) * Math.cos(alpha)) / squeeze,
        Math.sin(alpha) / Math.sqrt(squeeze),
      ];
      expect(area(60, ball) / (Math.PI * long * short)).toBeCloseTo(1, 2);
    },
  );

  it('sees a ball in the pixel that looks at it', () => {
    const ball = { right: 0.3 * 2 * EDGE * 10, up: 0.1 * 2 * EDGE * 10, ahead: 10, radius: 0.6 };
    // The image is 10 pixels wide: the ball is 3 pixels right of the middle and 1 above it.
    const share = (column: number, row: number) => coverage(10, column, row, ball);
    const around = [share(7, 3), share(7, 4), share(8, 3), share(8, 4)];
    expect(Math.min(...around)).toBeGreaterThan(0);
    expect(around.reduce((sum, each) => sum + each) * (2 * EDGE * 0.1) ** 2).toBeCloseTo(area(10, ball), 12);
  });

  it('knows of its columns and rows what looking at every pixel says', () => {
    const place = fc.double({ min: -12, max: 12, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          pixels: fc.integer({ min: 1, max: 24 }),
          right: place,
          up: fc.double({ min: -1, max: 2, noNaN: true }),
          ahead: place,
          radius: fc.double({ min: 0.1, max: 1, noNaN: true }),
        }),
        fc.nat(24),
        fc.nat(24),
        ({ pixels, ...ball }, a, b) => {
          fc.pre(ball.right ** 2 + ball.ahead ** 2 > (ball.radius + 0.2) ** 2);
          const [first, end] = [Math.min(a, b, pixels), Math.min(Math.max(a, b), pixels)];
          let green = false;
          for (let column = first; column < end; column++) {
            for (let row = 0; row < pixels; row++) green ||= coverage(pixels, column, row, ball) >= 0.75;
          }
          expect(isGreen(pixels, first, end, ball)).toBe(green);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('sees twice as far with twice the pixels', () => {
    for (const pixels of [8, 12, 20]) expect(sight(2 * pixels) / sight(pixels)).toBeCloseTo(2, 1);
  });

  it('sees twice as far what is twice as large', () => {
    const seen = (distance: number, radius: number) => isGreen(20, 0, 20, ballAt(3, distance, radius));
    for (let distance = 1; distance < 40; distance += 0.37) {
      expect(seen(2 * distance, 0.8)).toBe(seen(distance, 0.4));
    }
    expect(seen(5, 0.4)).toBe(true);
    expect(seen(20, 0.4)).toBe(false);
  });

  it('sees nothing behind it or beside its image', () => {
    for (const degrees of [45, 90, 135, 180, 225, 270, 315]) {
      expect(isGreen(40, 0, 40, ballAt(degrees, 4, 0.9))).toBe(false);
    }
  });
});

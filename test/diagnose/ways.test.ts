/** Barriers between places whose heights are known. */
import { describe, expect, it } from 'vitest';
import { barrierBetween, type Landscape, lowestWay } from '../../host/diagnose/ways.ts';

type Density = (x: Float64Array) => number;

/** Climbs by the gradient of differences, with steps that shrink until they lead upwards: slow, and shares nothing with the module. */
function landscape(density: Density): Landscape & { count: number } {
  const land = {
    count: 0,
    get gradients() {
      return land.count;
    },
    at(position: Float64Array) {
      land.count++;
      return { value: density(position), gradient: position };
    },
    climb(from: Float64Array, held: ReadonlySet<number>) {
      let here = from.slice();
      let step = 0.5;
      while (step > 1e-7) {
        const slope = here.map((_, k) => {
          if (held.has(k)) return 0;
          const [up, down] = [here.slice(), here.slice()];
          up[k]! += 1e-6;
          down[k]! -= 1e-6;
          return (density(up) - density(down)) / 2e-6;
        });
        const length = Math.hypot(...slope);
        if (!(length > 1e-9)) break;
        const next = here.map((value, k) => value + (step * slope[k]!) / length);
        if (density(next) > density(here)) [here, step] = [next, 1.2 * step];
        else step /= 2;
      }
      return here;
    },
  };
  return land;
}

const normal = (x: number, mean: number, sd: number) => -0.5 * ((x - mean) / sd) ** 2 - Math.log(sd);
const logSum = (a: number, b: number) => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
const at = (...values: number[]) => Float64Array.from(values);

describe('the barrier between two places', () => {
  it('is how far the density falls in the middle between two normals', () => {
    const two = landscape(([x, y]) => logSum(normal(x!, -4, 1), normal(x!, 4, 1)) + normal(y!, 0, 1));
    const between = normal(0, 4, 1) + Math.log(2);
    expect(barrierBetween(two, at(-4, 0), at(4, 0))).toBeCloseTo(normal(4, 4, 1) - between, 2);
  });

  it('is counted from the lower of the two', () => {
    const two = landscape(([x]) => logSum(normal(x!, -4, 1), normal(x!, 4, 1) - 3));
    const straight = Float64Array.from({ length: 100_001 }, (_, i) => -4 + i * 8e-5);
    const saddle = Math.min(...straight.map((x) => two.at(at(x)).value));
    expect(barrierBetween(two, at(-4), at(4))).toBeCloseTo(two.at(at(4)).value - saddle, 4);
  });

  it('is the kink between a wide and a narrow one, which no point that was looked at hits', () => {
    const two = landscape(([x]) => logSum(normal(x!, -5, 1), normal(x!, 5, 0.05)));
    const straight = Float64Array.from({ length: 1_000_001 }, (_, i) => -5 + i * 1e-5);
    let saddle = Infinity;
    for (const x of straight) saddle = Math.min(saddle, two.at(at(x)).value);
    expect(barrierBetween(two, at(-5), at(5))).toBeCloseTo(two.at(at(-5)).value - saddle, 1);
  });

  it('is none along a ring, whose middle is a deep hole', () => {
    const ring = landscape(([x, y]) => normal(Math.hypot(x!, y!), 5, 0.1));
    expect(ring.at(at(0, 0)).value).toBeLessThan(-1000);
    expect(barrierBetween(ring, at(5, 0), at(-4.9, 1))).toBeLessThan(0.2);
    expect(barrierBetween(ring, at(5, 0), at(0, 5))).toBeLessThan(0.2);
  });

  it('is none along a bent ridge in five dimensions', () => {
    const bent = landscape(
      (x) =>
        normal(x[0]!, 0, 10) +
        [1, 2, 3, 4].reduce((sum, k) => sum + normal(x[k]!, 0.1 * k * x[0]! ** 2, 0.3), 0),
    );
    const on = (x: number) => at(x, 0.1 * x * x, 0.2 * x * x, 0.3 * x * x, 0.4 * x * x);
    expect(barrierBetween(bent, on(-6), on(6))).toBeLessThan(0.5);
  });

  it('is infinite where the density is 0 on every way', () => {
    const apart = landscape(([x]) => (Math.abs(x!) < 1 ? -Infinity : -Math.abs(x!)));
    expect(barrierBetween(apart, at(-1.5), at(1.5))).toBe(Infinity);
  });

  it('is infinite from where there is no density', () => {
    const half = landscape(([x]) => (x! < 0 ? Number.NaN : -x!));
    expect(barrierBetween(half, at(-1), at(1))).toBe(Infinity);
  });

  it('is 0 from a place to itself', () => {
    const one = landscape(([x]) => normal(x!, 0, 1));
    expect(barrierBetween(one, at(0), at(0))).toBe(0);
  });
});

describe('the lowest way', () => {
  const three = () =>
    landscape(([x]) => [-10, 0, 3].reduce((sum, mean) => logSum(sum, normal(x!, mean, 1)), -Infinity));

  it('climbs from each place first, and begins at the one with the lowest barrier', () => {
    const way = lowestWay(three(), { from: [at(-9), at(0.5)], to: at(3.3) });
    expect(way.from).toBe(1);
    expect(way.barrier).toBeGreaterThan(0.1);
    expect(way.barrier).toBeLessThan(1);
    expect(lowestWay(three(), { from: [at(-9)], to: at(3.3) }).barrier).toBeGreaterThan(8);
  });

  it('has no barrier where a climb from a draw ends at the mode', () => {
    expect(lowestWay(three(), { from: [at(-8)], to: at(-10) }).barrier).toBeLessThan(1e-6);
  });
});

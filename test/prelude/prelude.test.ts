/** The prelude's linking functions against what docs/reference/language.md says they are. */
import { describe, expect, test } from 'vitest';
import { layoutOf, logHalves, type Place } from './layout-of.ts';

/** The probability that an expression has at a place, told by either half. */
function at(expression: string, place: Place = {}): number {
  const { lnP, lnComplement } = logHalves(layoutOf(expression), place);
  expect(Math.exp(lnP) + Math.exp(lnComplement)).toBeCloseTo(1, 12);
  return Math.exp(lnP);
}

const sigma = (x: number) => 1 / (1 + Math.exp(-x));

describe('a linking function of the prelude', () => {
  test.each<[string, Place, number]>([
    ['margin(x, d1)', { x: 3, d1: 2.5 }, sigma(0.5)],
    ['margin(x, d1, 4)', { x: 3, d1: 2.5 }, sigma(2)],
    ['margin(demand = d1, ability = x)', { x: 3, d1: 2.5 }, sigma(0.5)],
    ['log_margin(x, d1)', { x: 3, d1: 1 }, 0.75],
    ['log_margin(x, d1, 2)', { x: 3, d1: 1 }, 0.9],
    ['log_margin(x, d1, 6)', { x: 2, d1: 0 }, 1],
    ['log_margin(x, d1, 6)', { x: 0, d1: 2 }, 0],
    ['scaled_margin(x, d1, d2, d3)', { x: 12, d1: 2, d2: 2, d3: 12 }, 0.999],
    ['scaled_margin(x, d1, d2, d3)', { x: 2, d1: 12, d2: 2, d3: 12 }, 0.001],
    ['scaled_margin(x, d1, d2, d3, 0.9)', { x: 10, d1: 0, d2: 2, d3: 12 }, 0.9],
    ['irt_2pl(x, d1, d2)', { x: 1.5, d1: 1, d2: 3 }, sigma(1.5)],
    ['presence(p, q)', { p: 0.3, q: 0.5 }, 0.65],
    ['downscale(w, p)', { w: 0.25, p: 0.8 }, 0.6],
    ['between(p, q, w)', { p: 0.2, q: 0.9, w: 0.5 }, 0.55],
    ['between(0.25, 1, w)', { w: 0.4 }, 0.55],
    ['power_mean(1, p, q)', { p: 0.2, q: 0.9 }, 0.55],
    ['power_mean(0, p, q)', { p: 0.4, q: 0.9 }, 0.6],
    ['power_mean(2, p, q)', { p: 0.1, q: 0.7 }, 0.5],
    ['power_mean(-1, p, q)', { p: 0.3, q: 0.6 }, 0.4],
    ['power_mean(0.5, p, q, w)', { p: 0.04, q: 0.25, w: 0.64 }, 0.25],
    ['power_mean(3, p)', { p: 0.3 }, 0.3],
    ['weighted_any(w, p, 0.5, q)', { w: 0.25, p: 0.8, q: 0.4 }, 1 - 0.8 * 0.8],
  ])('%s at %o', (expression, place, value) => {
    expect(at(expression, place)).toBeCloseTo(value, 12);
  });

  test('log_margin has no value where neither is positive', () => {
    expect(logHalves(layoutOf('log_margin(x, d1)'), { x: 0, d1: 0 }).lnP).toBeNaN();
    expect(logHalves(layoutOf('log_margin(x, d1)'), { x: -1, d1: 2 }).lnP).toBeNaN();
  });

  test('presence is the ability where the flag is up and certain where it is down', () => {
    expect(logHalves(layoutOf('presence(p, 1)'), { p: 0.3 }).lnP).toBe(Math.log(0.3));
    expect(logHalves(layoutOf('presence(p, 0)'), { p: 0.3 })).toEqual({ lnP: 0, lnComplement: -Infinity });
  });
});

import { describe, expect, it } from 'vitest';
import { Lattice } from '../../statistics/lattice.ts';

const meanOver = (lattice: Lattice, shift: number, f: (at: (dimension: number) => number) => number) => {
  let sum = 0;
  for (let point = 0; point < lattice.size; point++)
    sum += f((dimension) => lattice.at(point, dimension, shift));
  return sum / lattice.size;
};

describe('a lattice', () => {
  it('lies inside of the cube, evenly along each axis, wherever it is shifted to', () => {
    const lattice = new Lattice(16, 5);
    for (const shift of [0, 1, 77, 2 ** 31]) {
      for (let dimension = 0; dimension < 5; dimension++) {
        const places = Array.from({ length: 16 }, (_, point) => lattice.at(point, dimension, shift)).sort(
          (a, b) => a - b,
        );
        expect(places[0]).toBeGreaterThan(0);
        expect(places[15]).toBeLessThan(1);
        for (const [index, place] of places.entries())
          if (index > 0) expect(place - places[index - 1]!).toBeCloseTo(1 / 16, 6);
      }
    }
  });

  it('integrates smooth periodic functions of several numbers far better than so many random points', () => {
    const periodic = (at: (dimension: number) => number) =>
      [0, 1, 2].reduce((product, k) => product * (1 + Math.sin(2 * Math.PI * at(k)) ** 2 / (k + 1)), 1);
    const exact = (1 + 1 / 2) * (1 + 1 / 4) * (1 + 1 / 6);
    for (const shift of [0, 5, 9]) {
      expect(Math.abs(meanOver(new Lattice(64, 3), shift, periodic) - exact)).toBeLessThan(0.01);
      expect(Math.abs(meanOver(new Lattice(512, 3), shift, periodic) - exact)).toBeLessThan(1e-6);
    }
  });

  it('has the right mean over its shifts, even of a function that it does not resolve', () => {
    const lattice = new Lattice(4, 2);
    const step = (at: (dimension: number) => number) => Number(at(0) < 0.1 && at(1) < 0.3);
    let sum = 0;
    for (let shift = 0; shift < 4000; shift++) sum += meanOver(lattice, shift, step);
    expect(sum / 4000).toBeCloseTo(0.03, 3);
  });

  it('consists of two lattices of half as many points', () => {
    const lattice = new Lattice(32, 3);
    const f = (at: (dimension: number) => number) => Math.cos(2 * Math.PI * (at(0) + at(1) - 2 * at(2)));
    const half = (parity: number) => {
      let sum = 0;
      for (let point = parity; point < 32; point += 2)
        sum += f((dimension) => lattice.at(point, dimension, 3));
      return sum / 16;
    };
    expect((half(0) + half(1)) / 2).toBeCloseTo(meanOver(lattice, 3, f), 12);
    expect(Math.abs(half(0) - half(1))).toBeLessThan(1e-10);
  });
});

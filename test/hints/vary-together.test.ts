import { describe, expect, it } from 'vitest';
import { groupsThatVaryTogether } from '../../host/hints/silent-columns.ts';

function groups(columns: Readonly<Record<string, readonly number[]>>): string[][] {
  return groupsThatVaryTogether(
    new Map(Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)])),
  );
}

describe('demands that vary together', () => {
  it('are those whose few values go one to one, however they are numbered', () => {
    expect(groups({ wall: [0, 0, 1, 1, 0, 1], ramp: [5, 5, 2, 2, 5, 2], far: [1, 2, 3, 1, 2, 3] })).toEqual([
      ['wall', 'ramp'],
    ]);
  });

  it('are those that are affine functions of each other, though no value repeats', () => {
    const metres = [1, 2.5, 4, 8.25, 16];
    const feet = metres.map((each) => each * 3.28084 + 1);
    expect(groups({ metres, feet, other: [3, 1, 2, 5, 4] })).toEqual([['metres', 'feet']]);
  });

  it('are those of a factor of a few steps, in the order of the other or in the opposite one', () => {
    const step = Array.from({ length: 24 }, (_, row) => row % 4);
    const distance = step.map((_, row) => ((row * 7) % 24) / 5);
    const height = step.map((each) => [1, 2, 5, 30][each]!);
    expect(groups({ step, distance, height })).toEqual([['step', 'height']]);
    expect(groups({ step, distance, height: height.map((each) => -each) })).toEqual([['step', 'height']]);
  });

  it('are not those of a factor in another order: what an outcome falls with, it does not fall with the other', () => {
    const step = Array.from({ length: 24 }, (_, row) => row % 4);
    const distance = step.map((_, row) => ((row * 7) % 24) / 5);
    expect(groups({ step, distance, height: step.map((each) => [5, 1, 30, 2][each]!) })).toEqual([]);
  });

  it('are not demands of items that are given to several systems, whose values all repeat', () => {
    const items = Array.from({ length: 20 }, (_, item) => ({
      size: Math.sin(item) * 10,
      noise: Math.cos(3 * item) * 4,
      length: item * item + 1,
    }));
    const rows = Array.from({ length: 10 * items.length }, (_, row) => items[row % items.length]!);
    const columnOf = (name: 'size' | 'noise' | 'length') => rows.map((row) => row[name]);
    expect(groups({ size: columnOf('size'), noise: columnOf('noise') })).toEqual([]);
    // Nor at steps that are a demand themselves.
    const step = rows.map((_, row) => Math.floor(row / items.length));
    expect(groups({ size: columnOf('size'), noise: columnOf('noise'), step })).toEqual([]);
    // Nor where one rises with the other, since so many values show by which curve.
    const base = rows.map((_, row) => row % items.length);
    expect(groups({ base, length: columnOf('length'), step })).toEqual([]);
  });

  it('are not demands of a few items that stand beside each other in order, but are no factor among the items', () => {
    const rows = Array.from({ length: 60 }, (_, row) => row % 4);
    const size = rows.map((item) => [1, 2, 5, 30][item]!);
    const noise = rows.map((item) => [0.1, 0.5, 0.6, 3][item]!);
    expect(groups({ size, noise, weight: rows.map((item) => [3, 1, 2, 8][item]!) })).toEqual([]);
  });

  it('are not columns that merely never repeat', () => {
    expect(groups({ distance: [1, 2, 3, 4, 6], size: [9, 1, 8, 2, 7] })).toEqual([]);
  });

  it('are not columns of which one tells the other but not the other way round', () => {
    expect(groups({ level: [1, 1, 2, 2, 3, 3, 1], hard: [0, 0, 1, 1, 1, 1, 0] })).toEqual([]);
  });

  it('may be more than two', () => {
    const a = [1, 2, 1, 2];
    expect(groups({ a, b: a.map((each) => 3 - each), c: a.map((each) => each * 10) })).toEqual([
      ['a', 'b', 'c'],
    ]);
  });
});

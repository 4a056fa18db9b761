import { describe, expect, it } from 'vitest';
import { groupsThatVaryTogether } from '../../host/hints/vary-together.ts';

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

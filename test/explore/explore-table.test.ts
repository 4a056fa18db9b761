import { describe, expect, it } from 'vitest';
import { type Exploration, exploreTable, type TableToExplore } from '../../analysis/explore/explore-table.ts';
import { matthews } from '../../statistics/rank-correlation.ts';
import { RESULTS } from './results.ts';

const floats = (values: readonly number[]) => Float64Array.from(values);

/** Six scenes in two tasks, of which one system did all and the other four. */
const SMALL: TableToExplore = {
  demands: [
    { name: 'dark', values: floats([0, 0, 1, 1, 0, 1]) },
    { name: 'steps', values: floats([1, 2, Number.NaN, 4, 5, 6]) },
  ],
  subjects: [
    { name: 'Ada', rows: Int32Array.from([0, 1, 2, 3, 4, 5]), outcomes: floats([1, 1, 0, 1, 1, 0]) },
    { name: 'Bo', rows: Int32Array.from([0, 1, 2, 3]), outcomes: floats([1, 0, 0, 0]) },
  ],
  groups: ['door', 'door', 'lake', 'lake', 'door', 'lake'],
  cells: null,
  coefficient: 'matthews',
};

describe('an exploration', () => {
  it('has the rate of each subject with its interval', () => {
    const { success, observations } = exploreTable(SMALL);
    expect(observations).toBe(10);
    expect(success.map(({ name, rows, mean, cells }) => [name, rows, mean, cells])).toEqual([
      ['Ada', 6, 2 / 3, null],
      ['Bo', 4, 0.25, null],
    ]);
    expect(success[1]!.interval![0]).toBeGreaterThan(0);
  });

  it('has Matthews’s correlations of flags, and none of other columns', () => {
    const { associations, meanAssociations } = exploreTable(SMALL);
    const [dark, steps] = associations;
    expect(dark!.bySubject).toEqual([
      matthews(floats([0, 0, 1, 1, 0, 1]), floats([1, 1, 0, 1, 1, 0])),
      matthews(floats([0, 0, 1, 1]), floats([1, 0, 0, 0])),
    ]);
    expect(steps!.bySubject).toEqual([null, null]);
    expect(meanAssociations).toEqual(dark!.bySubject);
  });

  it('leaves out the rows in which one of two columns is missing', () => {
    const { associations } = exploreTable({ ...SMALL, coefficient: 'kendall' });
    // Bo's rows with steps are 1, 2 and 4, solved only at 1: two of three pairs are ordered, both downwards.
    expect(associations[1]!.bySubject[1]).toBeCloseTo(-2 / Math.sqrt(3 * 2), 12);
  });

  it('says what each group demands, and how each subject does in it', () => {
    const { groups } = exploreTable(SMALL);
    expect(
      groups!.map(({ name, rows, presence, means }) => [
        name,
        rows,
        presence,
        means.map((each) => Number(each!.toFixed(12))),
      ]),
    ).toEqual([
      ['door', 3, [0, 8 / 3], [1, 0.5]],
      ['lake', 3, [1, 5], [0.333333333333, 0]],
    ]);
    expect(groups![0]!.spreads[1]).toMatchObject({ count: 2, least: 0, median: 0.5, greatest: 1 });
  });

  it('averages the rows of a cell within its group before it compares', () => {
    const { success, associations, groups } = exploreTable({
      ...SMALL,
      cells: ['a', 'a', 'a', 'b', 'b', 'b'],
      coefficient: 'spearman',
    });
    // door a, lake a, lake b, door b
    expect(success[0]!.cells).toBe(4);
    expect(groups![0]!.spreads[0]).toMatchObject({ count: 2, least: 1, greatest: 1 });
    expect(groups![1]!.means[0]).toBe(0.25);
    expect(associations[0]!.bySubject[0]).toBeLessThan(0);
  });

  it('compares groups by subjects and subjects by groups where there are enough', () => {
    expect(exploreTable(SMALL)).toMatchObject({ betweenGroups: null, betweenSubjects: null });
    const { betweenGroups, betweenSubjects } = exploreTable(RESULTS);
    expect(betweenGroups!.names).toEqual(['door', 'lake', 'maze']);
    expect(betweenSubjects).toBeNull();
  });

  it('holds no number that is not finite', () => {
    const found: Exploration = exploreTable(RESULTS);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(found.associations.find(({ column }) => column === 'always')!.all).toBeNull();
    const { order, names } = found.columns;
    expect([...order].sort((a, b) => a - b)).toEqual(names.map((_, place) => place));
  });
});

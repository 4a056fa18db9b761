/** Filters of rows: what they say, which cells pass, and that their text says the same. */
import { describe, expect, it } from 'vitest';
import { filterText, parseFilter, testOf } from '../../files/tables/row-filters.ts';
import type { Cell } from '../../files/tables/table-visitor.ts';

const TEXT = { isText: true, record: 'line', field: 'column' } as const;

const passing = (text: string, cells: readonly Cell[]) => {
  const test = testOf(parseFilter(text)!);
  return cells.filter((cell) => test(cell, TEXT) === 'passes');
};

describe('a filter of rows', () => {
  const MINUTES = ['1', '9', '10', '60.5', 'NA', '', true];
  it.each<[string, readonly Cell[], readonly Cell[]]>([
    ['split=train', ['train', 'test', 'Train'], ['train']],
    ['split == train', ['train', 'test'], ['train']],
    ['split!=train', ['train', 'test', ''], ['test', '']],
    ['minutes=1', MINUTES, ['1', true]],
    ['minutes != 1.0', MINUTES, ['9', '10', '60.5', 'NA', '']],
    ['minutes<10', MINUTES, ['1', '9', true]],
    ['minutes <= 10', MINUTES, ['1', '9', '10', true]],
    ['minutes>9', MINUTES, ['10', '60.5']],
    ['minutes>=-1e1', MINUTES, ['1', '9', '10', '60.5', true]],
    ['task in (a, "b, c", d)', ['a', 'b', 'b, c', 'd'], ['a', 'b, c', 'd']],
    ['code in (1,02)', ['1.0', '2', '3'], ['1.0', '2']],
    ['label=x in (y)', ['x in (y)', 'x'], ['x in (y)']],
    ['label=a=b', ['a=b', 'a'], ['a=b']],
    ['"a<b"<3', ['2', '3'], ['2']],
    [
      'released>=2024-06-01',
      ['2024-05-31', '2024-06-01', '2024-06-01T08:00', '2025-01-01 10:00', '?'],
      ['2024-06-01', '2024-06-01T08:00', '2025-01-01 10:00'],
    ],
    ['id=9007199254740993', ['9007199254740992', '9007199254740993'], ['9007199254740993']],
    ['id>9007199254740991', [9007199254740990n, 9007199254740992n], [9007199254740992n]],
  ])('%s', (text, cells, wanted) => {
    expect(passing(text, cells)).toEqual(wanted);
    const again = filterText(parseFilter(text)!);
    expect(parseFilter(again)).toEqual(parseFilter(text));
    expect(passing(again, cells)).toEqual(wanted);
  });

  it.each([
    'split',
    'split=',
    '=train',
    'minutes<',
    'minutes<fast',
    'minutes>=2024-6-1',
    'task in ()',
    'task in (a,)',
    'task in (a "b")',
    ' in (a)',
    '""=a',
    '<3',
  ])('is not stated by %s', (text) => {
    expect(parseFilter(text)).toBe(null);
  });

  it('has no answer for a cell without a place in the order', () => {
    expect(testOf(parseFilter('minutes<10')!)('fast', TEXT)).toBe('unordered');
    expect(testOf(parseFilter('released<2024-01-01')!)('spring', TEXT)).toBe('unordered');
    expect(testOf(parseFilter('minutes<10')!)(null, TEXT)).toBe('fails');
  });

  it.each([
    { column: 'a', value: '3' },
    { column: 'a in (b', value: '3)' },
    { column: 'a', value: '==3' },
    { column: 'a', value: '=3', comparison: '!=' as const },
    { column: 'a=b', value: '3', comparison: '!=' as const },
    { column: ' "a" ', value: '3', comparison: '<' as const },
    { column: 'a"b', values: ['x', '"', 'y,z', ' u'] },
  ])('of a program is the same as its text: %j', (filter) => {
    expect(parseFilter(filterText(filter))).toEqual(filter);
  });

  it('of a program that orders by a text is refused', () => {
    expect(() => testOf({ column: 'minutes', comparison: '<', value: 'fast' })).toThrow(
      /`minutes<fast` .* neither a number nor a date/,
    );
  });
});

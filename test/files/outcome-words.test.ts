/** Words for success and failure in tables: which are read, where, and what is said of others. */
import { describe, expect, it } from 'vitest';
import { readCell } from '../../files/tables/read-cell.ts';
import type { ManifestColumn } from '../../module/manifest.ts';
import { OUTCOME_WORDS } from '../../module/outcome-words.ts';

const TEXT = { isText: true, record: 'line', field: 'column' } as const;
const JSON_LINES = { isText: false, record: 'row', field: 'key' } as const;
const PLACE = { table: 't.csv', record: 'line', row: 2, field: 'column', column: 'success' };
const column = (parts: Partial<ManifestColumn>) =>
  ({
    name: 'success',
    role: 'outcome',
    kind: 'binary',
    unit: '',
    domain: { kind: 'any' },
    ...parts,
  }) as ManifestColumn;

describe.each([TEXT, JSON_LINES])('in a table of %j', (form) => {
  it('each word is 0 or 1 in a binary outcome, in letters of either case', () => {
    for (const [word, value] of OUTCOME_WORDS) {
      expect(readCell(word, column({}), form)).toBe(value);
      expect(readCell(word.toUpperCase(), column({}), form)).toBe(value);
    }
  });

  it.each(['passes', 'p', 'n', 'y', 'ok', 'correct!'])('%s is refused', (word) => {
    const problem = readCell(word, column({}), form);
    if (typeof problem === 'number') throw new Error(`${word} was read as ${problem}.`);
    expect(problem(PLACE).message).toContain(`found "${word}"`);
  });

  it('the names of values are their places, numbers however they are written', () => {
    const named = column({ kind: 'count', values: ['none', '0', '0.5', 'n/a'] });
    const cells = [
      ...[['none', 1] as const, ['n/a', 4] as const],
      ...(form.isText
        ? [['0', 2] as const, ['0.0', 2] as const, ['.5', 3] as const]
        : [[0, 2] as const, [0.5, 3] as const, [0n, 2] as const, ['0.5', 3] as const]),
    ];
    for (const [cell, place] of cells) expect(readCell(cell, named, form)).toBe(place);
    expect(readCell('', named, form)).toBeNaN();
    const problem = readCell('some', named, form);
    if (typeof problem === 'number') throw new Error(`some was read as ${problem}.`);
    expect(problem({ ...PLACE, column: 'grade' }).remedy).toContain('none, 0, 0.5, n/a');
  });

  it('no word is a number of a demand, nor an outcome of another kind', () => {
    for (const word of OUTCOME_WORDS.keys()) {
      expect(readCell(word, column({ role: 'demand' }), form)).toBeTypeOf('function');
      expect(readCell(word, column({ kind: 'real' }), form)).toBeTypeOf('function');
    }
  });
});

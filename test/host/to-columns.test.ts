import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { type ArrowColumn, type ColumnsInput, toColumns } from '../../module/to-columns.ts';

const { manifest } = prepare({
  name: 'reading.ml',
  text: `layout Reading
category engine
demand blur in [0, 20]
demand bold : flag
capability eye[engine] ~ normal(0, 2)
observe read ~ bernoulli_logit(eye[engine] - blur - bold)
`,
});

const GOOD = { engine: ['b', 'a'], blur: [1, 2], bold: [0, 1], read: [1, 0] };

const numbers = (input: ColumnsInput) =>
  new Map([...toColumns(manifest, input).columns].map(([name, column]) => [name, [...column]]));

/** A column as readers of Arrow give them; `toArray` of apache-arrow has a 0 for what is missing. */
function arrowColumn(values: readonly unknown[], typeId = 3): ArrowColumn {
  return {
    length: values.length,
    nullCount: values.filter((value) => value === null).length,
    type: { typeId },
    toArray: () => values.map((value) => value ?? 0),
    [Symbol.iterator]: () => values[Symbol.iterator](),
  };
}

describe('columns of a program', () => {
  it('are arrays by name, in an object or a map', () => {
    const wanted = new Map([
      ['engine', [1, 0]],
      ['blur', [1, 2]],
      ['bold', [0, 1]],
      ['read', [1, 0]],
    ]);
    expect(numbers(GOOD)).toEqual(wanted);
    expect(numbers(new Map(Object.entries(GOOD)))).toEqual(wanted);
  });

  it('are typed arrays of any kind, those of doubles without a copy', () => {
    const blur = Float64Array.of(1, 2);
    const { columns } = toColumns(manifest, {
      ...GOOD,
      blur,
      bold: Uint8Array.of(0, 1),
      read: BigInt64Array.of(1n, 0n),
    });
    expect(columns.get('blur')).toBe(blur);
    expect([...columns.get('bold')!]).toEqual([0, 1]);
    expect([...columns.get('read')!]).toEqual([1, 0]);
  });

  it('are the children of a table of Arrow, with what is missing', () => {
    const table = new Map([
      ['engine', arrowColumn(['x', 'y'], 5)],
      ['blur', arrowColumn([null, 0.5])],
      ['bold', arrowColumn([true, false], 6)],
      ['read', arrowColumn([1n, 0n], 2)],
    ]);
    const { columns, levels } = toColumns(manifest, { getChild: (name) => table.get(name) ?? null });
    expect([...columns.get('blur')!]).toEqual([Number.NaN, 0.5]);
    expect([...columns.get('bold')!]).toEqual([1, 0]);
    expect([...columns.get('read')!]).toEqual([1, 0]);
    expect(levels).toEqual(new Map([['engine', ['x', 'y']]]));
  });

  it('have null, undefined and NaN where there is no value, and booleans for 1 and 0', () => {
    expect(numbers({ blur: [null, undefined, Number.NaN, true, false] }).get('blur')).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
      1,
      0,
    ]);
  });

  it('name the levels of a category, by text or by number', () => {
    expect(toColumns(manifest, GOOD).levels).toEqual(new Map([['engine', ['a', 'b']]]));
    const numbered = toColumns(manifest, { engine: Int32Array.of(10, 9, 10) });
    expect(numbered.levels).toEqual(new Map([['engine', ['9', '10']]]));
    expect([...numbered.columns.get('engine')!]).toEqual([1, 0, 1]);
  });

  it('hold the numbers of the levels where their names are given', () => {
    const levels = new Map([['engine', ['tesseract', 'gocr']]]);
    const bound = toColumns(manifest, { engine: [1, 0] }, levels);
    expect([...bound.columns.get('engine')!]).toEqual([1, 0]);
    expect(bound.levels).toEqual(levels);
  });

  it('are left out where they are absent, and what an object inherits is none', () => {
    expect([...numbers({ blur: [1] }).keys()]).toEqual(['blur']);
    expect(numbers(Object.create({ blur: [1] })).size).toBe(0);
  });

  it.each<[what: string, columns: Readonly<Record<string, unknown>>, message: string, remedy: string]>([
    [
      'text for a number',
      { blur: [1, 'much'] },
      'The column `blur` holds "much" in row 2, where a number is wanted.',
      'Give numbers, booleans for 1 and 0, and null or NaN where there is no value.',
    ],
    [
      'a number as text',
      { blur: ['1.5'] },
      'The column `blur` holds "1.5" in row 1, where a number is wanted.',
      'Give the number itself, and not its text.',
    ],
    [
      'an object',
      { blur: [1, 2, {}] },
      'The column `blur` holds a value of type object in row 3, where a number is wanted.',
      'Give numbers, booleans for 1 and 0, and null or NaN where there is no value.',
    ],
    [
      'a whole number that no double is',
      { blur: BigInt64Array.of(2n ** 60n, 2n ** 53n + 1n) },
      'The column `blur` holds 9007199254740993 in row 2, which no double holds exactly.',
      'Give numbers up to 2^53 in size.',
    ],
    [
      'a category without a value',
      { engine: ['a', null] },
      'The category `engine` has no value in row 2.',
      'Give the name of the group that the row belongs to, or leave out the row.',
    ],
    [
      'a category of lists',
      { engine: [['a']] },
      'The category `engine` holds a value of type object in row 1, where a name is wanted.',
      'Give text, or numbers that stand for groups.',
    ],
    [
      'a single number',
      { blur: 3 },
      'The column `blur` is no array.',
      'Give an array of numbers, a typed array, or a column of an Arrow table.',
    ],
    [
      'timestamps of Arrow',
      { blur: arrowColumn([1, 2], 10) },
      'The column `blur` holds timestamps, where numbers are wanted.',
      'Cast it to doubles first, in the unit that the layout declares.',
    ],
  ])('are refused where they hold %s', (_what, columns, message, remedy) => {
    expect(() => toColumns(manifest, columns as ColumnsInput)).toThrow(
      expect.objectContaining({ name: 'HostError', kind: 'data', message, remedy }),
    );
  });
});

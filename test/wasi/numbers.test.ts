import { beforeAll, describe, expect, it } from 'vitest';
import { readNumber } from '../../files/tables/read-cell.ts';
import { decimal } from '../../host/draws-csv.ts';
import { decimalsOf, halfways, hardDoubles, NO_NUMBERS, PLAIN_TEXTS, randomDoubles } from './number-cases.ts';
import { type Numbers, openNumbers } from './numbers.ts';

let numbers: Numbers;
beforeAll(async () => {
  numbers = await openNumbers();
});

/** The first few texts that are not as JavaScript has them. */
function wronglyRead(
  texts: readonly string[],
  found: Float64Array,
  wanted: (text: string) => number,
): unknown[] {
  return texts
    .map((text, i) => ({ text, found: found[i]!, wanted: wanted(text) }))
    .filter((each) => !Object.is(each.found, each.wanted))
    .slice(0, 5);
}

function wronglyWritten(values: Float64Array): unknown[] {
  const found = numbers.write(values);
  return [...values]
    .map((value, i) => ({ found: found[i], wanted: decimal(value) }))
    .filter((each) => each.found !== each.wanted)
    .slice(0, 5);
}

describe('the command module writes a number as the host does', () => {
  it('at the powers of 2 and 10 and where others went wrong', () => {
    expect(wronglyWritten(Float64Array.from(hardDoubles()))).toEqual([]);
  });

  it('of random bits', () => {
    expect(wronglyWritten(randomDoubles(1, 40_000))).toEqual([]);
  });
});

describe('the command module reads a number as the host does', () => {
  it('of every form', () => {
    const texts = [...PLAIN_TEXTS, ...NO_NUMBERS];
    expect(wronglyRead(texts, numbers.read(texts), (text) => readNumber(text) ?? Number.NaN)).toEqual([]);
  });

  it('where others went wrong, and of random bits', () => {
    const texts = decimalsOf(Float64Array.from([...hardDoubles(), ...randomDoubles(2, 10_000)]));
    expect(wronglyRead(texts, numbers.read(texts), Number)).toEqual([]);
  });

  it('half-way between two doubles, and next to that', () => {
    const texts = halfways(3, 300);
    expect(wronglyRead(texts, numbers.read(texts), Number)).toEqual([]);
  });

  it('of random digits', () => {
    const texts = [...randomDoubles(4, 5000)].map(
      (value, i) => `${String(value).replace(/\D/g, '').slice(0, 21)}e${(i % 700) - 360}`,
    );
    const some = texts.filter((text) => /^\d/.test(text));
    expect(wronglyRead(some, numbers.read(some), Number)).toEqual([]);
  });

  it('that names a level, in hexadecimal too', () => {
    const texts = [
      '0x1f',
      '0X1F',
      '0o17',
      '0b101',
      '0x',
      '0xg',
      '0b2',
      '0x20000000000001',
      '0x20000000000003',
      '0xfffffffffffffbff',
      '0x3fffffffffffff',
      `0x1${'0'.repeat(300)}`,
      '12',
      '1.5',
      '0x1.8',
      '00x1',
    ];
    expect(wronglyRead(texts, numbers.read(texts, true), Number)).toEqual([]);
  });
});

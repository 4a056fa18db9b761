import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Both, openBoth } from './both.ts';
import { HEADER, KINDS, kindRow, kindRows, kindTable, spoilt } from './tables.ts';

let both: Both;
beforeAll(async () => {
  both = await openBoth(KINDS);
}, 60_000);
afterAll(() => both.close());

const withRow = (changes: Readonly<Record<string, string>>) => kindTable([...kindRows(3), kindRow(changes)]);
const withHeader = (from: string | RegExp, to: string) => kindTable(kindRows(), HEADER.replace(from, to));

/** The bytes of a text in ISO 8859-1. */
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** The bytes of a text in UTF-16, the lower of each pair first. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('a table is refused in the words of the command', () => {
  const cases: Record<string, Parameters<Both['answer']>> = {
    'a missing column': [withHeader('height', 'heigth')],
    'two missing columns': [withHeader('height,depth', 'a,b')],
    'a tab at the start, and commas behind a quote that nothing closes': [withHeader('team,', '\team"')],
    'a missing category and a demand': [withHeader('team,height', 'a,b')],
    'a missing outcome': [withHeader('rating', 'r')],
    'no names in the first line': [`${kindRows().join('\n')}\n`],
    'a column twice': [withHeader('depth', 'height')],
    'an outcome twice': [withHeader('rating', 'share')],
    'text in a number column': [withRow({ height: 'tall' })],
    'a comma of thousands': [withRow({ height: '"1,500"' })],
    'a comma of thousands and a sign': [withRow({ height: '"-12,500"' })],
    'four digits behind a comma': [withRow({ height: '"1,5000"' })],
    'a nought before a comma': [withRow({ height: '"0,500"' })],
    'a decimal comma': [withRow({ height: '"-1,5"' })],
    'a word for a flag': [withRow({ dark: 'Yes' })],
    'a value above its range': [withRow({ height: '4.5' })],
    'a value below an open range': [withRow({ depth: '-1e-300' })],
    'a value that is not in its set': [withRow({ side: '2' })],
    'a flag that is neither 0 nor 1': [withRow({ dark: '0.5' })],
    'a count that is not whole': [withRow({ tries: '1.5' })],
    'a number too large for a double': [withRow({ tries: '1e999' })],
    'whole numbers that no double holds': [
      kindTable([
        kindRow({ tries: '9007199254740993' }),
        kindRow({ tries: '+0009007199254740993' }),
        kindRow({ height: '-9007199254740995' }),
        kindRow({ score: '100000000000000000000000' }),
        kindRow({ time: `1${'0'.repeat(309)}` }),
        kindRow({ time: `1${'2'.repeat(450)}` }),
      ]),
    ],
    'a whole number of a filter that no double holds': [
      kindTable([kindRow({ tries: '9007199254740992' })]),
      { rows: ['tries=9007199254740993'] },
    ],
    'a quote that nothing closes, and more than a record may be': [
      `${kindTable()}"${'1,2\n'.repeat((1 << 22) + 9)}"`,
    ],
    'a line that is longer than a record may be': [`${kindTable()}${'é'.repeat(1 << 23)}\n1\n`],
    'a missing value': [withRow({ height: '' })],
    'a missing value in words': [withRow({ side: 'None' })],
    'what looks like a missing value': [withRow({ side: '".,?"' })],
    'a row without its level': [withRow({ team: 'n/a' })],
    'an outcome that is not 0 or 1': [withRow({ success: '2' })],
    'a time of zero': [withRow({ time: '0' })],
    'a share of one': [withRow({ share: '1' })],
    'a rating of four': [withRow({ rating: '4' })],
    'a score above the tries': [withRow({ score: '3.0', tries: '2e0' })],
    'a score above tries that are none': [withRow({ score: '3', tries: 'x' })],
    'a text that is cut': [withRow({ height: `a\t${'text '.repeat(9)}é\u{1f600}` })],
    'control characters in a cell': [withRow({ height: '\u001b[31mred\u200b' })],
    'an outcome that is missing everywhere': [kindTable(kindRows(3).map(() => kindRow({ rating: 'NA' })))],
    'an empty file': [''],
    'only a mark': ['\ufeff'],
    'only a header': [`${HEADER}\n`],
    'rows with too few fields and too many': [kindTable([...kindRows(3), '1', `${kindRow({})},1`])],
    'a quote that is never closed': [`${kindTable()}"1,0\n`],
    'a quote inside a quoted field': [`${kindTable()}"a"b",0\n`],
    'a file that is not text': [Uint8Array.from([0x66, 0, 0xff, 3, 4, 10])],
    'letters of another encoding': [latin1(withRow({ team: 'Jos\u00e9' }))],
    'letters of another encoding in the header': [latin1(withHeader('height', 'h\u00f6he'))],
    'the end inside a letter': [new TextEncoder().encode(`${kindTable()}\u00e9`).slice(0, -1)],
    'letters of another encoding in lines ended by CR': [
      latin1(withRow({ team: 'Jos\u00e9', height: '"1\n"' }).replaceAll('\n', '\r')),
    ],
    'a wrong value in lines ended by CR': [withRow({ height: 'tall' }).replaceAll('\n', '\r')],
    'UTF-16 with its mark': [utf16(`\ufeff${kindTable()}`)],
    'UTF-16 without a mark': [utf16(kindTable())],
    'UTF-16 of the other order with its mark': [utf16(`\ufeff${kindTable()}`).swap16()],
    'UTF-16 of the other order without a mark': [utf16(kindTable()).swap16()],
    'nothing but a mark of UTF-16': [utf16('\ufeff')],
    'UTF-32': [Uint8Array.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    'no row left by the filters': [kindTable(), { rows: ['team=pink', 'dark=0'] }],
    'no row left by a filter that one passes': [kindTable(), { rows: ['dark=0', 'side=7'] }],
    'a filter on a column that is not there': [kindTable(), { rows: ['taem=red'] }],
    'an outcome column that is not there': [kindTable(), { outcome: ['success=sucess'] }],
    'seven problems': [
      kindTable([
        kindRow({ height: 'x' }),
        kindRow({ height: '9', dark: '7' }),
        kindRow({ side: '' }),
        kindRow({ tries: '-1' }),
        kindRow({ height: '', dark: 'no' }),
      ]),
    ],
  };
  it.each(Object.entries(cases))('%s', async (_, given) => {
    const { wanted, found } = await both.answer(...given);
    expect(wanted).toMatchObject({ status: 1, stdout: '' });
    expect(found).toEqual(wanted);
  });
});

describe('a table without a statistic that the layout reads is refused in the words of the command', () => {
  const layout = (margin: string) => `layout Spread
demand d in [0, 9]
category team
capability x ~ normal(0, 2)
observe y ~ bernoulli(margin(x, ${margin}, 0.5))
`;
  const cases: Record<string, [margin: string, table: string, sentence: string]> = {
    'an sd of one row': [
      'sd(d, by = team)',
      'd,team,y\n1,red,1\n2,red,0\n3,green,1\n4,green,0\n5,"b`lue\u200b",1\n',
      'There is no `sd(d, by = team)` for the level `b`lue\\u{200b}` of `team`',
    ],
    'no mean of an outcome that a level has not': [
      'sd(d) + mean(y, by = team)',
      'd,team,y\n1,red,1\n2,red,0\n3,green,NA\n4,green,NA\n5,blue,1\n2,blue,1\n',
      'There is no `mean(y, by = team)` for the level `green` of `team`',
    ],
    'one of all rows': [
      'log(d / sd(d) - 9) + mean(y, by = team)',
      'd,team,y\n1,red,1\n',
      'The statistic `sd(d)` of these data is not a number.',
    ],
  };
  it.each(Object.entries(cases))('%s', async (_, [margin, table, sentence]) => {
    const spread = await openBoth(layout(margin));
    try {
      const { wanted, found } = await spread.answer(table);
      expect(wanted).toMatchObject({ status: 1, stdout: '' });
      expect(wanted.stderr).toContain(sentence);
      expect(found).toEqual(wanted);
    } finally {
      spread.close();
    }
  });
});

describe('a table is taken as the command takes it', () => {
  const cases: Record<string, Parameters<Both['answer']>> = {
    'with fields in quotes, blanks and another separator': [
      kindTable()
        .replaceAll(',', ' ;\t"')
        .replaceAll(/"([^;\n]*)/g, '"$1"'),
    ],
    'with tabs, a mark, CRLF and empty lines': [
      `\ufeff\r\n${kindTable().replaceAll(',', '\t').replaceAll('\n', '\r\n\r\n')}`,
    ],
    'with bars between fields': [kindTable().replaceAll(',', '|')],
    'with lines ended by CR': [kindTable().replaceAll('\n', '\r')],
    'with lines ended by CR, a mark, empty lines and LF in quotes': [
      [`\ufeff\r${HEADER},"no\nte"`, ...kindRows().map((row) => `${row},"a ""b""\nc, d" `)].join('\r\r'),
    ],
    'with line ends and quotes in fields that nobody wants': [
      kindTable(
        kindRows().map((row) => `${row},"a ""b""\r\nc, d"`),
        `${HEADER},note`,
      ),
    ],
    'with large numbers that a double holds, or that are written as real ones': [
      kindTable([
        kindRow({ tries: '9007199254740994' }),
        kindRow({ time: '9007199254740993.0' }),
        kindRow({ time: '9007199254740993e0' }),
        kindRow({ time: `1${'0'.repeat(22)}` }),
        kindRow({ time: '0.1000000000000000055511151231257827021181583404541015625' }),
        kindRow({ team: '9007199254740993' }),
        kindRow({ team: '9007199254740992' }),
        kindRow({ time: `${'0'.repeat(500)}7` }),
      ]),
    ],
    'with a field as long as a record may be': [
      kindTable([`${kindRow({})},${'é'.repeat((1 << 23) - 40)}`], `${HEADER},note`),
    ],
    'with outcomes that are missing': [
      kindTable([...kindRows(3), kindRow({ score: 'NA', success: '' }), kindRow({ rating: '-' })]),
    ],
    'that ends inside a line': [kindTable().trimEnd()],
    'longer than what is read at once': [
      kindTable(
        kindRows(4000).map((row) => `${row},${'é'.repeat(20)}`),
        `${HEADER},note`,
      ),
    ],
    'filtered by a number and a text': [kindTable(), { rows: ['tries=3.0', 'team=red'] }],
    'with an outcome in another column': [withHeader('success', 'robot'), { outcome: ['success=robot'] }],
  };
  it.each(Object.entries(cases))('%s', async (_, given) => {
    const { wanted, found } = await both.answer(...given);
    expect(wanted).toMatchObject({ status: 0, stderr: '' });
    expect(found).toEqual(wanted);
  });

  it('or refused in its words, however it was spoilt', async () => {
    const random = xoroshiro128plus(5);
    let taken = 0;
    for (let i = 0; i < 300; i++) {
      const table = spoilt(random);
      const { wanted, found } = await both.answer(table);
      expect(found, new TextDecoder().decode(table)).toEqual(wanted);
      if (wanted.status === 0) taken++;
    }
    expect(taken).toBeGreaterThan(20);
    expect(taken).toBeLessThan(280);
  });
});

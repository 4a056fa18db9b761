import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatText } from '../../grammar/format/format.ts';
import { parse } from '../../grammar/parse.ts';
import type { LayoutSyntax } from '../../grammar/syntax.ts';
import { lexer } from '../../grammar/tokens.ts';
import { LayoutError, format as publicFormat } from '../../index.ts';
import { casesOf, someOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { layoutsOf, STORED } from './layouts.ts';

/** The syntax tree of a text without mistakes, less the places in it; null where there are mistakes. */
function meaning(text: string): LayoutSyntax | null {
  const { layout, diagnostics } = parse({ name: 'layout.ml', text });
  if (diagnostics.some(({ severity }) => severity === 'error')) return null;
  const withoutPlaces = (key: string, value: unknown) =>
    /^(?:operatorS|s)pan$/.test(key) ? undefined : value;
  return JSON.parse(JSON.stringify(layout, withoutPlaces));
}

function formatted(text: string): string {
  const { text: result, diagnostics } = formatText({ name: 'layout.ml', text });
  if (result === null) throw new Error(`${diagnostics.map(({ message }) => message).join('\n')}\n\n${text}`);
  return result;
}

/** What authors put between two words, with `#` for the number of a comment. */
const INSERTIONS = [
  ' ',
  '\n',
  '\n\n',
  '\r\n\t ',
  ' /* # */ ',
  '/* # */',
  '\n/* # */\n',
  ' /* #\n     # again */',
  '\n\n  /* #\r\n# */ /* # too */\n',
  ' // #\n',
  ' // #  \r\n\r\n',
  '\n// #\n',
  '\n\n\n// #\n\n// # too\n\n',
  '\n/// #\n',
  ' /// #\n',
  ' /* # */ // # too\n',
];

interface Insertion {
  /** Where, as a fraction of all the places between two tokens. */
  readonly place: number;
  readonly text: string;
}

const insertions = fc.array(
  fc.record({
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    text: fc.constantFrom(...INSERTIONS),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The text with each insertion that leaves it sound; a line may not end everywhere. */
function disturbed(text: string, all: readonly Insertion[]): string {
  return all.reduce((before, insertion, number) => {
    const { tokens } = lexer.tokenize(before);
    const token = tokens[Math.floor(insertion.place * (tokens.length + 1))];
    const at = token?.startOffset ?? before.length;
    const after = `${before.slice(0, at)}${insertion.text.replaceAll('#', `note${number}`)}${before.slice(at)}`;
    return meaning(after) === null ? before : after;
  }, text);
}

/** The text as an author writes who puts spaces only where words would run together. */
function crowded(text: string): string {
  return inCode(text, (line) => line.replaceAll(/ *([-+*/^~:=,()[\]{}]) */g, '$1'));
}

/** The text as an author writes who ends a line wherever one may end. */
function stretched(text: string): string {
  return inCode(text, (line) => line.replaceAll(/(?<=[,+*/^~=(]) ?/g, '\n  '));
}

/** The lines of a text changed, but for those of comments. */
function inCode(text: string, change: (line: string) => string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('//') ? line : change(line)))
    .join('\n');
}

function expectFaithful(text: string): void {
  const once = formatted(text);
  expect(meaning(once)).toEqual(meaning(text));
  expect(formatted(once)).toBe(once);
  const notes = (written: string) => written.match(/note\d+/g) ?? [];
  expect(notes(once)).toEqual(notes(text));
  expect(once).toMatch(/^\S/);
  expect(once).toMatch(/\S\n$/);
  expect(once).not.toMatch(/[ \t\r]\n|\n\n\n|\r/);
}

describe('formatting', () => {
  it('keeps the meaning and every comment of a random layout, and is its own format', () => {
    fc.assert(
      fc.property(arbitraryCase, insertions, fc.boolean(), ({ text }, all, isCrowded) => {
        expectFaithful(disturbed(isCrowded ? crowded(text) : text, all));
      }),
      { numRuns: casesOf(80) },
    );
  });

  it('does so for the layouts that come along and those of the documentation', () => {
    const texts = STORED.flatMap(layoutsOf);
    fc.assert(
      fc.property(fc.constantFrom(...texts), insertions, fc.boolean(), (text, all, isCrowded) => {
        expectFaithful(disturbed(isCrowded ? crowded(text) : text, all));
      }),
      { numRuns: casesOf(80) },
    );
  });

  it('does not depend on the spaces and line ends that were there', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ text }) => {
        expect(formatted(crowded(text))).toBe(formatted(text));
        expect(formatted(stretched(text))).toBe(formatted(text));
      }),
      { numRuns: casesOf(50) },
    );
  });

  it('gives back every kind of comment between any two words', () => {
    for (const text of someOf(STORED.flatMap(layoutsOf))) {
      const places = lexer.tokenize(text).tokens.length + 1;
      for (const [kind, insertion] of INSERTIONS.entries()) {
        const some = Array.from({ length: 6 }, (_, i) => (kind + 7 * i) % places);
        expectFaithful(
          disturbed(
            text,
            some.map((place) => ({ place: place / places, text: insertion })),
          ),
        );
      }
    }
  });

  it('leaves out the byte order mark, and ends lines alike', () => {
    expect(formatted('\ufefflayout L\r\n\r\n\r\nunit m\r')).toBe('layout L\n\nunit m\n');
  });

  it('takes what the parser takes', () => {
    const nested = `layout L\nlet p = ${'('.repeat(100)}a${')'.repeat(100)}\n`;
    const long = `layout L\nlet p = a${' - a'.repeat(999)}\n`;
    const arguments_ = `layout L\nlet p = all(${'a,'.repeat(9000)} a)\n`;
    const many = `layout L\n${'let a = b\n'.repeat(95_000)}`;
    for (const text of [nested, long, arguments_]) expectFaithful(text);
    expect(formatted(many)).toBe(many);
  });
});

describe('a text with a mistake in its syntax', () => {
  it('is not formatted, and told of', () => {
    const { text, diagnostics } = formatText({ name: 'layout.ml', text: 'layout L\nlet p = a +\n' });
    expect(text).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['unfinished-statement']);
  });

  it('makes the public function throw', async () => {
    const source = { name: 'layout.ml', text: 'layout L\nunit s,m' };
    await expect(publicFormat(source)).resolves.toBe('layout L\nunit s, m\n');
    await expect(publicFormat({ ...source, text: 'layout L\nunit' })).rejects.toThrow(LayoutError);
  });
});

describe('the layouts that come along and those of the documentation', () => {
  it.each(STORED)('are in format in %s', (path) => {
    const texts = layoutsOf(path);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(formatted(text)).toBe(text);
  });
});

/** That a text is taken for no layout only if it is none. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherText } from '../../grammar/other-texts.ts';
import { layoutsOf, STORED } from '../format/layouts.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';

describe('a text that is no layout', () => {
  it.each(['README.md', 'LICENSE', 'docs/reference/language.md', 'bench/run.ts', '.ci/run', 'biome.json'])(
    'is known as such: %s',
    (path) => {
      expect(otherText(readFileSync(path, 'utf8'))).not.toBeNull();
    },
  );
});

describe('a layout', () => {
  it('is known as one, also without its first line, or with a mistake in its keywords', () => {
    for (const text of STORED.flatMap(layoutsOf)) {
      expect(otherText(text)).toBeNull();
      expect(otherText(text.replace(/^[ \t]*layout\b.*$/m, ''))).toBeNull();
      expect(otherText(text.replaceAll(/^(\w)(\w)(\w+)/gm, '$2$1$3'))).toBeNull();
    }
  });

  it('is known as one whichever half of its lines is left', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.integer({ min: 0, max: 1 }), ({ text }, half) => {
        const lines = text
          .split('\n')
          .filter((line, place) => line.startsWith('layout') || place % 2 === half);
        expect(otherText(lines.join('\n'))).toBeNull();
      }),
      { numRuns: casesOf(60) },
    );
  });
});

describe('a short text', () => {
  it.each([
    '',
    '\n',
    '// nothing\n',
    'layot Foo\n',
    'p = 0.5\n',
    'a\nb\n',
    'let p 0.5\nlet q 0.5\nlet r 0.5\n',
  ])('keeps its own messages: %j', (text) => {
    expect(otherText(text)).toBeNull();
  });
});

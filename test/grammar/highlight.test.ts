import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { highlight } from '../../grammar/highlight.ts';

const text = (layout: string) =>
  readFileSync(new URL(`../../stdlib-layouts/${layout}`, import.meta.url), 'utf8');
const joined = (source: string) =>
  highlight(source)
    .map((piece) => piece.text)
    .join('');

describe('highlight', () => {
  it('says what each piece of a statement is', () => {
    const pieces = highlight('/// Doc.\nlet a = margin(b, 2 m) and c // why').filter(
      ({ kind }) => kind !== 'plain',
    );
    expect(pieces.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'documentation /// Doc.',
      ...[
        'keyword let',
        'name a',
        'sign =',
        'call margin',
        'sign (',
        'name b',
        'sign ,',
        'number 2',
        'name m',
      ],
      ...['sign )', 'word and', 'name c', 'comment // why'],
    ]);
  });

  it.each(['ocr/ocr.ml', 'prelude.ml', 'sensitivity/sensitivity.ml'])('loses nothing of %s', (layout) => {
    expect(joined(text(layout))).toBe(text(layout));
  });

  it('loses nothing of any text, be it a layout or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(400), (inserted, place) => {
        const layout = text('ocr/ocr.ml');
        const broken = layout.slice(0, place) + inserted + layout.slice(place);
        expect(joined(broken)).toBe(broken);
        expect(joined(inserted)).toBe(inserted);
      }),
    );
  });
});

import { stripVTControlCharacters } from 'node:util';
import colors from 'picocolors';
import { describe, expect, it } from 'vitest';
import type { Diagnostic, Note } from '../../grammar/diagnostic.ts';
import { renderDiagnostics } from '../../grammar/render-diagnostics.ts';

function diagnostic(start: number, end: number, notes: Note[] = []): Diagnostic {
  return {
    severity: 'error',
    code: 'some-code',
    span: { start, end },
    message: 'Wrong.',
    remedy: 'Right.',
    notes,
  };
}

function rendered(text: string, ...diagnostics: Diagnostic[]): string {
  return `\n${renderDiagnostics({ name: 'a.ml', text }, diagnostics)}`;
}

describe('a rendered diagnostic', () => {
  it('underlines the place and those of its notes', () => {
    const notes = [
      { span: { start: 4, end: 5 }, message: 'first here' },
      { span: { start: 8, end: 9 }, message: 'and this' },
    ];
    expect(
      rendered('let a = b\nlet c = 3\nlet d = 4\nlet a = 4', diagnostic(34, 35, notes)),
    ).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:4:5
        |
      1 | let a = b
        |     - first here
        |         - and this
        ⋮
      4 | let a = 4
        |     ^
        |
        = help: Right.
      "
    `);
  });

  it('shows a place at the end of the text', () => {
    expect(rendered('let a =', diagnostic(7, 7))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:8
        |
      1 | let a =
        |        ^
        |
        = help: Right.
      "
    `);
    expect(rendered('let a =\n', diagnostic(8, 8))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:2:1
        |
      2 |
        | ^
        |
        = help: Right.
      "
    `);
    expect(rendered('', diagnostic(0, 0))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:1
        |
      1 |
        | ^
        |
        = help: Right.
      "
    `);
  });

  it('shows that a place runs on over the line', () => {
    expect(rendered('let a = b +\r\n  c\r\n', diagnostic(8, 16))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:9
        |
      1 | let a = b +
        |         ^^^…
        |
        = help: Right.
      "
    `);
  });

  it('expands tabs and counts each as one column', () => {
    expect(rendered('\tlet\ta = b', diagnostic(5, 6))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:6
        |
      1 |     let a = b
        |         ^
        |
        = help: Right.
      "
    `);
  });

  it('aligns under wide characters and counts each as one column', () => {
    expect(rendered('/* 漢字 😀 e\u0301 */ let', diagnostic(15, 18))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:14
        |
      1 | /* 漢字 😀 é */ let
        |                 ^^^
        |
        = help: Right.
      "
    `);
  });

  it('shows unseen characters', () => {
    expect(rendered('a\u0000b\u202ec\ud800d', diagnostic(6, 7))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:7
        |
      1 | a\\u{0}b\\u{202e}c\\u{d800}d
        |                         ^
        |
        = help: Right.
      "
    `);
  });

  it('does not show a byte order mark', () => {
    expect(rendered('\ufefflet a', diagnostic(5, 6))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:5
        |
      1 | let a
        |     ^
        |
        = help: Right.
      "
    `);
  });

  it('cuts a long line to a window around the place', () => {
    const line = Array.from({ length: 100 }, (_, i) => `name${i}`).join(' + ');
    const at = line.indexOf('name60');
    expect(rendered(line, diagnostic(at, at + 6))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:531
        |
      1 | …5 + name56 + name57 + name58 + name59 + name60 + name61 + name62 + name63 + name64 + name65 + name66…
        |                                          ^^^^^^
        |
        = help: Right.
      "
    `);
    expect(rendered(line, diagnostic(0, 5))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:1
        |
      1 | name0 + name1 + name2 + name3 + name4 + name5 + name6 + name7 + name8 + name9 + name10 + name11 + na…
        | ^^^^^
        |
        = help: Right.
      "
    `);
    expect(rendered(line, diagnostic(line.length, line.length))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:888
        |
      1 | …me95 + name96 + name97 + name98 + name99
        |                                          ^
        |
        = help: Right.
      "
    `);
    expect(rendered(line, diagnostic(0, line.length))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:1
        |
      1 | name0 + name1 + name2 + name3 + name4 + name5 + name6 + name7 + name8 + name9 + name10 + name11 + na…
        | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        |
        = help: Right.
      "
    `);
  });

  it('cuts a line of millions of characters', () => {
    const line = 'x'.repeat(5_000_000);
    for (const text of rendered(line, diagnostic(2_500_000, 2_500_001)).split('\n')) {
      expect(text.length).toBeLessThan(120);
    }
  });

  it('clips places outside the text', () => {
    expect(rendered('ab', diagnostic(-5, 50))).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:1
        |
      1 | ab
        | ^^
        |
        = help: Right.
      "
    `);
  });

  it('stands apart from the next by an empty line', () => {
    const warning: Diagnostic = { ...diagnostic(4, 5), severity: 'warning' };
    expect(rendered('let a = b', diagnostic(0, 3), warning)).toMatchInlineSnapshot(`
      "
      error[some-code]: Wrong.
       --> a.ml:1:1
        |
      1 | let a = b
        | ^^^
        |
        = help: Right.

      warning[some-code]: Wrong.
       --> a.ml:1:5
        |
      1 | let a = b
        |     ^
        |
        = help: Right.
      "
    `);
  });

  it('is coloured when asked', () => {
    const source = { name: 'a.ml', text: 'let a' };
    const plain = renderDiagnostics(source, [diagnostic(4, 5)]);
    const coloured = renderDiagnostics(source, [diagnostic(4, 5)], { colours: colors.createColors(true) });
    expect(plain).not.toContain('\u001b');
    expect(coloured).toContain('\u001b[31m');
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });
});

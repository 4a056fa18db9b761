import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  diagnosticsOf,
  diagnosticText,
  fixesAt,
  fixOf,
  readDocument,
} from '../../editor/index.ts';
import { renderDiagnostics } from '../../grammar/render-diagnostics.ts';
import { typeMistakes } from '../check/type-mistakes.ts';
import { syntaxMistakes } from '../grammar/syntax-mistakes.ts';
import { withCursor } from './cursor.ts';

const MISTAKES = Object.entries({ ...syntaxMistakes, ...typeMistakes });

/** What a diagnostic says, wherever it stands. */
function keyOf(diagnostic: { readonly code: string; readonly message: string }): string {
  return `${diagnostic.code}: ${diagnostic.message}`;
}

/** The text after the fix with this title. */
function fixed(marked: string, title: string): string {
  const { document, offset } = withCursor(marked);
  const fixes = fixesAt(document, { start: offset, end: offset });
  const fix = fixes.find((each) => each.title === title);
  expect(fixes.map((each) => each.title)).toContain(title);
  return applyChanges(document.text, fix!.changes);
}

describe('the diagnostics', () => {
  it('have the words of the command', () => {
    for (const [, text] of MISTAKES) {
      const document = readDocument(text);
      const printed = renderDiagnostics({ name: 'layout.ml', text }, diagnosticsOf(document));
      for (const diagnostic of diagnosticsOf(document)) {
        const [message, remedy] = diagnosticText(diagnostic).split('\n');
        expect(printed).toContain(`[${diagnostic.code}]: ${message}`);
        expect(printed).toContain(`= help: ${remedy}`);
      }
    }
  });
});

describe('a fix', () => {
  it('mends the mistake, in every stored example', () => {
    let fixes = 0;
    const left: string[] = [];
    for (const [title, text] of MISTAKES) {
      const document = readDocument(text);
      const before = diagnosticsOf(document);
      for (const diagnostic of before) {
        const fix = fixOf(document, diagnostic);
        if (fix === null) continue;
        fixes++;
        const after = diagnosticsOf(readDocument(applyChanges(text, fix.changes)));
        const count = (all: typeof before) => all.filter((each) => keyOf(each) === keyOf(diagnostic)).length;
        if (count(after) >= count(before)) left.push(`${title}: ${keyOf(diagnostic)} after ${fix.title}`);
      }
    }
    expect(left).toEqual([]);
    expect(fixes).toBeGreaterThan(70);
  });

  it('writes what the remedy says', () => {
    for (const [, text] of MISTAKES) {
      const document = readDocument(text);
      for (const diagnostic of diagnosticsOf(document)) {
        const [, written] = /^(?:Did you mean|Write) `([^`…]+)`[^,]*[.?]$/.exec(diagnostic.remedy) ?? [];
        if (written === undefined || diagnostic.edits === undefined) continue;
        const texts = diagnostic.edits.map((edit) => edit.text.trim());
        // Of a call, such as `logistic(x)`, the name is written.
        expect(
          texts.some((each) => each === written || `${each}(` === written.slice(0, each.length + 1)),
        ).toBe(true);
      }
    }
  });

  it('declares a unit below the others, or below the name', () => {
    const text =
      'layout L\ndemand x : m¦ in [0, 1]\ncapability c : probability ~ beta(1, 1)\nobserve y ~ bernoulli(c)\n';
    expect(fixed(text, 'Declare `unit m`')).toMatch(/^layout L\n\nunit m\ndemand/);
    expect(fixed(`layout L\nunit s\n${text.slice(9)}`, 'Declare `unit m`')).toMatch(
      /^layout L\nunit s\nunit m\ndemand/,
    );
  });

  it('removes a whole statement with its documentation', () => {
    const text =
      'layout L\n/// Never read.\ndemand x¦\n/// Kept.\ncapability c : probability ~ beta(1, 1)\nobserve y ~ bernoulli(c)\n';
    expect(fixed(text, 'Remove `demand x`')).toBe(
      'layout L\n/// Kept.\ncapability c : probability ~ beta(1, 1)\nobserve y ~ bernoulli(c)\n',
    );
  });

  it('puts a space where words would join', () => {
    const text =
      'layout L\ndemand f : flag\ncapability c : probability ~ beta(1, 1)\nobserve y ~ bernoulli(c and ¦!f)\n';
    expect(fixed(text, 'Write `not`')).toContain('c and not f)');
  });
});

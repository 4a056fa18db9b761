import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../compiler/check/check.ts';
import { printTyped } from '../../compiler/check/print-typed.ts';
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import { parse } from '../../grammar/parse.ts';
import { printSyntax } from '../../grammar/print-syntax.ts';
import { renderDiagnostics } from '../../grammar/render-diagnostics.ts';
import { sourceOf } from '../grammar/diagnose.ts';

const layouts = ['navigation', 'object-permanence', 'ocr'].map((name) =>
  readFileSync(`stdlib-layouts/${name}/${name}.ml`, 'utf8'),
);

/** Runs the whole front end: either a typed layout comes out, or an error that says why not, at a place in the text. */
function answers(text: string): void {
  const source = sourceOf(text);
  const diagnostics: Diagnostic[] = [];
  const parsed = parse(source);
  diagnostics.push(...parsed.diagnostics);
  if (parsed.layout !== null) {
    printSyntax(parsed.layout);
    const checked = check(parsed.layout, source);
    diagnostics.push(...checked.diagnostics);
    if (checked.layout !== null) expect(printTyped(checked.layout)).not.toMatch(/NaN|undefined|Infinity/);
    else expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  } else {
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  }
  for (const { span, notes = [] } of diagnostics) {
    for (const { start, end } of [span, ...notes.map((note) => note.span)]) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  }
  renderDiagnostics(source, diagnostics);
}

const words = fc.constantFrom(
  ...'layout unit demand capability bias robustness propensity param let observe category link choose missing'.split(
    ' ',
  ),
  ...'and or not in inf flag count probability + - * / ^ ~ : = , ( ) [ ] { } // /* */ ///'.split(' '),
  ...'0 1 2.5 1e999 4s a b s m x y success margin mix all mean max uniform beta normal bernoulli'.split(' '),
  ...'presence log sqrt __proto__ constructor toString θ \u0000 \ud800 \ufeff \t ; @'.split(' '),
  ' ',
  '\n',
  '\r\n',
  '\n',
);

interface Mutation {
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly kind: 'delete' | 'insert' | 'copy' | 'swap';
  readonly word: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(4_000),
  length: fc.nat(30),
  from: fc.nat(4_000),
  kind: fc.constantFrom<Mutation['kind'][]>('delete', 'insert', 'copy', 'swap'),
  word: words,
});

function mutate(text: string, mutations: readonly Mutation[]): string {
  return mutations.reduce((current, { at, length, from, kind, word }) => {
    const start = at % (current.length + 1);
    const end = Math.min(current.length, start + length);
    const source = from % (current.length + 1);
    const inserted =
      kind === 'delete'
        ? ''
        : kind === 'insert'
          ? word
          : current.slice(source, source + (kind === 'copy' ? length : 1));
    return current.slice(0, start) + inserted + current.slice(kind === 'insert' ? start : end);
  }, text);
}

describe('whatever the text', () => {
  it('random characters get a layout or an error, at a place in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => answers(text)),
      { numRuns: 100 },
    );
  });

  it('random words get a layout or an error, at a place in the text', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 80 }), (soup) => {
        answers(soup.join(' '));
        answers(`layout L\n${soup.join('')}`);
      }),
      { numRuns: 120 },
    );
  });

  it('random declarations get a layout or an error, at a place in the text', () => {
    const statement = fc
      .tuple(
        fc.constantFrom(
          'let a =',
          'let b =',
          'capability x ~',
          'capability y : probability ~',
          'observe success ~',
          'demand s : m in',
        ),
        fc.array(words, { maxLength: 12 }),
      )
      .map(([start, rest]) => `${start} ${rest.join(' ')}`);
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 8 }), (statements) =>
        answers(`layout L\nunit m\n${statements.join('\n')}\n`),
      ),
      { numRuns: 120 },
    );
  });

  it('mutated worked layouts get a layout or an error, at a place in the text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...layouts),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (text, mutations) => answers(mutate(text, mutations)),
      ),
      { numRuns: 120 },
    );
  });

  it.each([
    ['brackets without end', `layout L\nlet p = ${'('.repeat(100_000)}`],
    ['brackets of units', `layout L\ndemand x : ${'('.repeat(10_000)}s`],
    ['nested calls', `layout L\nlet p = ${'exp('.repeat(99)}1${')'.repeat(99)}`],
    ['words without end', `layout L\nlet p = ${'a '.repeat(100_000)}`],
    ['lines without end', `layout L\n${'x\n'.repeat(30_000)}`],
    [
      'lets that all are unknown',
      `layout L\n${Array.from({ length: 5_000 }, (_, i) => `let a${i} = b${i}`).join('\n')}`,
    ],
    ['a name without end', `layout L\nlet p = ${'a'.repeat(500_000)} + b`],
    ['one line of five megabytes', 'let a = 1 '.repeat(500_000)],
    ['bytes that are no text', '\u0000\ufffd\ud800'.repeat(1_000)],
    ['a name that every object has', 'layout L\nlet __proto__ = constructor\nunit __proto__\n'],
  ])('%s get an error', (_, text) => {
    answers(text);
  });

  it('a chain of many lets is checked, in whatever order they stand', () => {
    const lets = Array.from({ length: 5_000 }, (_, i) =>
      i === 0 ? 'let a0 = c' : `let a${i} = a${i - 1} + 1`,
    );
    const text = [
      'layout L',
      'capability c ~ normal(0, 1)',
      ...lets.reverse(),
      'observe y ~ bernoulli(logistic(a4999))',
    ].join('\n');
    const source = sourceOf(text);
    const { layout } = parse(source);
    expect(layout && check(layout, source).layout?.lets).toHaveLength(5_000);
  });
});

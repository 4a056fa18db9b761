import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { IGrammar } from 'vscode-textmate';
import { highlight, type PieceKind } from '../../grammar/highlight.ts';
import { SCOPE, SCOPES, textMateGrammar } from '../../scripts/textmate-grammar.ts';
import { layoutsOf, STORED } from '../format/layouts.ts';

const require = createRequire(import.meta.url);

/** The engine of VS Code. */
async function loadGrammar(): Promise<IGrammar> {
  const oniguruma = require('vscode-oniguruma') as typeof import('vscode-oniguruma');
  const {
    INITIAL: _,
    Registry,
    parseRawGrammar,
  } = require('vscode-textmate') as typeof import('vscode-textmate');
  await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(JSON.stringify(textMateGrammar()), 'theodolite.json'),
  });
  return (await registry.loadGrammar(SCOPE))!;
}

const { INITIAL } = require('vscode-textmate') as typeof import('vscode-textmate');
const grammar = await loadGrammar();

const KINDS = Object.entries(SCOPES) as [PieceKind, string][];

/** The class of each character, by the grammar. */
function coloured(text: string): PieceKind[] {
  const kinds: PieceKind[] = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const scope = scopes[1];
      const kind = KINDS.findLast(([, prefix]) => scope === `${prefix}.theodolite`)?.[0] ?? 'plain';
      for (let i = startIndex; i < Math.min(endIndex, line.length); i++) kinds.push(kind);
    }
    // The line break.
    kinds.push('plain');
  }
  return kinds.slice(0, text.length);
}

/** Where the grammar and the lexer differ: the words, and what each takes them for. */
function differences(text: string): string[] {
  const kinds = coloured(text);
  let at = 0;
  return highlight(text).flatMap(({ kind, text: piece }) => {
    const start = at;
    at += piece.length;
    const found = [
      ...new Set(
        [...piece].flatMap((char, i) =>
          char === '\n' || (kind === 'plain' && /\s/.test(char)) ? [] : [kinds[start + i]!],
        ),
      ),
    ];
    return found.every((each) => each === kind) ? [] : [`${piece}: ${kind}, not ${found.join(' and ')}`];
  });
}

describe('the TextMate grammar', () => {
  it('colours every stored layout as the lexer reads it', () => {
    let count = 0;
    for (const path of STORED) {
      for (const text of layoutsOf(path)) {
        expect(differences(text), path).toEqual([]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(60);
  });

  it('tells words of clauses from names, and keywords from longer names', () => {
    for (const text of [
      'observe y ~ normal(m, weight) weight w',
      'let weight = count + 1',
      'let layouts = unit_2 * 4in',
      'demand x : count token in [0, 1e-3] missing = .5',
      'category step in {base, "v1.9"} ordered by tokens',
      '/* a comment\nof lines */ let x = 1 // and one\n/// doc\n//// ruled\n# hash',
      'observe y ~ normal(m, s) censored where not f',
    ]) {
      expect(differences(text), text).toEqual([]);
    }
  });
});

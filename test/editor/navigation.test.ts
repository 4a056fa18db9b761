import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  definitionAt,
  diagnosticsOf,
  inlayHintsIn,
  outlineOf,
  readDocument,
  referencesAt,
  renameAt,
  semanticTokensOf,
} from '../../editor/index.ts';
import type { OutlineEntry } from '../../editor/outline.ts';
import { layoutsOf, STORED } from '../format/layouts.ts';
import { LADDER, ladderAt, textOf, withCursor } from './cursor.ts';

/** The line and the text of each place, from 1. */
function places({ document, offset }: ReturnType<typeof withCursor>): string[] {
  return referencesAt(document, offset).map(
    ({ span }) => `${document.text.slice(0, span.start).split('\n').length} ${textOf(document, span)}`,
  );
}

describe('a name', () => {
  it('leads to its declaration', () => {
    const { document, offset } = ladderAt('reaches(cl¦imb[person]');
    const [span] = definitionAt(document, offset);
    expect(document.text.slice(0, span!.start).endsWith('capability ')).toBe(true);
    expect(definitionAt(document, 0)).toEqual([]);
  });

  it('has all its references, and no other words of the same text', () => {
    expect(places(ladderAt('wa¦it : s'))).toEqual(['10 wait', '22 wait']);
    expect(places(ladderAt('link reaches(abil¦ity'))).toEqual(['19 ability', '20 ability']);
    expect(places(ladderAt('unit s, m¦'))).toEqual(['4 m', '9 m', '14 m', '16 m', '27 m']);
  });

  it('is a parameter where a call names it', () => {
    const text =
      'layout L\ncapability c ~ normal(0, 1)\nlink f(x, wid¦th = 1) = logistic(x / width)\nlet width = 2\nobserve y ~ bernoulli(f(c, width = width))\n';
    expect(places(withCursor(text))).toEqual(['3 width', '3 width', '5 width']);
  });

  it('is a value of a dimension in brackets, and a choice behind `choose`', () => {
    const text =
      'layout L\ncategory who\ndimension skill = verbal, spatial\ncapability t[who, skill] ~ normal(0, 1)\nlet k = choose form { plain: 1, other: 2 }\nobserve y ~ bernoulli_logit(t[who, ver¦bal] + t[who, spatial] * k)\n';
    expect(places(withCursor(text))).toEqual(['3 verbal', '6 verbal']);
    expect(places(withCursor(text.replace('¦', '').replace('form', 'fo¦rm')))).toEqual(['5 form']);
  });
});

describe('a renaming', () => {
  const renamed = (words: string, to: string) => {
    const { document, offset } = ladderAt(words);
    const renaming = renameAt(document, offset, to);
    return 'refused' in renaming ? renaming.refused : applyChanges(document.text, renaming.changes);
  };

  it('changes every use', () => {
    expect(renamed('let spe¦ed', 'pace')).toBe(LADDER.replaceAll('speed', 'pace'));
    expect(renamed('cl¦imb[person] :', 'reach')).toBe(LADDER.replaceAll('climb[', 'reach['));
  });

  it('refuses what is no name, what the language has, and what is declared', () => {
    expect(renamed('let spe¦ed', '2x')).toContain('is no name');
    expect(renamed('let spe¦ed', 'margin')).toContain('`margin` is a function of the language');
    expect(renamed('let spe¦ed', 'height')).toBe('The name `height` is declared already, as a demand.');
    expect(renamed('dema¦nd height', 'x')).toBe('There is no name of the layout here.');
  });

  it('keeps the meaning of every stored layout, whichever name changes', () => {
    let count = 0;
    for (const path of STORED) {
      for (const text of layoutsOf(path)) {
        const document = readDocument(text);
        const before = diagnosticsOf(document).map(({ code }) => code);
        if (document.analysis.layout === null) continue;
        const names = new Set(
          outlineOf(document).flatMap((entry: OutlineEntry) => [entry, ...entry.children]),
        );
        for (const { name, nameSpan, kind } of names) {
          if (kind === 'table') continue;
          const renaming = renameAt(document, nameSpan.start, `${name}_z`);
          expect(renaming, `${path}: ${name}`).toHaveProperty('changes');
          const changed = readDocument(applyChanges(text, (renaming as { changes: [] }).changes));
          const after = diagnosticsOf(changed).map(({ code }) => code);
          expect(after, `${path}: ${name}\n${changed.text}`).toEqual(before);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(500);
  });
});

describe('the outline', () => {
  it('has each declared name with its type', () => {
    const entries = outlineOf(readDocument(LADDER)).map(({ name, kind, detail }) =>
      `${kind} ${name} ${detail}`.trim(),
    );
    expect(entries).toEqual([
      'unit s',
      'unit m',
      'category person',
      'demand height : m',
      'demand wait : s',
      'demand dark : flag',
      'latent climb [person] : m',
      'latent night : probability',
      'latent scale : m',
      'link reaches',
      'let speed : m / s',
      'let seen : probability',
      'outcome success : flag',
      'report mean_climb : m',
    ]);
  });

  it('has what a table declares within it', () => {
    const text =
      'layout L\ncapability c ~ normal(0, 1)\nobserve y ~ bernoulli_logit(c)\ntable more {\n  demand d\n  observe z ~ normal(c + d, 1)\n}\n';
    const table = outlineOf(readDocument(text)).find(({ kind }) => kind === 'table')!;
    expect(table.children.map(({ name }) => name)).toEqual(['d', 'z']);
    expect(text.slice(table.span.start, table.span.end)).toMatch(/^table more[\s\S]*\}$/);
  });
});

describe('the hints', () => {
  it('are the units that the layout does not say', () => {
    const document = readDocument(LADDER);
    const hints = inlayHintsIn(document, { start: 0, end: LADDER.length });
    expect(hints.map(({ offset, label }) => `${LADDER.slice(0, offset).split(' ').at(-1)}${label}`)).toEqual([
      'speed: m / s',
      'seen: probability',
    ]);
  });

  it('are there while another statement has a mistake', () => {
    const text = LADDER.replace('and seen)', 'and seen');
    expect(inlayHintsIn(readDocument(text), { start: 0, end: text.length })[0]?.label).toBe(': m / s');
  });
});

describe('the semantic tokens', () => {
  it('are what the words mean', () => {
    const document = readDocument(LADDER);
    const told = semanticTokensOf(document).map(
      (each) => `${textOf(document, each)} ${[each.type, ...each.modifiers].join(' ')}`,
    );
    expect(told).toContain('climb variable declaration');
    expect(told).toContain('m type');
    expect(told).toContain('height property');
    expect(told).toContain('reaches function');
    expect(told).toContain('presence function defaultLibrary');
    expect(told).toContain('half_normal function defaultLibrary');
    expect(told).toContain('ability parameter');
    expect(told).toContain('speed variable declaration readonly');
    expect(told).toContain('flag keyword');
    expect(told).toContain('/// A robot that climbs. comment documentation');
  });

  it('do not overlap, in any stored layout', () => {
    for (const path of STORED) {
      for (const text of layoutsOf(path)) {
        let end = 0;
        for (const token of semanticTokensOf(readDocument(text))) {
          expect(token.start, path).toBeGreaterThanOrEqual(end);
          end = token.end;
        }
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  completionsAt,
  diagnosticsOf,
  formatDocument,
  readDocument,
  signatureHelpAt,
} from '../../editor/index.ts';
import { symbolsOf } from '../../editor/symbols.ts';
import { formatText } from '../../grammar/format/format.ts';
import { statementForms } from '../../grammar/vocabulary.ts';
import { layoutsOf, STORED } from '../format/layouts.ts';
import { ladderAt, textOf, withCursor } from './cursor.ts';

const HEAD = `layout L
unit s, m
category person
dimension skill = verbal, spatial
demand height : m in [0, 4]
demand rows : count
capability climb[person] : m ~ normal(0, 1)
param scale : m ~ half_normal(1)
link reach(a, b = 1) = logistic(a / b)
let half = height / 2
`;

/** The labels that are offered at the mark, which stands behind the head. */
function labels(marked: string): string[] {
  const { document, offset } = withCursor(`${HEAD}${marked}`);
  return completionsAt(document, offset).items.map(({ label }) => label);
}

function insertOf(marked: string, label: string): string | undefined {
  const { document, offset } = withCursor(`${HEAD}${marked}`);
  return completionsAt(document, offset).items.find((each) => each.label === label)?.insert;
}

describe('a completion', () => {
  it('is a statement at the beginning of a line', () => {
    expect(labels('¦')).toEqual(Object.keys(statementForms).filter((word) => word !== 'layout'));
    expect(labels('cap¦')).toContain('capability');
    expect(labels('table more {\n  ¦')).toEqual(
      ['demand', 'category', 'let', 'observe', 'factor'].sort(inOrderOfForms),
    );
    const { document, offset } = withCursor('lay¦');
    expect(completionsAt(document, offset).items.map(({ label }) => label)).toContain('layout');
  });

  it('is a family of outcomes behind each share of a mixture, and a clause behind its brace', () => {
    expect(labels('observe y ~ ¦')).toContain('mixture');
    expect(labels('observe y ~ mixture {0.5: ¦')).toContain('poisson');
    expect(labels('observe y ~ mixture {0.5: poisson(2), 0.5: ¦')).toContain('neg_binomial');
    expect(labels('observe y ~ mixture {¦')).toContain('scale');
    expect(labels('observe y ~ mixture {0.5: gamma(2, 1), 0.5: gamma(9, 1)} ¦')).toContain('censored above');
    expect(labels('param low[person] ~ normal(0, 1) ¦')).toContain('sum to zero');
  });

  it('is a family of priors behind the tilde of a latent, and of outcomes behind that of an outcome', () => {
    expect(labels('bias b : m ~ ¦')).toEqual(expect.arrayContaining(['normal', 'half_normal', 'choose']));
    expect(labels('bias b : m ~ ¦')).not.toContain('bernoulli');
    expect(labels('observe y ~ b¦')).toContain('bernoulli_logit');
    expect(labels('observe y ~ b¦')).not.toContain('half_normal');
    expect(labels('bias b ~ choose k { one: ¦')).toContain('normal');
  });

  it('is a unit or a word behind a colon', () => {
    expect(labels('demand x : ¦')).toEqual(['s', 'm', 'flag', 'count', 'probability']);
    expect(labels('capability x : ¦')).toEqual(['s', 'm', 'probability']);
    expect(labels('capability x : m / ¦')).toEqual(['s', 'm']);
    expect(labels('let x = 4 ¦')).toEqual(['s', 'm']);
  });

  it('is a category or a value of a dimension in brackets, first those of the name', () => {
    expect(labels('let x = climb[¦')).toEqual(['person', 'skill', 'verbal', 'spatial']);
    expect(labels('let x = mean(height, by = ¦')).toEqual(['person']);
  });

  it('is a name, a function or an argument in an expression', () => {
    expect(labels('let x = ¦')).toEqual(
      expect.arrayContaining(['height', 'climb', 'scale', 'reach', 'half', 'margin', 'mean', 'not']),
    );
    expect(labels('let x = ¦')).not.toContain('x');
    expect(labels('let x = height + ¦')).toContain('scale');
    expect(labels('let x = margin(height, ¦')).toContain('steepness =');
    expect(labels('let x = reach(height, ¦')).toContain('b =');
    expect(labels('param p ~ lognormal(¦')).toEqual(expect.arrayContaining(['median =', 'spread =']));
    expect(insertOf('let x = ¦', 'climb')).toBe('climb[person]');
    expect(insertOf('let x = ¦', 'margin')).toBe('margin(');
  });

  it('is a parameter in a link, which reads nothing else of the layout', () => {
    const offered = labels('link f(theta, width) = ¦');
    expect(offered).toEqual(expect.arrayContaining(['theta', 'width', 'reach', 'logistic']));
    expect(offered).not.toContain('height');
    expect(offered).not.toContain('a');
  });

  it('is a clause behind a whole distribution', () => {
    expect(labels('bias b ~ normal(0, 1) ¦')).toEqual([
      'in',
      'centred',
      'noncentred',
      'correlated',
      'ordered',
      'sum to zero',
    ]);
    expect(labels('observe y ~ normal(climb[person], 1) ¦')).toContain('censored above');
    expect(labels('observe y ~ normal(climb[person], 1) weight ¦')).toEqual(['height', 'rows']);
  });

  it('is nothing where a name is declared, in a comment, in quotes and within a number', () => {
    for (const marked of [
      'demand ¦',
      'let ¦',
      'link f(¦',
      '// hei¦',
      '/// ¦',
      'let x = 1.¦',
      'category c in {"¦',
    ]) {
      expect(labels(marked), marked).toEqual([]);
    }
  });

  it('replaces the word that is being written', () => {
    const { document, offset } = ladderAt('let speed = hei¦ght');
    expect(textOf(document, completionsAt(document, offset).span)).toBe('height');
  });

  it('offers each word that stored layouts have at that place', () => {
    let count = 0;
    const missed: string[] = [];
    for (const path of STORED) {
      for (const text of layoutsOf(path)) {
        const document = readDocument(text);
        if (document.analysis.layout === null) continue;
        for (const [i, token] of document.tokens.entries()) {
          if (!/^[A-Za-z_]/.test(token.image) || i % 3 !== 0) continue;
          // The rest of the text is not yet written.
          const written = readDocument(`${text.slice(0, token.startOffset)}\n`);
          const { items } = completionsAt(written, token.startOffset);
          // An operator that begins a line continues the statement above.
          if (items.length === 0 || /^(?:and|or)$/.test(token.image)) continue;
          count++;
          const isOffered = items.some(({ label }) => label.split(' ')[0] === token.image);
          // A name may be declared only below.
          const declared = symbolsOf(document).global.get(token.image)?.declared[0];
          const isBelow = declared !== undefined && declared.start >= token.startOffset;
          if (!isOffered && !isBelow)
            missed.push(
              `${path}: ${text.slice(Math.max(0, token.startOffset - 40), token.startOffset)}¦${token.image}`,
            );
        }
      }
    }
    expect(count).toBeGreaterThan(300);
    expect(missed).toEqual([]);
  });
});

function inOrderOfForms(a: string, b: string): number {
  const forms = Object.keys(statementForms);
  return forms.indexOf(a) - forms.indexOf(b);
}

describe('the help on a signature', () => {
  const help = (marked: string) => {
    const { document, offset } = withCursor(`${HEAD}${marked}`);
    const found = signatureHelpAt(document, offset);
    if (found === null) return null;
    const { label, parameters } = found.signatures[found.active]!;
    return `${label} ${found.parameter === null ? '' : parameters[found.parameter]!.label}`.trim();
  };

  it('marks the argument that is being written', () => {
    expect(help('let x = margin(¦')).toBe('margin(ability, demand, steepness = 1) ability');
    expect(help('let x = margin(height, ¦')).toBe('margin(ability, demand, steepness = 1) demand');
    expect(help('let x = margin(climb[person], steepness = ¦1)')).toBe(
      'margin(ability, demand, steepness = 1) steepness = 1',
    );
    expect(help('let x = reach(height, ¦')).toBe('reach(a, b = 1) b = 1');
    expect(help('let x = all(height, half, ¦')).toBe('all(p, …) p');
  });

  it('is that of the innermost call, and of the form that is written', () => {
    expect(help('let x = margin(mean(¦height), 1)')).toBe('mean(x, by = category) x');
    expect(help('param p ~ lognormal(median = ¦')).toBe('lognormal(median = …, spread = …) median = …');
    expect(help('observe y ~ ordered_logistic(half, 1, 2, ¦')).toBe(
      'ordered_logistic(eta, c1, c2, …) c1, c2, …',
    );
  });

  it('is nothing outside of calls and where a link declares parameters', () => {
    expect(help('let x = margin(height, 1) ¦')).toBeNull();
    expect(help('link f(a, ¦')).toBeNull();
    expect(help('let x = (height + ¦')).toBeNull();
  });
});

describe('formatting', () => {
  it('is that of the command', () => {
    const text = 'layout L\ncapability   c:probability~beta(1,1)\nobserve y~bernoulli(c)\n';
    const document = readDocument(text);
    expect(applyChanges(text, formatDocument(document)!)).toBe(formatText({ name: 'l.ml', text }).text);
    expect(diagnosticsOf(document)).toEqual([]);
    expect(formatDocument(readDocument(formatText({ name: 'l.ml', text }).text!))).toEqual([]);
  });

  it('leaves a layout that cannot be parsed as it is', () => {
    expect(formatDocument(readDocument('layout L\nlet = 3\n'))).toBeNull();
  });
});

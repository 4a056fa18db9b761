import { describe, expect, it } from 'vitest';
import { parse } from '../../grammar/parse.ts';
import type { ExpressionSyntax, LayoutSyntax } from '../../grammar/syntax.ts';
import { sourceOf, syntaxDiagnostics } from './diagnose.ts';

function parsed(text: string): LayoutSyntax {
  const { layout, diagnostics } = parse(sourceOf(text));
  expect(diagnostics).toEqual([]);
  if (layout === null) throw new Error('nothing was parsed');
  return layout;
}

/** An expression with every operator in parentheses. */
function grouped(syntax: ExpressionSyntax): string {
  switch (syntax.kind) {
    case 'number':
      return syntax.unit === null ? `${syntax.value}` : `${syntax.value} ${syntax.unit.text}`;
    case 'reference':
      return syntax.name.text;
    case 'unary':
      return `(${syntax.operator} ${grouped(syntax.operand)})`;
    case 'binary':
      return `(${grouped(syntax.left)} ${syntax.operator} ${grouped(syntax.right)})`;
    case 'over':
      return `(${syntax.join.text} ${syntax.dimension.text}: ${grouped(syntax.body)})`;
    case 'choose':
      return `choose ${syntax.name.text} { ${syntax.alternatives.map(({ name, value }) => `${name.text}: ${grouped(value)}`).join(', ')} }`;
    case 'call': {
      const args = syntax.arguments.map(
        ({ name, value }) => (name ? `${name.text} = ` : '') + grouped(value),
      );
      return `${syntax.callee.text}(${args.join(', ')})`;
    }
  }
}

function groupedLet(expression: string): string {
  const declaration = parsed(`layout L\nlet p = ${expression}\n`).declarations[0];
  if (declaration?.kind !== 'let') throw new Error('no let was parsed');
  return grouped(declaration.value);
}

describe('operators', () => {
  it.each([
    ['a or b and c', '(a or (b and c))'],
    ['not a and b', '((not a) and b)'],
    ['not a + b', '(not (a + b))'],
    ['not not a', '(not (not a))'],
    ['a - b - c', '((a - b) - c)'],
    ['a - b * c / d', '(a - ((b * c) / d))'],
    ['-a * b', '((- a) * b)'],
    ['-x ^ 2', '(- (x ^ 2))'],
    ['2 ^ -x', '(2 ^ (- x))'],
    ['2 ^ -x ^ 2 * y', '((2 ^ (- (x ^ 2))) * y)'],
    ['a ^ b ^ c', '(a ^ (b ^ c))'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a * not b + c', '(a * (not (b + c)))'],
    ['- - a', '(- (- a))'],
    ['a and b or not c and d', '((a and b) or ((not c) and d))'],
  ])('bind in %s as in %s', (written, meant) => {
    expect(groupedLet(written)).toBe(meant);
  });

  it('can stand as functions where an operand is wanted', () => {
    expect(groupedLet('and(a, b) or or(c)')).toBe('(and(a, b) or or(c))');
    expect(groupedLet('not(a)')).toBe('(not a)');
  });
});

describe('numbers', () => {
  it.each([
    ['4 s', '4 s'],
    ['4s', '4 s'],
    ['.5', '0.5'],
    ['1e-3', '0.001'],
    ['2.5E+2 m', '250 m'],
    ['4 s * n', '(4 s * n)'],
    ['5 m / s', '(5 m / s)'],
  ])('read %s as %s', (written, meant) => {
    expect(groupedLet(written)).toBe(meant);
  });
});

describe('arguments', () => {
  it('may have names, also the one that is a keyword', () => {
    expect(groupedLet('margin(ability = a, demand = b, steepness = 2)')).toBe(
      'margin(ability = a, demand = b, steepness = 2)',
    );
  });

  it('may begin a line with the one that is a keyword', () => {
    expect(groupedLet('margin(ability = a,\n  demand = b\n)')).toBe('margin(ability = a, demand = b)');
  });
});

describe('a statement', () => {
  it.each([
    ['a line that begins with an operator', 'a\n  and b\n  - c', '(a and (b - c))'],
    ['a line after one that ends with an operator', 'a +\n\n  // between\n  b', '(a + b)'],
    ['lines inside brackets', 'margin(\n  a,\n  b\n)', 'margin(a, b)'],
    ['a line after one that ends with not', 'not\n a', '(not a)'],
  ])('goes on over %s', (_, written, meant) => {
    expect(groupedLet(written)).toBe(meant);
  });

  it('goes on over lines that begin with its own signs', () => {
    const layout = parsed(
      'layout L\nunit s\n  , m\ncapability a\n  : s\n  * m\n  ~ uniform(0,\n 1)\ndemand x\n  in [0, 1]',
    );
    expect(layout.declarations.map(({ kind }) => kind)).toEqual(['unit', 'latent', 'demand']);
  });

  it.each(['\n', '\r\n', '\r'])('ends at the line end %j', (end) => {
    const layout = parsed(['layout L', 'unit s', '', '/// doc', 'let p = 4 s'].join(end));
    expect(layout.declarations).toHaveLength(2);
    expect(layout.declarations[1]?.doc).toBe('doc');
  });

  it('is not ended by a comment that spans no line, and is by one that does', () => {
    expect(groupedLet('a /* + c */ + b // more')).toBe('(a + b)');
    expect(parsed('layout L\nlet p = a /*\n*/ let q = b').declarations).toHaveLength(2);
  });

  it('may follow a byte order mark', () => {
    expect(parsed('\ufefflayout L\n').name.text).toBe('L');
  });
});

describe('a latent', () => {
  it.each(['capability', 'bias', 'robustness', 'propensity', 'param'])('may be a %s', (role) => {
    const [declaration] = parsed(`layout L\n${role} c : probability ~ beta(1, 1)`).declarations;
    expect(declaration?.kind === 'latent' && declaration.role).toBe(role);
  });
});

describe('annotations', () => {
  it.each([
    ['m / s', { m: 1, s: -1 }],
    ['s * position', { s: 1, position: 1 }],
    ['px^2', { px: 2 }],
    ['1 / px', { px: -1 }],
    ['m/s^2', { m: 1, s: -2 }],
    ['m / (s * kg)^2', { m: 1, s: -2, kg: -2 }],
    ['s^-1', { s: -1 }],
    ['1', {}],
  ])('read %s as a unit', (written, exponents) => {
    const declaration = parsed(`layout L\ndemand x : ${written} in [0, 1]\n`).declarations[0];
    if (declaration?.kind !== 'demand' || declaration.annotation?.kind !== 'unit') throw new Error('no unit');
    expect(
      Object.fromEntries(declaration.annotation.unit.factors.map((f) => [f.base.text, f.exponent])),
    ).toEqual(exponents);
  });

  it.each([
    ['in [-4, 4.5]', { kind: 'range', lo: -4, hi: 4.5 }],
    ['in [-inf, inf]', { kind: 'range', lo: Number.NEGATIVE_INFINITY, hi: Number.POSITIVE_INFINITY }],
    ['in {-1, -0, 1e3}', { kind: 'set', values: [-1, 0, 1000] }],
  ])('read the domain %s', (written, domain) => {
    const declaration = parsed(`layout L\ndemand x ${written}\n`).declarations[0];
    if (declaration?.kind !== 'demand') throw new Error('no demand');
    const { span, ...rest } = declaration.domain ?? {};
    expect(rest).toEqual(domain);
  });
});

describe('documentation', () => {
  it('belongs to the declaration under it, with all its lines', () => {
    const layout = parsed(
      '/// The layout.\nlayout L\n\n/// One.\n///  Two.\n//// a rule\n// a comment\nunit s\nunit m\n',
    );
    expect(layout.doc).toBe('The layout.');
    expect(layout.declarations.map(({ doc }) => doc)).toEqual(['One.\nTwo.', null]);
  });
});

describe('recovery', () => {
  it('keeps the statements around a broken one, and the names it declares', () => {
    const { layout, diagnostics } = parse(
      sourceOf('layout L\nunit s\ndemand a, b : in [0, 1]\nlet p = a and (b\nlet q = 4 s\n'),
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['unexpected', 'unclosed-bracket']);
    expect(layout?.declarations.map(({ kind }) => kind)).toEqual(['unit', 'let']);
    expect(layout?.broken.map(({ names }) => names.map(({ text }) => text))).toEqual([['a', 'b'], ['p']]);
  });

  it('finds two mistakes in one statement', () => {
    const codes = syntaxDiagnostics('layout L\nlet p = margin(a[1], b[2])\n').map(({ code }) => code);
    expect(codes).toEqual(['unexpected', 'unexpected']);
  });

  it('stops at a hundred mistakes and says so', () => {
    const diagnostics = syntaxDiagnostics(`layout L\n${'let = 3\n'.repeat(500)}`);
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.code).toBe('too-many-mistakes');
  });

  it('takes brackets up to the limit and no further', () => {
    const nested = (depth: number) => `layout L\nlet p = ${'('.repeat(depth)}a${')'.repeat(depth)}\n`;
    expect(syntaxDiagnostics(nested(100))).toEqual([]);
    expect(syntaxDiagnostics(nested(101)).map(({ code }) => code)).toEqual(['too-deep']);
  });

  it('takes chains up to the limit and no further', () => {
    const chain = (terms: number) => `layout L\nlet p = a${' - a'.repeat(terms - 1)}\n`;
    expect(syntaxDiagnostics(chain(1000))).toEqual([]);
    expect(syntaxDiagnostics(chain(1001)).map(({ code }) => code)).toEqual(['expression-too-long']);
  });
});

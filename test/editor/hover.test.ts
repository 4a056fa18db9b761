import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../editor/index.ts';
import { ladderAt, textOf, withCursor } from './cursor.ts';

/** The code and the paragraphs of a hover, one below the other. */
function hover({ document, offset }: ReturnType<typeof withCursor>): string | null {
  const found = hoverAt(document, offset);
  return found === null ? null : [found.code, ...found.paragraphs].join('\n');
}

describe('a hover', () => {
  it('says of a demand its column, unit, range and documentation', () => {
    expect(hover(ladderAt('presence(night, d¦ark)'))).toBe(
      'demand dark : flag\nA column of the table: a property of a task instance that makes it harder. A flag, 0 or 1.',
    );
    expect(hover(ladderAt('let speed = hei¦ght'))).toBe(
      'demand height : m in [0, 4]\nA column of the table: a property of a task instance that makes it harder. A number in `m`, from 0 to 4.\nHeight of the ladder.',
    );
  });

  it('says of a latent its type, its levels, its scale of measurement and its documentation', () => {
    expect(hover(ladderAt('reaches(cl¦imb[person]'))).toBe(
      'capability climb[person] : m ~ half_normal(2)\nAn ability, to be estimated. A number in `m`. One for each level of `person`. On a ratio scale: differences and ratios can be compared.\nHow high it reaches.',
    );
    expect(hover(ladderAt('presence(nig¦ht'))).toContain('A probability. On an ordinal scale');
  });

  it('says of a let its inferred unit and when it is known', () => {
    expect(hover(ladderAt('let spe¦ed'))).toBe(
      'let speed = height / wait\nA name for an expression. A number in `m / s`. Known from each row.',
    );
  });

  it('says of a link its declaration, and of its parameter whose it is', () => {
    expect(hover(ladderAt('bernoulli(rea¦ches'))).toContain('A margin that is never sure.');
    expect(hover(ladderAt('((abil¦ity - demanded)'))).toContain('A parameter of the link `reaches`.');
  });

  it('says of families and functions what their records say', () => {
    const prior = hover(ladderAt('~ half_nor¦mal(2)'))!;
    expect(prior).toContain('half_normal(sd)\nA prior of values from 0.');
    expect(prior).toContain('- `sd`: above 0, in the unit of the values');
    expect(hover(ladderAt('~ berno¦ulli(reaches'))).toContain('A distribution of outcomes: 0 and 1.');
    expect(hover(ladderAt('logis¦tic((ability'))).toContain('Its value is σ(x) = 1 / (1 + e⁻ˣ)');
    // The prelude documents its own links.
    expect(hover(ladderAt('pres¦ence(night'))).toContain('certain where the flag is down');
  });

  it('tells a prior from an outcome of the same name', () => {
    const layout = (marked: string) =>
      hover(
        withCursor(
          `layout L\ncapability c ~ ${marked.includes('1') ? 'nor¦mal' : 'normal'}(0, 1)\nobserve y ~ ${marked.includes('2') ? 'nor¦mal' : 'normal'}(c, 1)\n`,
        ),
      );
    expect(layout('1')).toContain('A prior');
    expect(layout('2')).toContain('A distribution of outcomes');
  });

  it('says of a keyword its form', () => {
    expect(hover(ladderAt('dem¦and height'))).toBe(
      'demand x : m in [0, 10]\nA column of the table: a property of a task instance that makes it harder.',
    );
    expect(hover(ladderAt(': fl¦ag'))).toContain('A column of 0 and 1');
  });

  it('is there in a layout with mistakes, also in the statement that has one', () => {
    const text =
      'layout L\nunit m\n/// How far.\ndemand x : m in [0, 1]\ncapability c : m ~ normal(0, 1)\nlet broken = x¦ + + c\n';
    expect(hover(withCursor(text))).toContain('How far.');
  });

  it('says nothing in a comment, and of a sign', () => {
    expect(hover(ladderAt('A robot that cli¦mbs'))).toBeNull();
    expect(hover(ladderAt('height /¦ wait'))).toBeNull();
    expect(hover(withCursor('¦'))).toBeNull();
  });

  it('has the span of the word', () => {
    const { document, offset } = ladderAt('let spe¦ed');
    expect(textOf(document, hoverAt(document, offset)!.span)).toBe('speed');
  });
});

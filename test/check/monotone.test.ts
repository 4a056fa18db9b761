import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { courseOf, type MonotoneNames, signBetween, type Trend } from '../../compiler/check/monotone.ts';
import type { CallFunction, Type, TypedExpression } from '../../compiler/check/typed-layout.ts';
import { evaluateReal } from '../../compiler/interpret/evaluate.ts';
import { probability } from '../../compiler/interpret/log-probability.ts';
import { casesOf } from '../random-cases.ts';

const real: Type = { kind: 'real', unit: {} };
const chance: Type = { kind: 'probability' };
const span = { start: 0, end: 0 };

function call(name: CallFunction, type: Type, ...args: TypedExpression[]): TypedExpression {
  return { kind: 'call', function: name, arguments: args, type, known: 'latent', span };
}

function latent(name: string, type: Type = real): TypedExpression {
  return { kind: 'latent', name, index: null, type, known: 'latent', span };
}

function number(value: number): TypedExpression {
  return { kind: 'number', value, type: real, known: 'constant', span };
}

/** Reals and probabilities of `x`, of a positive, a negative and any other latent, and of a probability. */
const { value: expressions } = fc.letrec<{ value: TypedExpression; p: TypedExpression }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(latent('x'), latent('positive'), latent('negative'), latent('any')),
    fc.constantFrom(-2, -1, 0, 0.5, 1, 2, 3).map(number),
    fc
      .tuple(
        fc.constantFrom<CallFunction>('add', 'subtract', 'multiply', 'divide'),
        tie('value'),
        tie('value'),
      )
      .map(([name, a, b]) => call(name, real, a, b)),
    fc
      .tuple(fc.constantFrom<CallFunction>('at_least', 'at_most'), tie('value'), tie('value'))
      .map(([name, a, b]) => call(name, real, a, b)),
    fc
      .tuple(tie('value'), fc.constantFrom(-1, 0, 0.5, 1, 2, 3))
      .map(([a, n]) => call('power', real, a, number(n))),
    fc
      .tuple(fc.constantFrom<CallFunction>('negate', 'log', 'exp', 'sqrt', 'log1p', 'expm1'), tie('value'))
      .map(([name, a]) => call(name, real, a)),
    tie('p').map((p) => call('real', real, p)),
  ),
  p: fc.oneof(
    { maxDepth: 3 },
    fc.constant(latent('p', chance)),
    tie('value').map((a) => call('logistic', chance, a)),
    fc
      .tuple(fc.constantFrom<CallFunction>('and', 'or', 'lesser', 'greater'), tie('p'), tie('p'))
      .map(([name, a, b]) => call(name, chance, a, b)),
    tie('p').map((p) => call('not', chance, p)),
    fc.constantFrom(0, 0.3, 1).map((value) => call('probability', chance, number(value))),
    fc.tuple(tie('p'), tie('p'), tie('p')).map(([w, p, q]) => call('mix', chance, w, p, q)),
    fc
      .tuple(fc.constantFrom(-1, 0, 2), tie('p'), tie('p'))
      .map(([r, p, q]) => call('power_mean', chance, number(r), p, q)),
  ),
}));

const SIGNS: Readonly<
  Record<string, MonotoneNames['signOfLatent'] extends (n: string) => infer S ? S : never>
> = {
  x: signBetween(0, 4),
  positive: 'positive',
  negative: 'negative',
  any: 'unknown',
  p: 'positive',
};

const names: MonotoneNames = {
  rising: 'x',
  signOfLatent: (name) => SIGNS[name]!,
  signOfColumn: () => 'unknown',
  valueOfLet: () => {
    throw new Error('there are no lets');
  },
};

/** The values of an expression as `x` rises from 0 to 4, for values of the latents that their signs allow. */
function valuesOf(expression: TypedExpression, at: number): number[] {
  const others: Readonly<Record<string, number>> = {
    positive: Math.abs(2 * Math.sin(at)),
    negative: -Math.abs(1.5 * Math.cos(3 * at)),
    any: 2 * Math.sin(5 * at),
  };
  const none = () => {
    throw new Error('only latents are read');
  };
  return Array.from({ length: 41 }, (_, i) =>
    evaluateReal(expression, {
      latent: (name) =>
        name === 'x' ? i / 10 : name === 'p' ? probability(0.5 + 0.4 * Math.sin(7 * at)) : others[name]!,
      column: none,
      previous: none,
      class: none,
      posterior: none,
      let: none,
      statistic: none,
    }),
  );
}

/** Whether values go one way, apart from rounding. Values that are undefined or infinite are left out. */
function goes(values: readonly number[], direction: Trend): boolean {
  const defined = values.filter(Number.isFinite);
  const least = 1e-9 * Math.max(1e-3, ...defined.map(Math.abs));
  const steps = defined.slice(1).map((value, i) => value - defined[i]!);
  const rises = steps.every((step) => step >= -least);
  const falls = steps.every((step) => step <= least);
  switch (direction) {
    case 'constant':
      return rises && falls;
    case 'rises':
      return rises;
    case 'falls':
      return falls;
    case 'monotone':
      return rises || falls;
    case 'unknown':
      return true;
  }
}

describe('the direction of an expression', () => {
  it('holds for all values that the signs of its latents allow', () => {
    let known = 0;
    fc.assert(
      fc.property(expressions, fc.double({ min: 0, max: 9, noNaN: true }), (expression, at) => {
        const { direction, culprit } = courseOf(expression, names);
        if (direction !== 'unknown') known++;
        expect(culprit === null).toBe(direction !== 'unknown');
        const values = valuesOf(expression, at);
        // An expression that is undefined somewhere, as the logarithm of a negative number is, has no direction there.
        if (values.some(Number.isNaN)) return;
        expect(goes(values, direction)).toBe(true);
      }),
      { numRuns: casesOf(6000) },
    );
    expect(known).toBeGreaterThan(casesOf(6000) / 10);
  });

  it.each<[string, TypedExpression, Trend]>([
    ['a product with a latent of any sign', call('multiply', real, latent('any'), latent('x')), 'monotone'],
    [
      'a sum of two such products',
      call(
        'add',
        real,
        call('multiply', real, latent('any'), latent('x')),
        call('multiply', real, latent('any'), latent('x')),
      ),
      'unknown',
    ],
    ['a quotient by what rises', call('divide', real, latent('positive'), latent('x')), 'falls'],
    [
      'a square of what may be negative',
      call('power', real, call('subtract', real, latent('x'), number(1)), number(2)),
      'unknown',
    ],
    [
      'a guess that rises with the ability',
      call(
        'real',
        real,
        call('mix', chance, latent('p', chance), call('logistic', chance, latent('x')), latent('p', chance)),
      ),
      'rises',
    ],
    [
      'both of two that fall',
      call(
        'real',
        real,
        call(
          'and',
          chance,
          call('not', chance, call('logistic', chance, latent('x'))),
          call('logistic', chance, call('negate', real, latent('x'))),
        ),
      ),
      'falls',
    ],
  ])('%s', (_, expression, direction) => {
    expect(courseOf(expression, names).direction).toBe(direction);
  });
});

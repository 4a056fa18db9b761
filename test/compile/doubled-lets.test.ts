import { describe, expect, it } from 'vitest';
import { prepare } from '../../compiler/compile.ts';
import { bound, compileText, EMITTED, expectInterpreted } from '../emit/bound-layout.ts';
import { someOf } from '../random-cases.ts';

/** How often each shape is repeated: 2²⁴ readings, were none shared. */
const MOST = 24;

type Shape = (before: string, beforeThat: string) => string;

const PROBABILITIES: Readonly<Record<string, Shape>> = {
  and: (a) => `${a} and ${a}`,
  or: (a) => `${a} or ${a}`,
  'a product': (a) => `${a} * ${a}`,
  'a conjunction of the two before': (a, b) => `${a} and ${b}`,
  'a disjunction of the two before': (a, b) => `${a} or not ${b}`,
  mix: (a, b) => `mix(w, ${a}, not ${b})`,
  'an and of a mix': (a, b) => `mix(w, ${a} and ${a}, ${b}) and ${a}`,
  'downscaled ands': (a, b) => `downscale(w, all(${a}, ${b}, ${a}))`,
  'and, or and not in turn': (a, b) => `not (${a} and (${b} or not ${a}))`,
};

const MARGINS: Readonly<Record<string, Shape>> = {
  sum: (m) => `0.5 * (${m} + ${m})`,
  'sum of scaled': (m) => `0.7 * ${m} + 0.3 * ${m}`,
  difference: (m) => `1.5 * ${m} - 0.5 * ${m}`,
  'the two before': (m, n) => `0.6 * ${m} - (-0.4) * ${n}`,
  square: (m) => `0.4 * ${m} * ${m} + 0.1`,
  quotient: (m) => `${m} / (2 + ${m})`,
  larger: (m) => `at_least(0.5 * ${m} + 0.1, 0.9 * ${m})`,
};

function lets(name: string, shape: Shape, times: number): string {
  const of = (index: number) => `${name}${Math.max(0, index)}`;
  return Array.from(
    { length: times },
    (_, index) => `let ${of(index + 1)} = ${shape(of(index), of(index - 1))}`,
  ).join('\n');
}

const declarations = `demand x in [0, 1]
capability c, d ~ uniform(0, 1)
robustness w : probability ~ beta(2, 3)
capability own : probability ~ beta(2, 2)
`;

function ofProbabilities(shape: Shape, times: number, first = 'margin(c, x) and margin(d, 1 - x)'): string {
  return `layout Doubled
${declarations}
let p0 = ${first}
${lets('p', shape, times)}
observe done ~ bernoulli(mix(w, own, own) and p${times})
`;
}

function ofMargins(shape: Shape, times: number, first = 'c * x + d - x'): string {
  return `layout Doubled
${declarations}
let m0 = ${first}
${lets('m', shape, times)}
observe done ~ bernoulli(mix(w, own, logistic(m${times})) and margin(c, x))
`;
}

/** Unconstrained, of c, d, w and own. */
const POINTS = [
  [0.3, -0.4, 0.2, 0.1],
  [-2, 1.5, -1, 0.7],
];

const COLUMNS = { x: [0, 0.1, 0.25, 0.25, 0.5, 0.75, 0.9, 1], done: [1, 0, 1, 0, 1, 0, 1, 0] };

const SKETCHES = ['at levels', 'with separated exponentials'];

type Text = (times: number) => string;

const TEXTS: readonly (readonly [name: string, text: Text])[] = [
  ...Object.entries(PROBABILITIES).map(([name, shape]): [string, Text] => [
    name,
    (times) => ofProbabilities(shape, times),
  ]),
  ['and, of a ratio', (times) => ofProbabilities(PROBABILITIES.and!, times, 'log_margin(c, 0.1 + x)')],
  ['and, of a chance', (times) => ofProbabilities(PROBABILITIES.and!, times, 'mix(w, own, margin(c, x))')],
  ...Object.entries(MARGINS).map(([name, shape]): [string, Text] => [
    `margins, ${name}`,
    (times) => ofMargins(shape, times),
  ]),
  ['data, sum', (times) => ofMargins(MARGINS.sum!, times, 'x')],
  ['data, larger', (times) => ofMargins(MARGINS.larger!, times, 'x')],
];

describe('lets of which each reads the one before more than once', () => {
  it.each(someOf(TEXTS))('make code that is as long as they are: %s', async (_, text) => {
    for (const sketch of SKETCHES) {
      const lengthOf = async (times: number) => {
        const prepared = prepare({ name: 'doubled.ml', text: text(times) });
        return (await prepared.show('assemblyscript', EMITTED[sketch])).length;
      };
      expect(await lengthOf(MOST), sketch).toBeLessThan(3 * (await lengthOf(MOST / 2)));
    }
  });

  it.each(someOf(TEXTS))('mean what the interpreter says: %s', async (_, text) => {
    for (const sketch of SKETCHES) {
      const module = bound(await compileText(text(5), EMITTED[sketch]!), COLUMNS);
      for (const point of POINTS) expectInterpreted(module, point);
    }
  });

  it.each(['and', 'or', 'mix'])('mean what the interpreter says however often they do: %s', async (name) => {
    for (const sketch of SKETCHES) {
      const text = ofProbabilities(PROBABILITIES[name]!, MOST);
      const module = bound(await compileText(text, EMITTED[sketch]!), COLUMNS);
      for (const point of POINTS) expectInterpreted(module, point);
    }
  });
});

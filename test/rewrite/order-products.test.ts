import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import { formula } from '../../compiler/graph/formula.ts';
import { orderProducts } from '../../compiler/rewrite/order-products.ts';
import { sketchFromDeclarations } from '../../compiler/stage/sketch.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { densityText, programsOf, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

/** Of the three demands `size` has the fewest values; `depth * angle` brings the most, and nothing new after `angle`. */
const LAYOUT = `layout Ordered
demand size in {1, 2}
demand depth, angle in [0, 10]
capability sees, turns, grasps ~ uniform(0, 1)
observe done ~ bernoulli(logistic(grasps - depth * angle) and logistic(turns - angle) and logistic(sees - size))
`;

describe('ordering products by how often their factors repeat', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('built', 'ordered'));

  it('puts first the factor with the fewest distinct values, then what adds the fewest', () => {
    const programs = programsOfText(LAYOUT, 'guessed from the declarations');
    expect(programs.fired['order-products']).toBeGreaterThan(0);
    const before = 'logistic(grasps - depth * angle) and logistic(turns - angle) and logistic(sees - size)';
    const after = 'logistic(sees - size) and logistic(turns - angle) and logistic(grasps - depth * angle)';
    expect(densityText(programs, programs.built)).toContain(`(log(not (${before})))`);
    expect(densityText(programs, programs.ordered)).toBe(
      `sum over rows with done = 1 of (log(${after})) + sum over rows with done = 0 of (log(not (${after})))`,
    );
  });

  it('counts the values that a factor takes together with those before it', () => {
    const programs = programsOfText(
      `layout Together
demand size, light in {1, 2}
demand depth in {1, 2, 3}
capability sees, turns, grasps ~ uniform(0, 1)
observe done ~ bernoulli(logistic(turns - depth) and logistic(grasps - size * light) and logistic(sees - size))
`,
      'guessed from the declarations',
    );
    // Size and light have four values together, size and depth six.
    expect(densityText(programs, programs.ordered)).toContain(
      '(log(logistic(sees - size) and logistic(grasps - size * light) and logistic(turns - depth)))',
    );
  });

  it('makes few nodes of a product that is ordered the other way round', () => {
    const made = (length: number) => {
      const names = Array.from({ length }, (_, index) => `d${length - index}`);
      const product = names.map((name) => `logistic(c - ${name})`).join(' and ');
      const text = `layout Long\ndemand ${names.join(', ')} in [0, 1]\ncapability c ~ uniform(0, 1)\nobserve done ~ bernoulli(${product})\n`;
      // Each demand is determined by those that are numbered higher.
      const distinct = (columns: readonly string[]) =>
        Math.max(1, ...columns.map((name) => Number(name.slice(1)) + 1));
      const { graph, logDensity } = buildGraph(readLayout(text), text);
      const before = graph.size;
      const { fired, roots } = orderProducts(graph, [logDensity], { rows: 1e4, distinct });
      expect(fired).toBe(1);
      expect(formula(graph, roots[0]!, { expand: true })).toContain(
        '(log(logistic(c - d1) and logistic(c - d2) and',
      );
      return graph.size - before;
    };
    expect(made(60)).toBeLessThan(2.5 * made(30));
  });

  it('makes few nodes of a long product, whose inner products are only parts of it', () => {
    const chain = (length: number) =>
      `layout Long\ndemand size in [0, 1]\ncapability c : probability ~ beta(1, 1)\nobserve done ~ bernoulli(${Array.from({ length }, () => 'c').join(' or ')} or logistic(size))\n`;
    const nodes = (length: number) =>
      programsOfText(chain(length), 'guessed from the declarations').graph.size;
    expect(nodes(200)).toBeLessThan(2.5 * nodes(100));
  });

  it('asks of a long product of unlike demands how often few of them repeat, and not each with each', () => {
    const asked = (length: number) => {
      const names = (of: string) => Array.from({ length }, (_, index) => `${of}${index}`).join(', ');
      const margins = Array.from({ length }, (_, index) => `margin(able${index}, asks${index})`).join(
        ' and ',
      );
      const text = `layout Wide\ndemand ${names('asks')} in [0, 1]\ncapability ${names('able')} ~ uniform(0, 1)\nobserve done ~ bernoulli(${margins})\n`;
      const layout = readLayout(text);
      const sketch = sketchFromDeclarations(layout);
      let count = 0;
      const distinct = (columns: readonly string[]) => {
        count++;
        return sketch.distinct(columns);
      };
      programsOf(layout, text, { rows: sketch.rows, distinct });
      return count;
    };
    expect(asked(32)).toBeLessThan(3 * asked(16));
  });

  it('leaves the order of the author where all factors repeat alike', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    expect(programs.fired['order-products']).toBe(0);
    expect(programs.ordered.roots).toEqual(programs.built.roots);
  });
});

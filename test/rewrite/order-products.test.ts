import { describe, expect, it } from 'vitest';
import { densityText, programsOfText } from './programs.ts';
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
    expect(programs.fired['products ordered']).toBeGreaterThan(0);
    const before = 'logistic(grasps - depth * angle) and logistic(turns - angle) and logistic(sees - size)';
    const after = 'logistic(sees - size) and logistic(turns - angle) and logistic(grasps - depth * angle)';
    expect(densityText(programs, programs.built)).toContain(`(log(not (${before})))`);
    expect(densityText(programs, programs.ordered)).toBe(
      `sum over rows with done = 1 of (log(${after})) + sum over rows with done = 0 of (log(not (${after})))`,
    );
  });

  it('makes few nodes of a long product, whose inner products are only parts of it', () => {
    const chain = (length: number) =>
      `layout Long\ndemand size in [0, 1]\ncapability c : probability ~ beta(1, 1)\nobserve done ~ bernoulli(${Array.from({ length }, () => 'c').join(' or ')} or logistic(size))\n`;
    const nodes = (length: number) =>
      programsOfText(chain(length), 'guessed from the declarations').graph.size;
    expect(nodes(200)).toBeLessThan(2.5 * nodes(100));
  });

  it('leaves the order of the author where all factors repeat alike', () => {
    const programs = programsOfText(LAYOUT, 'nothing repeats');
    expect(programs.fired['products ordered']).toBe(0);
    expect(programs.ordered.roots).toEqual(programs.built.roots);
  });
});

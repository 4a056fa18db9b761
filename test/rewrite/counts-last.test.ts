import { describe, expect, it } from 'vitest';
import { formula } from '../../compiler/graph/formula.ts';
import { isReduction } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { type Program, type Programs, programsOfText } from './programs.ts';
import { expectStepKeepsMeaning } from './same-meaning.ts';

/** What the sums of a program add up, where they are sums over rows with one outcome. */
function summands({ graph }: Programs, { roots }: Program): string[] {
  return reachable(graph, roots)
    .filter((id) => isReduction(graph.node(id)))
    .map((id) => formula(graph, graph.node(id).inputs[0]!, { expand: true }));
}

describe('taking counts last', () => {
  it('keeps what random layouts mean', () => expectStepKeepsMeaning('complementsForgotten', 'countsLast'));

  it('takes the count out of every sum that goes to the profile', () => {
    const programs = programsOfText(
      `layout Counted
demand size, depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, margin(sight, size), margin(reach, depth)))
`,
      'nothing repeats',
    );
    expect(
      summands(programs, programs.complementsForgotten).some((text) => text.startsWith('count / ')),
    ).toBe(true);
    for (const text of summands(programs, programs.countsLast)) expect(text).toMatch(/^count \* /);
  });

  it('leaves a count by which members do not stand', () => {
    const programs = programsOfText(
      `layout Levels
demand size in {1, 2, 3}
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, margin(sight, size), margin(reach, size, 2)))
`,
      'guessed from the declarations',
    );
    // Both outcomes are counted for one level, which stands among the levels by neither.
    expect(summands(programs, programs.complementsForgotten).some((text) => text.includes('count'))).toBe(
      true,
    );
    expect(programs.countsLast.roots).toEqual(programs.complementsForgotten.roots);
  });

  it('leaves the count where a loop adds to the levels of another domain', () => {
    const programs = programsOfText(
      `layout Scattered
demand size in {1, 2}
demand depth in [0, 10]
capability sight, reach ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, margin(sight, size), margin(reach, depth)))
`,
      'guessed from the declarations',
    );
    const { countsLast, complementsForgotten } = programs;
    expect(summands(programs, countsLast)).toEqual(summands(programs, complementsForgotten));
  });
});

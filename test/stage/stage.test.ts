import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { formula, rowSetText } from '../../compiler/graph/formula.ts';
import { PROFILE } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { whereUsed } from '../../compiler/stage/placement.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { expectSameMeaning, type Programs, programsOf, SKETCHES } from '../rewrite/programs.ts';

const numRuns = casesOf(20);

/** As many values as a hash of the columns says: any sketch is allowed, true of the data or not. */
const arbitrarySketch: fc.Arbitrary<(layout: TypedLayout) => DataSketch> = fc
  .tuple(
    fc.integer({ min: 1, max: 200 }),
    fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 5, maxLength: 5 }),
  )
  .map(([rows, levels]) => () => ({
    rows,
    distinct: (columns) =>
      Math.min(
        rows,
        columns.reduce((product, column) => product * levels[column.length % levels.length]!, 1),
      ),
  }));

describe.each([
  ['where it is used', whereUsed],
  ['at levels', undefined],
])('staging with each node computed %s', (_name, placement) => {
  it('keeps what random layouts mean, whatever is known of the data', () => {
    fc.assert(
      fc.property(
        arbitraryCase,
        fc.oneof(fc.constantFrom(...Object.values(SKETCHES)), arbitrarySketch),
        (random, sketch) => {
          const programs = programsOf(random.layout, random.text, sketch(random.layout), placement);
          expectSameMeaning(random, programs.graph, programs.paired, programs.staged);
        },
      ),
      { numRuns, endOnFailure: true },
    );
  });

  it('leaves no column, sum over rows or statistic to be computed once per gradient', () => {
    fc.assert(
      fc.property(arbitraryCase, fc.constantFrom(...Object.values(SKETCHES)), ({ layout, text }, sketch) => {
        const { graph, staged } = programsOf(layout, text, sketch(layout), placement);
        for (const id of reachable(graph, staged.roots)) {
          const { op, domain } = graph.node(id);
          expect(['column', 'sum', 'statistic', 'valueOf', 'logOf']).not.toContain(op);
          if (graph.kind(id) === 'level') expect(domain).not.toBe(PROFILE);
        }
      }),
      { numRuns, endOnFailure: true },
    );
  });
});

const LAYOUT = `layout Staged
demand size in {1, 2}
demand depth, angle in [0, 10]
capability sees, turns, grasps ~ uniform(0, 1)
observe done ~ bernoulli(logistic(sees - size) and logistic(turns - angle) and logistic(grasps - depth * angle))
`;

function staged(sketch: DataSketch, placement?: typeof whereUsed): Programs {
  return programsOf(readLayout(LAYOUT), LAYOUT, sketch, placement);
}

function domainsOf({ graph, staged: program }: Programs): string[] {
  return program.domains.map(
    ({ rows, keys }) => `${rowSetText(rows)}: ${keys.map((key) => formula(graph, key)).join(', ')}`,
  );
}

const repeating = SKETCHES['guessed from the declarations'](readLayout(LAYOUT));

describe('stage', () => {
  it('gives each sum a domain of its own rows, which differ in what the sum reads', () => {
    expect(domainsOf(staged({ rows: 100, distinct: () => 100 }, whereUsed))).toEqual([
      'rows with done = 1: size, angle, depth * angle',
      'rows with done = 0: size, angle, depth * angle',
    ]);
  });

  it('gives the levels of one demand a domain that serves successes and failures', () => {
    expect(domainsOf(staged(repeating))).toEqual([
      'all rows: size',
      'all rows: angle',
      'all rows: depth * angle',
      'rows with done = 0: size, angle, depth * angle',
      'rows with done = 0: size, angle',
    ]);
  });

  it('computes a product where its factors are looked up, and the product of fewer values at those', () => {
    const programs = staged(repeating);
    const { graph } = programs;
    const products = reachable(graph, programs.staged.roots)
      .filter((id) => graph.node(id).op === 'multiply' && graph.kind(id) === 'level')
      .map((id) => `${formula(graph, id)} @ ${domainsOf(programs)[graph.node(id).domain - 1]}`);
    expect(products).toContain(
      'logistic(sees - size) * logistic(turns - angle) @ rows with done = 0: size, angle',
    );
  });

  it('computes what latents do not touch once, and names it as the author does', () => {
    const text = `layout Stored
demand size in [0, 10]
capability sees ~ uniform(0, 1)
let hardest = max(size) + 1
let share = size / hardest
observe done ~ bernoulli(logistic(sees * hardest - share))
`;
    const { graph, staged: program } = programsOf(readLayout(text), text, repeating);
    const stored = reachable(graph, program.roots).filter((id) => graph.node(id).op === 'stored');
    expect(stored.map((id) => [graph.nameOf(id), graph.kind(id), graph.node(id).domain === PROFILE])).toEqual(
      [
        ['hardest', 'statistic', true],
        ['share', 'data', false],
      ],
    );
  });

  it('makes one key of columns that determine another key', () => {
    const text = `layout Determined
demand size in [0, 10]
capability sees, grasps ~ uniform(0, 1)
observe done ~ bernoulli(mix(0.5, logistic(sees - size), logistic(grasps - size ^ 3)))
`;
    const programs = programsOf(readLayout(text), text, repeating, whereUsed);
    expect(domainsOf(programs)).toEqual(['rows with done = 1: size', 'rows with done = 0: size']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formula } from '../../compiler/graph/formula.ts';
import type { NodeId } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import {
  FEW_MEMBERS,
  LEVEL_RANGE_LIMIT,
  type LevelDomains,
  separateLevels,
} from '../../compiler/rewrite/separate-levels.ts';
import type { Domain } from '../../compiler/stage/domain.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { expectSameMeaning, type Program, type Programs, programsOf, SKETCHES } from './programs.ts';

/** A domain of so many keys has this many members: enough for each, and many more the more keys there are. */
const sizeOf = (keys: readonly NodeId[]) => FEW_MEMBERS * 5 ** (keys.length - 1);

/** The rewritten program with the domains that it was given besides. */
function separated({ graph, logsMerged }: Programs, isLarge = false): Program & { readonly fired: number } {
  const domains: Domain[] = [...logsMerged.domains];
  const levels: LevelDomains = {
    domains,
    size: sizeOf,
    isLarge: () => isLarge,
    within: ({ rows }, keys) => {
      const known = domains.find((domain) => sameDomain(domain, { rows, keys }));
      if (known !== undefined) return known.id;
      domains.push({ id: domains.length + 1, rows, keys });
      return domains.length;
    },
  };
  return { ...separateLevels(graph, logsMerged.roots, levels), domains };
}

function sameDomain(a: Omit<Domain, 'id'>, b: Omit<Domain, 'id'>): boolean {
  return JSON.stringify([a.rows, a.keys]) === JSON.stringify([b.rows, b.keys]);
}

const LAYOUT = `layout Levels
demand far in [0, 50]
demand side in {-1, 0, 1}
demand size in {1, 2}
capability reach ~ uniform(0, 50)
capability sight ~ uniform(0, 3)
bias drift ~ normal(0, 10)
let arrives = margin(reach + drift * side, far)
observe done ~ bernoulli(mix(0.2, arrives and margin(sight, size), 0.5))
`;

/** The programs of a layout whose rows agree in some demands and not in others. */
function programsOfText(text: string): Programs {
  return programsOf(readLayout(text), text, { rows: 1e6, distinct: (columns) => 10 ** columns.length });
}

/** The exponentials under the roots, each with whether it is of the profile or of the data of its domain. */
function exponentials({ graph }: Programs, { roots, domains }: Program): string[] {
  const of = (domain: number) =>
    domain === 0 ? 'profile' : domains[domain - 1]!.keys.map((key) => formula(graph, key)).join(', ');
  return [
    ...new Set(
      reachable(graph, roots).flatMap((id) => {
        const { op, domain } = graph.node(id);
        return op === 'exp' ? [of(domain)] : [];
      }),
    ),
  ].sort();
}

describe('separating exponentials at levels', () => {
  it('keeps what random layouts mean, at all points', () => {
    fc.assert(
      fc.property(
        arbitraryCase,
        fc.constantFrom(...Object.values(SKETCHES)),
        fc.boolean(),
        (random, sketch, isLarge) => {
          const programs = programsOf(random.layout, random.text, sketch(random.layout));
          const after = separated(programs, isLarge);
          // Few have an exponential that separates: the runs are those that do.
          fc.pre(after.fired > 0);
          expectSameMeaning(random, programs.graph, programs.logsMerged, after);
        },
      ),
      { numRuns: casesOf(6), endOnFailure: true },
    );
  });

  const programs = programsOfText(LAYOUT);
  const after = separated(programs);

  it('has one exponential for each value of what latents multiply, and one for each of the data', () => {
    expect(after.fired).toBe(4);
    expect(exponentials(programs, after)).toEqual(['profile', 'side']);
  });

  it('leaves what the second program has to it', () => {
    const large = separated(programs, true);
    expect(large.fired).toBe(2);
    expect(exponentials(programs, large)).toEqual(['side']);
  });

  it.each([
    ['in range', { reach: 20, drift: 1, sight: 1.5 }],
    ['where the exponentials would overflow', { reach: 20, drift: 900, sight: 1.5 }],
  ])('means the same %s', (place, values) => {
    const { graph, logsMerged } = programs;
    const data = {
      rows: 6,
      columns: {
        far: [0, 10, 20, 30, 40, 50],
        side: [-1, 0, 1, -1, 0, 1],
        size: [1, 2, 1, 2, 1, 2],
        done: [1, 1, 0, 0, 1, 0],
      },
    };
    const point = {
      latents: new Map(Object.entries(values).map(([name, value]) => [name, { value }])),
      unconstrained: new Map(Object.keys(values).map((name) => [name, 0.3])),
    };
    const conditions = reachable(graph, after.roots).flatMap((id) => {
      const { op, inputs } = graph.node(id);
      return op === 'whereNonNegative' ? inputs.slice(0, 1) : [];
    });
    const left = evaluateGraph(graph, [...new Set(conditions)], data, point, after.domains);
    expect(left).toHaveLength(2);
    expect(left.every((each) => each >= 0 && each < LEVEL_RANGE_LIMIT)).toBe(place === 'in range');
    const were = evaluateGraph(graph, logsMerged.roots, data, point, logsMerged.domains);
    const are = evaluateGraph(graph, after.roots, data, point, after.domains);
    are.forEach((value, index) => {
      expect(Math.abs(value - were[index]!)).toBeLessThanOrEqual(1e-11 * Math.max(1, Math.abs(were[index]!)));
    });
  });

  it.each([
    ['what latents multiply has as many values as the levels', 'drift * side', 'drift * far'],
    ['a margin is no such sum', 'drift * side', '(drift + side) * side'],
    ['latents multiply one another by data', 'drift * side', 'drift * (side + reach)'],
  ])('leaves it where %s', (_, from, to) => {
    const other = programsOfText(LAYOUT.replace(from, to));
    const { fired } = separated(other);
    expect(fired).toBe(2);
  });
});

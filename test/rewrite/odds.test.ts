import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { formula } from '../../compiler/graph/formula.ts';
import type { Graph } from '../../compiler/graph/graph.ts';
import type { NodeId, Op } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { advance } from '../../compiler/passes/passes.ts';
import { Program as Passing } from '../../compiler/passes/program.ts';
import { factorAdjoints } from '../../compiler/rewrite/factor-adjoints.ts';
import { forgetComplements } from '../../compiler/rewrite/forget-complements.ts';
import { logisticsInOdds } from '../../compiler/rewrite/odds.ts';
import { oddsShares } from '../../compiler/rewrite/odds-shares.ts';
import { type Rewrite, rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import { separateExponentials } from '../../compiler/rewrite/separate-exponentials.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { stage } from '../../compiler/stage/stage.ts';
import { evaluateGraph } from '../evaluate-graph.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { adjointsOf, expectSameMeaning, type Program, programsOf } from './programs.ts';
import { onAnyData } from './spelt-out.ts';

/** So many rows, no two alike, that logistics are carried as odds. */
const MANY: DataSketch = { rows: 5000, distinct: () => 5000 };
const FEW: DataSketch = { rows: 500, distinct: () => 500 };

interface InOdds {
  readonly graph: Graph;
  /** The log density, the Jacobian, and the latents' values, as `expectSameMeaning` wants them, then adjoints. */
  readonly derived: Program;
  readonly factored: Program;
  readonly shares: Program;
}

function inOdds(layout: TypedLayout, text: string, sketch: DataSketch): InOdds & { readonly plain: Program } {
  const built = buildGraph(layout, text);
  const { graph, latents } = built;
  const others = [
    built.logJacobian,
    ...latents.map(({ transformed }) => transformed.value),
    ...latents.flatMap(({ transformed: { complement } }) => (complement === null ? [] : [complement])),
  ];
  const programs = programsOf(layout, text, sketch);
  const compilation = { graph, sketch, trace: [] };
  const carried = Passing.of('separated', compilation, [['log density', built.logDensity]]);
  const [density] = advance(carried, 'stage').current as [NodeId];
  const staged = stage(graph, [density, ...others]);
  const program = (roots: readonly NodeId[]): Program => ({ roots, domains: staged.domains });
  const apply = (roots: readonly NodeId[], rewrite: Rewrite) => rewriteGraph(graph, roots, rewrite).roots;
  const derived = [...staged.roots, ...adjointsOf(built, staged.roots[0]!)];
  const shares = apply(derived, oddsShares);
  const forgotten = apply(shares, forgetComplements);
  const factored = apply(forgotten, factorAdjoints(graph, forgotten));
  return {
    graph,
    plain: programs.derived,
    derived: program(derived),
    factored: program(factored),
    shares: program(shares),
  };
}

function countOf(graph: Graph, { roots }: Program, op: Op): number {
  return reachable(graph, roots).filter((id) => graph.node(id).op === op).length;
}

/** Zero mass of what a latent at its bound makes impossible must be -Infinity or 0, never NaN. */
const DOWNSCALED = `layout Downscaled
demand detail, distance in [0, 10]
capability acuity, navigation ~ uniform(0, 10)
robustness slip : probability ~ beta(1, 1)
observe success ~ bernoulli(downscale(slip, margin(acuity, detail) and margin(navigation, distance)))
`;

const NAVIGATION = `layout Navigation
demand detail, distance in [0, 10]
capability acuity, navigation ~ uniform(0, 10)
let sees = margin(acuity, detail)
let walks = margin(navigation, distance)
observe success ~ bernoulli(sees and walks)
`;

describe('probabilities carried as odds', () => {
  it('keep what random layouts mean, and so do their derivatives and shares', () => {
    fc.assert(
      fc.property(arbitraryCase, (random) => {
        const { graph, derived, factored, shares } = inOdds(random.layout, random.text, MANY);
        for (const [before, after] of [
          [derived, derived],
          [derived, shares],
          [shares, factored],
        ] as const) {
          expectSameMeaning(random, graph, before, after);
        }
      }),
      { numRuns: casesOf(25), endOnFailure: true },
    );
  });

  it.each([
    'sees and walks and nerve',
    'logistic(-2 * (acuity - detail)) and walks',
    'logistic(1 - 3 * (acuity - detail)) and not walks',
    'nerve and not sees and walks',
    'sees or walks or nerve',
    'not (sees and walks)',
    'mix(nerve, sees, walks)',
    'mix(sees, nerve, walks)',
    'mix(nerve, sees and walks, not sees) and walks',
    'presence(nerve, dark) and sees and walks',
  ])('keep what %s means', (success) => {
    const text = NAVIGATION.replace('sees and walks', success).replace(
      'let sees',
      'demand dark : flag\ncapability nerve : probability ~ beta(1, 1)\nlet sees',
    );
    const { graph, derived, factored, shares } = inOdds(readLayout(text), text, MANY);
    expect(countOf(graph, derived, 'oddsAgainst')).toBeGreaterThan(0);
    const separated = separateExponentials(graph, factored.roots, () => true);
    expect(separated.ranges.length).toBeGreaterThan(0);
    onAnyData(text, (random) => {
      expectSameMeaning(random, graph, derived, shares);
      expectSameMeaning(random, graph, shares, factored);
      // These points are within the range in which exponentials may separate.
      expectSameMeaning(random, graph, factored, { roots: separated.roots, domains: factored.domains });
    });
  });

  it('take the logarithm of the others apart, and of all odds together', () => {
    const text = NAVIGATION.replace('sees and walks', 'sees and nerve and walks').replace(
      'let sees',
      'capability nerve : probability ~ beta(1, 1)\nlet sees',
    );
    const { graph, derived } = inOdds(readLayout(text), text, MANY);
    const successes = formula(graph, derived.roots[0]!, { expand: true });
    expect(successes).toContain('log(nerve)');
    // One for all successes and one for all failures.
    expect(countOf(graph, derived, 'logShare')).toBe(2);
  });

  it('need one division for a row, however many factors it has', () => {
    const layout = readLayout(NAVIGATION);
    const { graph, factored } = inOdds(layout, NAVIGATION, MANY);
    expect(countOf(graph, factored, 'logistic')).toBe(0);
    expect(countOf(graph, factored, 'oddsAgainst')).toBe(4);
    // One for the rows with success, one for those without.
    expect(countOf(graph, factored, 'divide')).toBe(2);
  });

  it('stay odds where one of them stands alone, whether it succeeds or fails', () => {
    const alone = NAVIGATION.replace('sees and walks', 'sees')
      .replace(/let walks.*\n/, '')
      .replace('detail, distance', 'detail')
      .replace('acuity, navigation', 'acuity');
    const { graph, derived } = inOdds(readLayout(alone), alone, MANY);
    expect(countOf(graph, derived, 'logShare')).toBe(2);
    expect(countOf(graph, derived, 'logLogistic')).toBe(0);
  });

  it('multiply once more for each latent that a row moves', () => {
    const layout = readLayout(NAVIGATION);
    const { graph, shares, factored } = inOdds(layout, NAVIGATION, MANY);
    expect(countOf(graph, factored, 'multiply')).toBeLessThan(countOf(graph, shares, 'multiply'));
  });

  it('have no NaN where a latent at its bound makes success impossible', () => {
    const layout = readLayout(DOWNSCALED);
    const { graph, factored } = inOdds(layout, DOWNSCALED, MANY);
    const data = {
      rows: 2,
      columns: {
        detail: Float64Array.of(1, 2),
        distance: Float64Array.of(3, 1),
        success: Float64Array.of(1, 0),
      },
    };
    const latents = new Map(['acuity', 'navigation'].map((name) => [name, { value: 4 }]));
    const at = { latents: latents.set('slip', { value: 1 }) };
    const [logDensity] = evaluateGraph(graph, factored.roots.slice(0, 1), data, at, factored.domains);
    expect(logDensity).toBe(Number.NEGATIVE_INFINITY);
  });

  it('are not for a logistic that a product has more than twice, since its power may overflow', () => {
    const carried = (probability: string) => {
      const text = `layout Powers
demand size in [0, 1]
capability sight ~ uniform(0, 1)
let sees = logistic(sight - size)
let both = sees and sees
observe done ~ bernoulli(${probability})
`;
      const { graph, logDensity } = buildGraph(readLayout(text), text);
      return logisticsInOdds(graph, [logDensity], MANY).size;
    };
    expect(carried('both')).toBe(1);
    expect(carried('mix(0.1, both, 0.5)')).toBe(1);
    expect(carried('both and sees')).toBe(0);
    expect(carried('not both and not both')).toBe(0);
    expect(carried('mix(0.1, both, sees)')).toBe(0);
  });

  it('are for logistics of every row, of an affine margin, where rows are many', () => {
    const chosen = (text: string, sketch: DataSketch) => {
      const layout = readLayout(text);
      const { graph, logDensity } = buildGraph(layout, text);
      return [...logisticsInOdds(graph, [logDensity], sketch)].map((id) => formula(graph, id)).sort();
    };
    const both = ['logistic(acuity - detail)', 'logistic(navigation - distance)'];
    expect(chosen(NAVIGATION, MANY)).toEqual(both);
    expect(chosen(NAVIGATION, FEW)).toEqual([]);
    const levels: DataSketch = {
      rows: 5000,
      distinct: (columns) => (columns.includes('distance') ? 5000 : 20),
    };
    expect(chosen(NAVIGATION, levels)).toEqual(both.slice(1));
    // Sight is looked up by the rows of one outcome, though each row of the other has its own.
    const twice = NAVIGATION.replace('observe', 'observe seen ~ bernoulli(sees)\nobserve');
    const lookedUp: DataSketch = {
      rows: 1e5,
      distinct: (columns) => (columns.includes('distance') ? 1e5 : 5000),
    };
    expect(chosen(twice, lookedUp)).toEqual(both.slice(1));
    const scaled = NAVIGATION.replace('margin(acuity, detail)', 'margin(acuity * detail, 1)');
    expect(chosen(scaled, MANY)).toEqual(both.slice(1));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedLayout } from '../../compiler/check/typed-layout.ts';
import { buildGraph } from '../../compiler/graph/build.ts';
import { formula } from '../../compiler/graph/formula.ts';
import type { Graph } from '../../compiler/graph/graph.ts';
import type { NodeId, Op } from '../../compiler/graph/node.ts';
import { factorAdjoints } from '../../compiler/rewrite/factor-adjoints.ts';
import { forgetComplements } from '../../compiler/rewrite/forget-complements.ts';
import { logisticsInOdds } from '../../compiler/rewrite/odds.ts';
import { oddsShares } from '../../compiler/rewrite/odds-shares.ts';
import { type Rewrite, reachable, rewriteGraph } from '../../compiler/rewrite/rewrite.ts';
import { densityInOdds } from '../../compiler/schedule/separated-density.ts';
import type { DataSketch } from '../../compiler/stage/sketch.ts';
import { stage } from '../../compiler/stage/stage.ts';
import { readLayout } from '../interpret/read-layout.ts';
import { arbitraryCase } from '../random-layout.ts';
import { adjointsOf, expectSameMeaning, type Program, programsOf } from './programs.ts';

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
  const density = densityInOdds(graph, built.logDensity, sketch, []);
  const staged = stage(graph, [density, ...others]);
  const program = (roots: readonly NodeId[]): Program => ({ roots, domains: staged.domains });
  const apply = (roots: readonly NodeId[], rewrite: Rewrite) => rewriteGraph(graph, roots, rewrite).roots;
  const derived = [...staged.roots, ...adjointsOf(built, staged.roots[0]!)];
  const forgotten = apply(derived, forgetComplements);
  const factored = apply(forgotten, factorAdjoints(graph, forgotten));
  const shares = apply(factored, oddsShares);
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
          [derived, factored],
          [factored, shares],
        ] as const) {
          expectSameMeaning(random, graph, before, after);
        }
      }),
      { numRuns: Number(process.env.THEODOLITE_RUNS ?? 25), endOnFailure: true },
    );
  });

  it('need one division for a row, however many factors it has', () => {
    const layout = readLayout(NAVIGATION);
    const { graph, shares } = inOdds(layout, NAVIGATION, MANY);
    expect(countOf(graph, shares, 'logistic')).toBe(0);
    expect(countOf(graph, shares, 'oddsAgainst')).toBe(4);
    // One for the rows with success, one for those without.
    expect(countOf(graph, shares, 'divide')).toBe(2);
  });

  it('multiply once more for each latent that a row moves', () => {
    const layout = readLayout(NAVIGATION);
    const { graph, derived, factored } = inOdds(layout, NAVIGATION, MANY);
    expect(countOf(graph, factored, 'multiply')).toBeLessThan(countOf(graph, derived, 'multiply'));
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
    const scaled = NAVIGATION.replace('margin(acuity, detail)', 'margin(acuity * detail, 1)');
    expect(chosen(scaled, MANY)).toEqual(both.slice(1));
  });
});

import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../compiler/build/build.ts';
import { sharedDivision } from '../../compiler/emit/two-pairs.ts';
import { formula } from '../../compiler/graph/formula.ts';
import type { ArithmeticOp, NodeId } from '../../compiler/graph/node.ts';
import { reachable } from '../../compiler/graph/traverse.ts';
import { readLayout } from '../interpret/read-layout.ts';

const LAYOUT = `layout Odds
demand x, y in [0, 1]
capability c, d ~ uniform(0, 1)
observe done ~ bernoulli(logistic(c - x))
`;
const [MEMBERS, LEVELS] = [1, 2] as const;

/** A loop over members that divides by one more than an odds, and what its sums want. */
function open() {
  const { graph } = buildGraph(readLayout(LAYOUT), LAYOUT);
  const apply = (op: ArithmeticOp, ...inputs: NodeId[]) => graph.apply(op, inputs, MEMBERS);
  const column = (name: string) => graph.intern({ op: 'column', name, inputs: [] });
  const stored = (expression: NodeId, domain: number = MEMBERS) =>
    graph.intern({ op: 'stored', expression, inputs: [], domain });
  const odds = (latent: string, demand: string) =>
    apply(
      'multiply',
      graph.apply('exp', [graph.intern({ op: 'latent', name: latent, inputs: [] })]),
      stored(graph.apply('exp', [column(demand)])),
    );
  const number = (value: number) => graph.constant(value);
  const [u, v] = [odds('c', 'x'), odds('d', 'y')];
  const over = (divisor: NodeId) => apply('divide', number(1), divisor);
  const whole = apply('add', number(1), u);
  const nodesOf = (terms: readonly NodeId[]) =>
    reachable(graph, terms).filter(
      (id) => graph.node(id).domain === MEMBERS && graph.node(id).op !== 'stored',
    );
  return {
    ...{ graph, apply, stored, column, number, u, v, over, whole },
    shared: (...terms: NodeId[]) =>
      sharedDivision(
        graph,
        { step: { domain: MEMBERS, nodes: nodesOf(terms), reductions: [] }, outer: null },
        terms,
      ),
  };
}

describe('the division of a loop of odds', () => {
  it('is shared where every term is proportional to it, each with its sign', () => {
    const { graph, apply, u, v, over, whole, shared } = open();
    const near = over(whole);
    const [one, other] = [
      apply('multiply', u, near),
      apply('subtract', apply('negate', near), apply('multiply', v, near)),
    ];
    const found = shared(one, other)!;
    expect(found.divisor).toBe(whole);
    expect(found.numerators.get(one)).toBe(u);
    expect(formula(graph, found.numerators.get(other)!)).toBe('-(1 + exp(d) * exp(y))');
  });

  it.each([
    [
      'a term has the division squared',
      ({ apply, over, whole }) => apply('multiply', over(whole), over(whole)),
    ],
    ['a term adds something else', ({ apply, over, whole, u }) => apply('add', over(whole), u)],
    ['a term does not read it', ({ u }) => u],
    [
      'a term is made of data that could be large',
      ({ apply, over, whole, stored, column }) => apply('multiply', stored(column('x')), over(whole)),
    ],
    [
      'a term has a constant that could be large',
      ({ apply, over, whole, number }) => apply('multiply', number(1e7), over(whole)),
    ],
    [
      'a term has a power above 2',
      ({ apply, over, whole, u }) =>
        apply('multiply', apply('multiply', u, apply('multiply', u, u)), over(whole)),
    ],
    [
      'the divisor has a power above 2',
      ({ apply, over, whole, u }) =>
        over(apply('multiply', whole, apply('multiply', whole, apply('add', u, whole)))),
    ],
    [
      'the divisor has data in it',
      ({ apply, over, whole, stored, column }) => over(apply('add', whole, stored(column('x')))),
    ],
    ['the divisor has a constant above 1', ({ apply, over, u, number }) => over(apply('add', number(2), u))],
    [
      'there are two divisions',
      ({ apply, over, whole, u }) => apply('add', over(whole), over(apply('add', whole, u))),
    ],
  ] as const satisfies readonly (readonly [string, (loop: ReturnType<typeof open>) => NodeId])[])(
    'is not where %s',
    (_, termOf) => {
      const loop = open();
      expect(loop.shared(loop.over(loop.whole))).not.toBeNull();
      expect(loop.shared(termOf(loop))).toBeNull();
    },
  );

  it('is not where a level is looked up', () => {
    const { graph, apply, over, whole, stored, column, shared } = open();
    const ofProfile = graph.apply('exp', [graph.intern({ op: 'latent', name: 'd', inputs: [] })]);
    const ofLevel = stored(graph.apply('exp', [column('y')]), LEVELS);
    const level = graph.apply('multiply', [ofProfile, ofLevel], LEVELS);
    expect(shared(apply('multiply', level, over(whole)))).toBeNull();
  });
});

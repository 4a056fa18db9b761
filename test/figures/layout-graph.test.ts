import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';
import type { Selection } from '../../compiler/choose/alternatives.ts';
import { layoutGraph } from '../../reporting/figures/data/layout-graph.ts';
import { type FrameOptions, openFrame, WIDTHS } from '../../reporting/figures/draw/frame.ts';
import { placeInLines } from '../../reporting/figures/graph/graph-in-lines.ts';
import { graphDot, graphMermaid, type LayoutGraph } from '../../reporting/figures/graph/layout-graph.ts';
import { type Box, placeGraph } from '../../reporting/figures/graph/place-graph.ts';
import { drawLayoutGraph, LEGIBLE } from '../../reporting/figures/kinds/layout-graph.ts';
import { expectStored } from './stored-svg.ts';

function graphOf(text: string, selection: Selection = {}): LayoutGraph {
  const { syntax, layout, diagnostics } = analyseSource({ name: 'layout.ml', text }, selection);
  if (syntax === null || layout === null) throw new Error(JSON.stringify(diagnostics));
  return layoutGraph(syntax, layout, text);
}

/** One of every kind of node, edge and plate. */
const COURSE = `/// Everything that a graph has, "quoted" <b>too</b>.
layout Course
unit m
category robot
/// How high.
demand height : m in [0, 4]
demand side in {-1, 0, 1}
demand dark : flag
param spread : m ~ half_normal(1)
capability climb[robot] : m ~ normal(2, spread)
bias lean : m ~ normal(0, 1) in [-2, 2]
propensity haste : m ~ normal(0, 1)
capability sight : probability ~ beta(1, 1)
robustness slip : probability ~ beta(1, 9)
link reaches(ability, demand) = logistic((ability - demand) / 0.5 m)
let top = max(height)
let lift = height + lean * side
let sees = presence(sight, dark)
let gets = choose how {
  both: reaches(climb[robot], lift) and sees and not band(haste, height, top),
  one: reaches(climb[robot], lift)
}
observe success ~ bernoulli(mix(slip, gets, 1 - mean(success)))
`;

const draw = async (graph: LayoutGraph, options: FrameOptions = {}) =>
  drawLayoutGraph(graph, await openFrame(options));

/** Worked layouts by their paths. */
const WORKED = readdirSync('stdlib-layouts', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ml') && path !== 'prelude.ml')
  .map((path): [string, LayoutGraph] => [path, graphOf(readFileSync(`stdlib-layouts/${path}`, 'utf8'))]);

/** A layout whose `let`s read one another, so that its columns are wider than a page. */
const CHAIN = `layout Chain
capability ability ~ normal(0, 1)
demand hardness in [-3, 3]
${Array.from({ length: 9 }, (_, place) => `let step_of_the_chain_${place} = ${place === 0 ? 'ability' : `step_of_the_chain_${place - 1}`} - hardness`).join('\n')}
observe right ~ bernoulli(logistic(step_of_the_chain_8))
`;

it('connects the solution of an equation with what is solved, and not with the demand that is sought', () => {
  const { edges } = graphOf(`layout Horizon
demand length in [1, 100]
demand dark : flag
param slope ~ half_normal(1)
param reach ~ normal(0, 1)
report horizon = solve(length, done = 0.5, reach = 2 * slope, dark = 0)
observe done ~ bernoulli(logistic(slope * (reach - dark - length)))
`);
  expect(edges.filter(({ to }) => to === 'horizon').map(({ from }) => from)).toEqual(['done', 'slope']);
});

describe('the graph of a layout', () => {
  const graph = graphOf(COURSE);
  const edges = graph.edges.map(({ from, to, kind }) => {
    const shown = (name: string) => graph.factors.find(({ id }) => id === name)?.function ?? name;
    return `${shown(from)} ${kind === 'value' ? '>' : kind} ${shown(to)}`;
  });

  it('has a node for each declaration, in the plate of what it is there for', () => {
    expect(
      Object.fromEntries(graph.nodes.map(({ name, kind, plate }) => [name, `${kind} ${plate}`])),
    ).toEqual({
      ...{ height: 'demand #rows', side: 'demand #rows', dark: 'demand #rows' },
      ...{ spread: 'param null', climb: 'capability robot', lean: 'bias null', haste: 'propensity null' },
      ...{ sight: 'capability null', slip: 'robustness null', top: 'data null', lift: 'derived #rows' },
      ...{ sees: 'derived #rows', gets: 'derived #rows', success: 'outcome #rows' },
    });
    expect(graph.plates.map(({ label }) => label)).toEqual(['each robot', 'each row']);
  });

  it('leads what is read through the linking functions that are called, and through nothing else', () => {
    expect([...edges].sort()).toEqual(
      [
        ...['spread > normal', 'normal > climb', 'height statistic top'],
        ...['height > lift', 'lean > lift', 'side > lift', 'sight > presence', 'dark > presence'],
        ...['presence > sees', 'climb > reaches', 'lift > reaches', 'reaches > and', 'sees > and'],
        ...['haste > band', 'height > band', 'top > band', 'band > not', 'not > and', 'and > gets'],
        ...['slip > mix', 'gets > mix', 'mix > success'],
      ].sort(),
    );
  });

  it('is that of the alternatives that are chosen', () => {
    const other = graphOf(COURSE, { how: 'one' });
    expect(other.factors.map((factor) => factor.function)).toEqual(['presence', 'reaches', 'normal', 'mix']);
  });

  it('leads weights, flags and limits of censored outcomes to what is observed', () => {
    const edges = graphOf(`layout Times
unit s
demand budget : s in [0, 9]
demand stopped : flag
demand importance in [0, 1]
capability pace : s ~ half_normal(1)
observe first : s ~ lognormal(median = pace, spread = 1) weight importance censored above budget
observe second : s ~ lognormal(median = pace, spread = 1) censored where stopped
`).edges.map(({ from, to }) => `${from} > ${to}`);
    expect(edges).toEqual([
      ...['pace > first', 'budget > first', 'importance > first', 'pace > second', 'stopped > second'],
    ]);
  });

  it('leads a drifting latent back to itself', () => {
    const [, training] = WORKED.find(([path]) => path === 'training/training.ml')!;
    expect(training.edges.filter(({ kind }) => kind === 'previous')).toEqual([
      { from: 'skill', to: '#1', kind: 'previous' },
    ]);
  });

  it('is drawn with every kind of node', async () => {
    await expectStored(await draw(graph), 'layout-graph');
  });

  it('is drawn one node below another in a narrow frame, on a dark ground', async () => {
    await expectStored(await draw(graph, { width: 360, theme: 'dark' }), 'layout-graph-narrow');
  });

  it('is never so small that it cannot be read: on a page it is wider, and elsewhere in lines', async () => {
    const large = graphOf(CHAIN);
    const sizeOf = (svg: string) => ({
      width: Number(/ width="(\d+)"/.exec(svg)![1]),
      scale: Number(/scale\(([\d.]+)\)/.exec(svg)![1]),
    });
    const page = await openFrame({ width: WIDTHS.normal });
    const natural = sizeOf((await drawLayoutGraph(large, page, { leastScale: 1 })).svg);
    expect(natural.scale).toBe(1);
    expect(natural.width).toBeGreaterThan(WIDTHS.normal);
    const smaller = sizeOf((await drawLayoutGraph(large, page)).svg);
    expect(smaller.scale).toBeGreaterThanOrEqual(LEGIBLE);
    expect(smaller.width).toBeLessThan(natural.width);
    expect(sizeOf((await draw(large, { width: 360 })).svg)).toEqual({ width: 360, scale: 1 });
    const small = WORKED.find(([path]) => path === join('propensity', 'propensity.ml'))![1];
    expect(sizeOf((await draw(small, { width: 720 })).svg)).toEqual({ width: 720, scale: 1 });
  });

  it('tells in words what each node is made of', async () => {
    const { alt, svg } = await draw(graph);
    expect(alt).toContain('capability: climb[robot], sight. ');
    expect(alt).toContain(
      'derived from the profile: lift = height + lean * side; sees = presence(sight, dark);',
    );
    expect(alt).toContain('In the plate each robot: climb[robot].');
    expect(svg).not.toContain('<b>');
  });

  it('is text of DOT and of Mermaid', async () => {
    await expect(graphDot(graph)).toMatchFileSnapshot('stored/layout-graph.dot');
    await expect(graphMermaid(graph)).toMatchFileSnapshot('stored/layout-graph.mmd');
  });
});

describe('worked layouts', () => {
  it.each(WORKED)(
    '%s is placed with nothing over anything else, and plates around what they hold',
    async (_, graph) => {
      const placed = await placeGraph(graph);
      const boxes = [
        ...placed.nodes.map(({ node, box }) => ({ name: node.name, plate: node.plate, box })),
        ...placed.factors.map(({ factor, box }) => ({ name: factor.id, plate: factor.plate, box })),
      ];
      const apart = (a: Box, b: Box) =>
        Math.abs(a.x - b.x) >= (a.width + b.width) / 2 - 0.5 ||
        Math.abs(a.y - b.y) >= (a.height + b.height) / 2 - 0.5;
      for (const [place, one] of boxes.entries()) {
        for (const other of boxes.slice(place + 1)) {
          expect(apart(one.box, other.box), `${one.name} and ${other.name}`).toBe(true);
        }
        for (const { plate, box } of placed.plates) {
          if (one.plate !== plate.id)
            expect(apart(one.box, box), `${one.name} and ${plate.label}`).toBe(true);
          else expect(one.box.width, one.name).toBeLessThan(box.width);
        }
      }
      const [first, second] = placed.plates;
      if (second !== undefined) expect(apart(first!.box, second.box), 'plates').toBe(true);
    },
  );

  it.each(WORKED)(
    '%s has in lines every node below what it reads, and rails that do not touch',
    (_, graph) => {
      const placed = placeInLines(graph);
      const boxes = new Map([
        ...placed.nodes.map(({ node, box }) => [node.name, box] as const),
        ...placed.factors.map(({ factor, box }) => [factor.id, box] as const),
      ]);
      expect(boxes.size).toBe(graph.nodes.length + graph.factors.length);
      const lines = [...boxes.values()].sort((a, b) => a.y - b.y);
      for (const [place, line] of lines.slice(1).entries())
        expect(line.y - line.height / 2).toBeGreaterThan(lines[place]!.y + lines[place]!.height / 2);
      expect(placed.edges).toHaveLength(graph.edges.length);
      const rails = new Map<string, { x: number; from: number; until: number }>();
      for (const { edge, spline } of placed.edges) {
        if (edge.kind === 'value') expect(boxes.get(edge.from)!.y).toBeLessThan(boxes.get(edge.to)!.y);
        // The second corner is on the rail, and the third where it reaches what reads it.
        const [turn, end] = [spline[3]!, spline[6]!];
        expect(turn.x).toBe(end.x);
        const key = `${edge.to} ${edge.kind}`;
        const rail = rails.get(key) ?? { x: turn.x, from: turn.y, until: turn.y };
        expect(rail.x).toBe(turn.x);
        const ys = [rail.from, rail.until, turn.y, end.y];
        rails.set(key, { x: turn.x, from: Math.min(...ys), until: Math.max(...ys) });
      }
      const drawn = [...rails.values()];
      for (const [place, one] of drawn.entries())
        for (const other of drawn.slice(place + 1))
          expect(one.x !== other.x || one.until < other.from || other.until < one.from).toBe(true);
      // At worst as small as it may be.
      expect(placed.width * LEGIBLE).toBeLessThan(WIDTHS.narrow);
    },
  );

  it.each(WORKED)('%s is DOT that Graphviz draws', async (_, graph) => {
    const svg = (await Graphviz.load()).dot(graphDot(graph));
    for (const { name } of graph.nodes) expect(svg).toContain(`<title>${name}</title>`);
  });
});

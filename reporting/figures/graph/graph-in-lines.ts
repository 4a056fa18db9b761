/**
 * Places a graph for a narrow frame: a line for each node, each below all that it reads, and at the left a rail for each node
 * that collects its inputs, as logs of version control draw their branches.
 */
import { textWidth } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import type { GraphEdge, LayoutGraph } from './layout-graph.ts';
import { type Box, factorSize, nodeSize, type PlacedEdge, type PlacedGraph, shifted } from './place-graph.ts';

/** Between two lines, between two rails, and from the rails to the nodes, in pixels. */
const GAPS = { lines: 8, rails: 9, nodes: 12 } as const;
/** The length of an arrowhead. */
const HEAD = 6;
/** What a node reads arrives so far above its middle, and leaves so far below, or the two would be one line. */
const APART = 3;
/** Lines go on behind a node, whose ends may be round. */
const BEHIND = 8;

/** A line of the drawing. */
interface Line {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly plate: string | null;
  readonly isFactor: boolean;
}

/** The inputs of one node that are drawn alike. */
interface Rail {
  readonly to: string;
  readonly edges: readonly GraphEdge[];
  /** The lines between which it runs, in pixels from the top. */
  readonly from: number;
  readonly until: number;
}

export function placeInLines(graph: LayoutGraph): PlacedGraph {
  const lines = inReadingOrder(graph);
  const middles = new Map<string, number>();
  let top = 0;
  for (const { name, size } of lines) {
    middles.set(name, top + size.height / 2);
    top += size.height + GAPS.lines;
  }
  const rails = railsOf(graph, middles);
  const columns = columnsOf(rails);
  const left = (1 + Math.max(-1, ...columns)) * GAPS.rails + GAPS.nodes;
  const boxes = new Map(
    lines.map(({ name, size }): [string, Box] => [
      name,
      { x: left + size.width / 2, y: middles.get(name)!, ...size },
    ]),
  );
  const isFactor = new Set(graph.factors.map(({ id }) => id));
  return shifted({
    width: 0,
    height: 0,
    nodes: graph.nodes.map((node) => ({ node, box: boxes.get(node.name)! })),
    factors: graph.factors.map((factor) => ({ factor, box: boxes.get(factor.id)! })),
    plates: [],
    edges: rails.flatMap((rail, place) => {
      // The rail that is nearest to the nodes has the column 0.
      const x = left - GAPS.nodes - columns[place]! * GAPS.rails;
      return edgesOn(rail, x, left, middles, !isFactor.has(rail.to));
    }),
    labels: platesBeside(graph, lines, middles, boxes),
  });
}

/** Every node after what it reads, and near to it: in the order in which a reader who begins at the outcome meets them last. */
function inReadingOrder({ nodes, factors, edges }: LayoutGraph): Line[] {
  const lines = new Map<string, Line>([
    ...nodes.map((node) => [node.name, { ...node, size: nodeSize(node), isFactor: false }] as const),
    ...factors.map(
      (factor) =>
        [factor.id, { ...factor, name: factor.id, size: factorSize(factor), isFactor: true }] as const,
    ),
  ]);
  const inputs = new Map<string, string[]>();
  for (const { from, to, kind } of edges)
    if (kind === 'value') inputs.set(to, [...(inputs.get(to) ?? []), from]);
  const ordered: Line[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const input of inputs.get(name) ?? []) visit(input);
    ordered.push(lines.get(name)!);
  };
  for (const { name } of nodes.filter(({ kind }) => kind === 'outcome')) visit(name);
  for (const name of lines.keys()) visit(name);
  return ordered;
}

function railsOf({ edges }: LayoutGraph, middles: ReadonlyMap<string, number>): Rail[] {
  const byTarget = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.to, edge.kind]);
    byTarget.set(key, [...(byTarget.get(key) ?? []), edge]);
  }
  return [...byTarget.values()].map((own) => {
    const { to } = own[0]!;
    const ends = [to, ...own.map(({ from }) => from)].map((name) => middles.get(name)!);
    return { to, edges: own, from: Math.min(...ends), until: Math.max(...ends) };
  });
}

/** The column of each rail: short ones near the nodes, and none beside another that it would touch. */
function columnsOf(rails: readonly Rail[]): number[] {
  const columns: number[] = rails.map(() => -1);
  const placed: Rail[][] = [];
  const order = [...rails.keys()].sort(
    (a, b) => rails[a]!.until - rails[a]!.from - (rails[b]!.until - rails[b]!.from) || a - b,
  );
  for (const place of order) {
    const rail = rails[place]!;
    const isFree = (others: readonly Rail[]) =>
      others.every(({ from, until }) => until < rail.from || from > rail.until);
    let column = placed.findIndex(isFree);
    if (column < 0) column = placed.push([]) - 1;
    placed[column]!.push(rail);
    columns[place] = column;
  }
  return columns;
}

/** From the left of each input to the rail, along it, and to the left of what reads them, where only one has the arrowhead. */
function edgesOn(
  { to, edges }: Rail,
  x: number,
  left: number,
  middles: ReadonlyMap<string, number>,
  hasHead: boolean,
): PlacedEdge[] {
  const end = middles.get(to)! - APART;
  const tip = { x: left, y: end };
  const until = { x: hasHead ? left - HEAD : left + BEHIND, y: end };
  return edges.map((edge, place) => {
    const begin = middles.get(edge.from)! + APART;
    const corners = [{ x: left + BEHIND, y: begin }, { x, y: begin }, { x, y: end }, until];
    return {
      edge,
      spline: [
        corners[0]!,
        ...corners.slice(1).flatMap((corner, before) => [corners[before]!, corner, corner]),
      ],
      tip: hasHead && place === 0 ? tip : null,
    };
  });
}

/** Right of each node its plate, since the nodes of a plate do not stand together. */
function platesBeside(
  { plates }: LayoutGraph,
  lines: readonly Line[],
  middles: ReadonlyMap<string, number>,
  boxes: ReadonlyMap<string, Box>,
): PlacedGraph['labels'] {
  const right = Math.max(...[...boxes.values()].map(({ x, width }) => x + width / 2)) + GAPS.nodes;
  return lines.flatMap(({ name, plate, isFactor }) => {
    const label = plates.find(({ id }) => id === plate)?.label;
    // What a link is repeated for is what its inputs are.
    if (label === undefined || isFactor) return [];
    return [{ text: label, x: right, y: middles.get(name)!, width: textWidth(label, FONT.small) }];
  });
}

/** Places the nodes and edges of a graph with Graphviz, given their drawn sizes. */
import { textWidth } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import {
  type DotStyle,
  type GraphEdge,
  type GraphFactor,
  type GraphNode,
  type GraphPlate,
  graphDot,
  type LayoutGraph,
  type NodeKind,
  ROWS_PLATE,
} from './layout-graph.ts';

/** A rectangle by its centre, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly { readonly node: GraphNode; readonly box: Box }[];
  readonly factors: readonly { readonly factor: GraphFactor; readonly box: Box }[];
  readonly edges: readonly PlacedEdge[];
  readonly plates: readonly { readonly plate: GraphPlate; readonly box: Box }[];
  /** Words beside nodes: the left end and the middle of each. */
  readonly labels: readonly PlacedLabel[];
}

export interface PlacedEdge {
  readonly edge: GraphEdge;
  /** Cubic pieces: the first point, and then three for each piece. */
  readonly spline: readonly GraphPoint[];
  /** The tip of its arrow; null without one. */
  readonly tip: GraphPoint | null;
}

export interface PlacedLabel extends GraphPoint {
  readonly text: string;
  readonly width: number;
}

/** By how much a shape is wider than its text, in pixels. */
const PADDING: Readonly<Record<NodeKind, number>> = {
  demand: 16,
  capability: 30,
  propensity: 30,
  bias: 34,
  robustness: 36,
  param: 30,
  data: 16,
  derived: 18,
  outcome: 36,
};

const HEIGHT = { one: 26, two: 38, outcome: 46, factor: 17 } as const;

/** A point is a pixel here; Graphviz measures sizes in inches of 72 points. */
const INCH = 72;

/**
 * Columns from left to right hold nodes that exist once, per level, and per row. So each part of the profile is near
 * where it is used, and plates can be drawn around their nodes afterwards. Only with several categories would plates
 * overlap: then Graphviz places them.
 */
function placing({ nodes, factors, edges, plates }: LayoutGraph): DotStyle {
  const tiers = new Map([
    ...nodes.map(({ name, plate }): [string, number] => [name, tierOf(plate)]),
    ...factors.map(({ id, plate }): [string, number] => [id, tierOf(plate)]),
  ]);
  const columns = columnsOf(tiers, edges);
  const isFactor = new Set(factors.map(({ id }) => id));
  const isRead = new Set(edges.flatMap(({ to, kind }) => (kind === 'value' ? [to] : [])));
  const sources = [...tiers.keys()].filter((name) => !isRead.has(name));
  return {
    graph: { rankdir: 'LR', nodesep: 0.13, ranksep: 0.34, newrank: 'true' },
    node: (node) => fixed(nodeSize(node)),
    factor: (factor) => fixed(factorSize(factor)),
    edge: ({ from, to, kind }) => ({
      ...(isFactor.has(to) ? { arrowhead: 'none' } : { arrowsize: 0.6 }),
      // Such arrows must not influence the columns.
      ...(kind === 'value' ? {} : { constraint: 'false' }),
      ...(tiers.get(from) === tiers.get(to)
        ? { weight: tiers.get(to) === 2 ? 1 : 10 }
        : { minlen: columns.of(to) - columns.of(from) }),
    }),
    plate: { margin: 10, fontsize: 10, labelloc: 'b' },
    isFrame: ({ id }) => id !== ROWS_PLATE && plates.length > 2,
    // Demands are placed next to the nodes that read them, not in the first column.
    first: sources.filter((name) => tiers.get(name)! < 2 && columns.of(name) === 0),
    later: sources.flatMap((name) => {
      const column = columns.of(name);
      return tiers.get(name)! < 2 && column > 0 ? [{ name, column }] : [];
    }),
  };
}

function tierOf(plate: string | null): number {
  return plate === null ? 0 : plate === ROWS_PLATE ? 2 : 1;
}

/** The earliest possible column of each node: after all columns of earlier tiers. */
function columnsOf(tiers: ReadonlyMap<string, number>, edges: readonly GraphEdge[]) {
  const columns = new Map<string, number>();
  for (const tier of [0, 1, 2]) {
    const begin = columns.size === 0 ? 0 : Math.max(...columns.values()) + 1;
    const own = [...tiers].flatMap(([name, each]) => (each === tier ? [name] : []));
    for (const name of own) columns.set(name, begin);
    const arriving = edges.filter(({ to, kind }) => kind === 'value' && tiers.get(to) === tier);
    // One round per arrow suffices: no path is longer.
    for (let round = 0; round < arriving.length; round++) {
      for (const { from, to } of arriving) {
        columns.set(to, Math.max(columns.get(to)!, (columns.get(from) ?? -1) + 1));
      }
    }
  }
  return { of: (name: string) => columns.get(name)! };
}

function fixed({ width, height }: { readonly width: number; readonly height: number }) {
  return { shape: 'box', fixedsize: 'true', label: '', width: width / INCH, height: height / INCH };
}

export function nodeSize({ kind, label, note }: GraphNode) {
  const words = Math.max(textWidth(label, FONT.size), textWidth(note, FONT.small));
  return {
    width: Math.ceil(words + PADDING[kind]),
    height: kind === 'outcome' ? HEIGHT.outcome : note === '' ? HEIGHT.one : HEIGHT.two,
  };
}

export function factorSize(factor: GraphFactor) {
  return { width: Math.ceil(textWidth(factor.function, FONT.small) + 12), height: HEIGHT.factor };
}

/** The part of Graphviz's answer that is read; positions are in points from the lower left corner. */
interface Answer {
  readonly bb: string;
  readonly objects: readonly {
    readonly name: string;
    readonly pos?: string;
    readonly bb?: string;
  }[];
  readonly edges?: readonly { readonly pos: string }[];
}

/** Places a graph. Graphviz is loaded on the first call. */
export async function placeGraph(graph: LayoutGraph): Promise<PlacedGraph> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  const answer = JSON.parse(graphviz.layout(graphDot(graph, placing(graph)), 'json', 'dot')) as Answer;
  const [left, bottom, right, top] = numbers(answer.bb) as [number, number, number, number];
  const point = (text: string): GraphPoint => {
    const [x, y] = numbers(text) as [number, number];
    return { x: x - left, y: top - y };
  };
  const objects = new Map(answer.objects.map((each) => [each.name, each]));
  const boxAt = (name: string, size: { readonly width: number; readonly height: number }): Box => ({
    ...point(objects.get(name)!.pos!),
    ...size,
  });
  const nodes = graph.nodes.map((node) => ({ node, box: boxAt(node.name, nodeSize(node)) }));
  const factors = graph.factors.map((factor) => ({ factor, box: boxAt(factor.id, factorSize(factor)) }));
  const boxesIn = (id: string) => [
    ...nodes.flatMap(({ node, box }) => (node.plate === id ? [box] : [])),
    ...factors.flatMap(({ factor, box }) => (factor.plate === id ? [box] : [])),
  ];
  const clusterBox = (id: string): Box => {
    const [x1, y1, x2, y2] = numbers(objects.get(`cluster ${id}`)!.bb!) as [number, number, number, number];
    return { x: (x1 + x2) / 2 - left, y: top - (y1 + y2) / 2, width: x2 - x1, height: y2 - y1 };
  };
  return shifted({
    width: right - left,
    height: top - bottom,
    nodes,
    factors,
    edges: graph.edges.map((edge, index) => {
      const parts = answer.edges![index]!.pos.split(' ');
      const tip = parts.find((part) => part.startsWith('e,'));
      return {
        edge,
        spline: parts.filter((part) => !/^[es],/.test(part)).map(point),
        tip: tip === undefined ? null : point(tip.slice(2)),
      };
    }),
    plates: graph.plates.map((plate) => ({
      plate,
      box: objects.has(`cluster ${plate.id}`) ? clusterBox(plate.id) : around(boxesIn(plate.id)),
    })),
    labels: [],
  });
}

/** Margins of a plate: at its sides, and below for its label. */
const MARGIN = { sides: 9, below: 24 } as const;

function around(boxes: readonly Box[]): Box {
  const [left, right, top, bottom] = [
    Math.min(...boxes.map(({ x, width }) => x - width / 2)) - MARGIN.sides,
    Math.max(...boxes.map(({ x, width }) => x + width / 2)) + MARGIN.sides,
    Math.min(...boxes.map(({ y, height }) => y - height / 2)) - MARGIN.sides,
    Math.max(...boxes.map(({ y, height }) => y + height / 2)) + MARGIN.below,
  ];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** Moves the graph to begin at (0, 0) and adjusts its size to include the plates. */
export function shifted(graph: PlacedGraph): PlacedGraph {
  const boxes = [...graph.nodes, ...graph.factors, ...graph.plates].map(({ box }) => box);
  const points = graph.edges.flatMap(({ spline }) => spline);
  const left = Math.min(...boxes.map(({ x, width }) => x - width / 2), ...points.map(({ x }) => x)) - 1;
  const right =
    Math.max(
      ...boxes.map(({ x, width }) => x + width / 2),
      ...points.map(({ x }) => x),
      ...graph.labels.map(({ x, width }) => x + width),
    ) + 1;
  const top = Math.min(...boxes.map(({ y, height }) => y - height / 2), ...points.map(({ y }) => y)) - 1;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height / 2), ...points.map(({ y }) => y)) + 1;
  const moved = <T extends GraphPoint>(point: T): T => ({ ...point, x: point.x - left, y: point.y - top });
  return {
    width: right - left,
    height: bottom - top,
    nodes: graph.nodes.map((each) => ({ ...each, box: moved(each.box) })),
    factors: graph.factors.map((each) => ({ ...each, box: moved(each.box) })),
    plates: graph.plates.map((each) => ({ ...each, box: moved(each.box) })),
    labels: graph.labels.map(moved),
    edges: graph.edges.map(({ edge, spline, tip }) => ({
      ...{ edge, spline: spline.map(moved) },
      tip: tip === null ? null : moved(tip),
    })),
  };
}

function numbers(text: string): number[] {
  return text.split(',').map(Number);
}

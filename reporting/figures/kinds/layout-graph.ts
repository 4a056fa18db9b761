/** A layout as a directed graph: nodes shaped by kind, linking functions on the arrows, plates around what is repeated. */
import { type Drawing, element, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend } from '../draw/legend.ts';
import { FONT } from '../draw/theme.ts';
import { placeInLines } from '../graph/graph-in-lines.ts';
import type { GraphEdge, GraphNode, LayoutGraph, NodeKind } from '../graph/layout-graph.ts';
import {
  type Box,
  type GraphPoint,
  type PlacedGraph,
  type PlacedLabel,
  placeGraph,
} from '../graph/place-graph.ts';

/** In the order of the legend. */
const KINDS: Readonly<Record<NodeKind, string>> = {
  demand: 'demand',
  capability: 'capability',
  propensity: 'propensity',
  bias: 'bias',
  robustness: 'robustness',
  param: 'other parameter',
  data: 'computed from demands',
  derived: 'derived from the profile',
  outcome: 'outcome',
};

export interface GraphOptions {
  /** The smallest scale at which the graph may be drawn to fit into the frame. Defaults to {@link LEGIBLE}. */
  readonly leastScale?: number;
}

/** At a smaller scale the words would be illegible: names less than 9 pixels high, notes less than 8. */
export const LEGIBLE = 0.75;

/** In a wider frame a graph stays in columns, and may be wider than the frame. */
const NARROW = 480;

/**
 * Resolves when Graphviz has placed the nodes. If the graph would be illegible in the frame, its nodes stand one below another in
 * a narrow frame; on a page the figure is wider than the frame.
 */
export async function drawLayoutGraph(
  graph: LayoutGraph,
  asked: Frame,
  { leastScale = LEGIBLE }: GraphOptions = {},
): Promise<FigureSvg> {
  const columns = await placeGraph(graph);
  const isNarrow = asked.width < NARROW && columns.width * leastScale > asked.width;
  const placed = isNarrow ? placeInLines(graph) : columns;
  const frame = { ...asked, width: Math.max(asked.width, Math.ceil(placed.width * leastScale)) };
  const drawing = stacked(frame, [key(graph, frame), fitted(draw(placed, frame), frame)], 12);
  return figure(frame, drawing, {
    title: `The layout ${graph.name} as a graph`,
    caption: captionOf(graph),
    alt: altOf(graph),
  });
}

function captionOf({ doc, plates }: LayoutGraph): string {
  const repeated = plates.map(({ label }) => label).join(', ');
  return [
    ...(doc === null ? [] : [doc]),
    'What is shaded is data. Where arrows come together stands the linking function that they go through, or the family of a prior that reads other latents.',
    ...(plates.length === 0
      ? []
      : [`A frame, or words beside a node, say for what it is repeated: ${repeated}.`]),
    'Statistics of the whole data set, where an outcome or a prior reads them, have no arrow.',
  ].join(' ');
}

/** Scales a drawing down to the width of the frame if it is wider; it is never enlarged. */
function fitted(drawing: Drawing, { document, width }: Frame): Drawing {
  const scale = Math.min(1, width / drawing.width);
  const x = Math.max(0, (width - drawing.width * scale) / 2);
  return {
    content: element(document, 'g', { transform: `translate(${x},0) scale(${scale.toFixed(4)})` }, [
      drawing.content,
    ]),
    width,
    height: drawing.height * scale,
  };
}

function draw({ width, height, nodes, factors, edges, plates, labels }: PlacedGraph, frame: Frame): Drawing {
  const { document } = frame;
  const content = element(document, 'g', { 'text-anchor': 'middle' }, [
    ...plates.map(({ plate, box }) => drawPlate(plate.label, box, frame)),
    ...edges.map(({ edge, spline, tip }) => drawEdge(edge, spline, tip, frame)),
    ...factors.map(({ factor, box }) => drawFactor(factor.function, box, frame)),
    ...nodes.map(({ node, box }) => drawNode(node, box, frame)),
    ...labels.map((label) => drawLabel(label, frame)),
  ]);
  return { content, width, height };
}

function drawLabel({ text, x, y }: PlacedLabel, { document, theme }: Frame): SVGElement {
  return element(
    document,
    'text',
    { x, y: y + 3.5, 'text-anchor': 'start', 'font-size': FONT.small, fill: theme.muted },
    [text],
  );
}

function drawPlate(label: string, { x, y, width, height }: Box, { document, theme }: Frame): SVGElement {
  return element(document, 'g', {}, [
    element(document, 'rect', {
      ...{ x: x - width / 2, y: y - height / 2, width, height, rx: 8 },
      ...{ fill: 'none', stroke: theme.muted, 'stroke-width': 1 },
    }),
    element(
      document,
      'text',
      {
        ...{ x: x + width / 2 - 8, y: y + height / 2 - 7 },
        ...{ 'text-anchor': 'end', 'font-size': FONT.small, fill: theme.muted },
      },
      [label],
    ),
  ]);
}

const DASHES: Readonly<Record<GraphEdge['kind'], string | null>> = {
  value: null,
  statistic: '1.5 3',
  previous: '5 3',
};

function drawEdge(
  { kind }: GraphEdge,
  spline: readonly GraphPoint[],
  tip: GraphPoint | null,
  { document, theme }: Frame,
): SVGElement {
  const [first, ...rest] = spline;
  const d = `M${first!.x},${first!.y}C${rest.map(({ x, y }) => `${x},${y}`).join(' ')}`;
  const line = element(document, 'path', {
    ...{ d, fill: 'none', stroke: theme.muted, 'stroke-width': 1, 'stroke-dasharray': DASHES[kind] },
  });
  return tip === null
    ? line
    : element(document, 'g', {}, [line, arrow(rest.at(-1)!, tip, { document, theme })]);
}

/** The arrowhead: a triangle from the end of the spline to the tip. */
function arrow(
  end: GraphPoint,
  tip: GraphPoint,
  { document, theme }: Pick<Frame, 'document' | 'theme'>,
): SVGElement {
  const [dx, dy] = [tip.x - end.x, tip.y - end.y];
  const half = 0.4;
  const corners = [
    tip,
    { x: end.x - half * dy, y: end.y + half * dx },
    { x: end.x + half * dy, y: end.y - half * dx },
  ];
  return element(document, 'polygon', {
    points: corners.map(({ x, y }) => `${x},${y}`).join(' '),
    fill: theme.muted,
  });
}

function drawFactor(name: string, { x, y, width, height }: Box, { document, theme }: Frame): SVGElement {
  return element(document, 'g', {}, [
    element(document, 'rect', {
      ...{ x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 },
      ...{ fill: theme.paper, stroke: theme.muted, 'stroke-width': 0.75 },
    }),
    element(
      document,
      'text',
      { x, y: y + 3.5, 'font-size': FONT.small, 'font-style': 'italic', fill: theme.ink },
      [name],
    ),
  ]);
}

function drawNode(node: GraphNode, box: Box, { document, theme }: Frame): SVGElement {
  const { label, note, definition, doc } = node;
  const words = doc === null ? `${label} ${definition}` : `${label} ${definition}\n${doc}`;
  const { x, y } = box;
  return element(document, 'g', {}, [
    element(document, 'title', {}, [words]),
    outline(node.kind, box, { document, theme }),
    element(
      document,
      'text',
      { x, y: note === '' ? y + 4 : y - 2, 'font-size': FONT.size, fill: theme.ink },
      [label],
    ),
    ...(note === ''
      ? []
      : [element(document, 'text', { x, y: y + 12, 'font-size': FONT.small, fill: theme.muted }, [note])]),
  ]);
}

/** The shape of a node, by kind: data are shaded, the profile has the accent colour. */
function outline(
  kind: NodeKind,
  { x, y, width, height }: Box,
  { document, theme }: Pick<Frame, 'document' | 'theme'>,
): SVGElement {
  const [left, right, top, bottom] = [x - width / 2, x + width / 2, y - height / 2, y + height / 2];
  const latent = { fill: theme.paper, stroke: theme.accent, 'stroke-width': 1.5 };
  const data = { fill: theme.sequential[1]!, stroke: theme.muted, 'stroke-width': 1 };
  const ellipse = (style: Readonly<Record<string, string | number>>, inset = 0) =>
    element(document, 'ellipse', { cx: x, cy: y, rx: width / 2 - inset, ry: height / 2 - inset, ...style });
  const polygon = (corners: readonly (readonly [number, number])[]) =>
    element(document, 'polygon', { points: corners.map((corner) => corner.join()).join(' '), ...latent });
  const rectangle = (rx: number, style: Readonly<Record<string, string | number>>) =>
    element(document, 'rect', { x: left, y: top, width, height, rx, ...style });
  switch (kind) {
    case 'demand':
      return rectangle(0, data);
    case 'data':
      return rectangle(8, data);
    case 'derived':
      return rectangle(8, { fill: theme.paper, stroke: theme.ink, 'stroke-width': 1 });
    case 'capability':
      return ellipse(latent);
    case 'param':
      return ellipse({ ...latent, 'stroke-dasharray': '4 3' });
    case 'outcome':
      return element(document, 'g', {}, [
        ellipse({ ...data, stroke: theme.ink }),
        ellipse({ fill: 'none', stroke: theme.ink, 'stroke-width': 1 }, 3),
      ]);
    case 'bias': {
      const slant = Math.min(12, width / 4);
      return polygon([
        ...([
          [left, y],
          [left + slant, top],
          [right - slant, top],
        ] as const),
        ...([
          [right, y],
          [right - slant, bottom],
          [left + slant, bottom],
        ] as const),
      ]);
    }
    case 'propensity': {
      const cut = Math.min(9, width / 4, height / 3);
      return polygon([
        ...([
          [left + cut, top],
          [right - cut, top],
          [right, top + cut],
          [right, bottom - cut],
        ] as const),
        ...([
          [right - cut, bottom],
          [left + cut, bottom],
          [left, bottom - cut],
          [left, top + cut],
        ] as const),
      ]);
    }
    case 'robustness': {
      const slant = Math.min(12, width / 4);
      return polygon([
        [left + slant, top],
        [right, top],
        [right - slant, bottom],
        [left, bottom],
      ]);
    }
  }
}

function key({ nodes }: LayoutGraph, frame: Frame): Drawing {
  const kinds = (Object.keys(KINDS) as NodeKind[]).filter((kind) => nodes.some((node) => node.kind === kind));
  return legend(
    frame,
    kinds.map((kind) => ({
      label: KINDS[kind],
      sample: outline(kind, { x: 0, y: 0, width: 22, height: 12 }, frame),
    })),
  );
}

/** The text alternative: the definition of each derived node and outcome, and the profile. */
function altOf({ name, nodes, plates }: LayoutGraph): string {
  const sentences = (Object.entries(KINDS) as [NodeKind, string][]).flatMap(([kind, word]) => {
    const own = nodes.filter((node) => node.kind === kind);
    if (own.length === 0) return [];
    const made = kind === 'derived' || kind === 'data' || kind === 'outcome';
    const texts = own.map(({ label, definition }) => (made ? `${label} ${definition}` : label));
    return [`${word}: ${texts.join(made ? '; ' : ', ')}.`];
  });
  const repeated = plates.map(
    ({ id, label }) =>
      `In the plate ${label}: ${nodes
        .filter(({ plate }) => plate === id)
        .map((node) => node.label)
        .join(', ')}.`,
  );
  return [`Directed graph of the layout ${name}.`, ...sentences, ...repeated].join(' ');
}

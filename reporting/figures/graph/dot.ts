/** A layout's graph in DOT, the language of Graphviz. */
import { visibleText } from '../draw/visible-text.ts';
import type { GraphEdge, GraphFactor, GraphNode, GraphPlate, LayoutGraph, NodeKind } from './layout-graph.ts';

/** Attributes by their names; text is quoted when it is written. */
export type DotAttributes = Readonly<Record<string, string | number>>;

/** How the parts of a graph look. */
export interface DotStyle {
  readonly graph: DotAttributes;
  node(node: GraphNode): DotAttributes;
  factor(factor: GraphFactor): DotAttributes;
  edge(edge: GraphEdge, graph: LayoutGraph): DotAttributes;
  readonly plate: DotAttributes;
  /** Which plates are frames; all when absent. */
  isFrame?(plate: GraphPlate): boolean;
  /** What stands in the first column. */
  readonly first?: readonly string[];
  /** What no arrow leads to and still stands in a later column, or beyond it. */
  readonly later?: readonly { readonly name: string; readonly column: number }[];
}

const SHAPES: Readonly<Record<NodeKind, DotAttributes>> = {
  demand: { shape: 'box', style: 'filled' },
  capability: { shape: 'ellipse' },
  propensity: { shape: 'octagon' },
  bias: { shape: 'hexagon' },
  robustness: { shape: 'parallelogram' },
  param: { shape: 'ellipse', style: 'dashed' },
  data: { shape: 'box', style: 'rounded,filled' },
  derived: { shape: 'box', style: 'rounded' },
  outcome: { shape: 'ellipse', style: 'filled', peripheries: 2 },
};

/** As others read it: sizes are Graphviz's own, and what a node says of itself is shown to whoever points at it. */
const READABLE: DotStyle = {
  graph: { rankdir: 'LR', fontname: 'Helvetica', fontsize: 11, nodesep: 0.15, ranksep: 0.3 },
  node: ({ label, note, kind, definition, doc }) => ({
    label: note === '' ? label : `${label}\n${note}`,
    tooltip: doc === null ? definition : `${doc}\n${definition}`,
    ...SHAPES[kind],
    ...('style' in SHAPES[kind] && kind !== 'param' ? { fillcolor: '#e6edf3' } : {}),
    ...{ fontname: 'Helvetica', fontsize: 11 },
  }),
  factor: ({ function: name }) => ({
    ...{ label: name, shape: 'plain', fontname: 'Helvetica-Oblique', fontsize: 10 },
  }),
  edge: ({ kind, to }, { factors }) => ({
    ...(factors.some(({ id }) => id === to) ? { arrowhead: 'none' } : { arrowsize: 0.7 }),
    ...(kind === 'value' ? {} : { style: kind === 'statistic' ? 'dotted' : 'dashed' }),
  }),
  plate: { style: 'rounded', labeljust: 'r', labelloc: 'b' },
};

/** The text of a graph in DOT. */
export function graphDot(graph: LayoutGraph, style: DotStyle = READABLE): string {
  const inPlate = (plate: string | null, indent: string): string[] => [
    ...graph.nodes
      .filter((node) => node.plate === plate)
      .map((node) => `${indent}${quoted(node.name)}${attributes(style.node(node))}`),
    ...graph.factors
      .filter((factor) => factor.plate === plate)
      .map((factor) => `${indent}${quoted(factor.id)}${attributes(style.factor(factor))}`),
  ];
  const isFrame = (plate: GraphPlate) => style.isFrame?.(plate) ?? true;
  const { first = [], later = [] } = style;
  const starts = later.length === 0 ? first : ['#first', ...first];
  return [
    `digraph ${quoted(graph.name)} {`,
    `  graph${attributes(style.graph)}`,
    ...inPlate(null, '  '),
    ...graph.plates.filter((plate) => !isFrame(plate)).flatMap(({ id }) => inPlate(id, '  ')),
    ...graph.plates
      .filter(isFrame)
      .flatMap(({ id, label }) => [
        `  subgraph ${quoted(`cluster ${id}`)} {`,
        `    graph${attributes({ label, ...style.plate })}`,
        ...inPlate(id, '    '),
        '  }',
      ]),
    ...graph.edges.map(
      (edge) => `  ${quoted(edge.from)} -> ${quoted(edge.to)}${attributes(style.edge(edge, graph))}`,
    ),
    ...(later.length === 0
      ? []
      : [
          '  "#first" [style=invis shape=point width=0.01]',
          ...later.map(
            ({ name, column }) => `  "#first" -> ${quoted(name)} [style=invis weight=10 minlen=${column}]`,
          ),
        ]),
    ...(starts.length === 0 ? [] : [`  { rank=source; ${starts.map(quoted).join('; ')} }`]),
    '}',
    '',
  ].join('\n');
}

function attributes(values: DotAttributes): string {
  const written = Object.entries(values).map(
    ([name, value]) => `${name}=${typeof value === 'number' ? value : quoted(value)}`,
  );
  return written.length === 0 ? '' : ` [${written.join(' ')}]`;
}

/** A string of DOT. A backslash would begin an escape, of which a line end alone is meant. */
function quoted(text: string): string {
  return `"${visibleText(text).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
}

/** A layout as a directed graph (nodes, linking functions, plates), and its text in DOT and in Mermaid. */
import { visibleText } from '../draw/text.ts';

/** The kind of a node. `data` is a `let` of demands only, `derived` one that reads the profile. */
export type NodeKind =
  | 'demand'
  | 'capability'
  | 'propensity'
  | 'bias'
  | 'robustness'
  | 'param'
  | 'data'
  | 'derived'
  | 'outcome';

/** A declaration of the layout. */
export interface GraphNode {
  /** The name in the layout; the label that is shown, such as `skill[step]` for one value per step. */
  readonly name: string;
  readonly label: string;
  readonly kind: NodeKind;
  /** The unit of a demand, a latent or an outcome; for an outcome preceded by its distribution. */
  readonly note: string;
  /** Its domain, prior, expression or distribution, from the text. */
  readonly definition: string;
  readonly doc: string | null;
  /** Its plate; null for a node that exists once. */
  readonly plate: string | null;
}

/** A call of a linking function, or a prior that depends on other latents. */
export interface GraphFactor {
  /** Unique in the graph. */
  readonly id: string;
  readonly function: string;
  readonly plate: string | null;
}

/** An arrow between nodes or factors, by names of nodes and ids of factors. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `statistic`: read through a statistic of the data set; `previous`: the previous level. */
  readonly kind: 'value' | 'statistic' | 'previous';
}

/** What is repeated: the rows of the data, or the levels of a category. */
/** The plate of the rows; those of categories have the category's name, which begins with a letter. */
export const ROWS_PLATE = '#rows';

export interface GraphPlate {
  readonly id: string;
  /** `each row`, `each agent`. */
  readonly label: string;
}

export interface LayoutGraph {
  readonly name: string;
  readonly doc: string | null;
  readonly nodes: readonly GraphNode[];
  readonly factors: readonly GraphFactor[];
  readonly edges: readonly GraphEdge[];
  readonly plates: readonly GraphPlate[];
}

/** Attributes by their names; text is quoted when it is written. */
export type DotAttributes = Readonly<Record<string, string | number>>;

/** The attributes of the parts of a graph. */
export interface DotStyle {
  readonly graph: DotAttributes;
  node(node: GraphNode): DotAttributes;
  factor(factor: GraphFactor): DotAttributes;
  edge(edge: GraphEdge, graph: LayoutGraph): DotAttributes;
  readonly plate: DotAttributes;
  /** Which plates get a frame. Defaults to all. */
  isFrame?(plate: GraphPlate): boolean;
  /** The nodes of the first column. */
  readonly first?: readonly string[];
  /** Nodes without incoming arrows that are placed in a given column or later. */
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

/** The style of the exported graph: Graphviz chooses sizes; a node's definition is its tooltip. */
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
      .map((node) => `${indent}${dotText(node.name)}${attributes(style.node(node))}`),
    ...graph.factors
      .filter((factor) => factor.plate === plate)
      .map((factor) => `${indent}${dotText(factor.id)}${attributes(style.factor(factor))}`),
  ];
  const isFrame = (plate: GraphPlate) => style.isFrame?.(plate) ?? true;
  const { first = [], later = [] } = style;
  const starts = later.length === 0 ? first : ['#first', ...first];
  return [
    `digraph ${dotText(graph.name)} {`,
    `  graph${attributes(style.graph)}`,
    ...inPlate(null, '  '),
    ...graph.plates.filter((plate) => !isFrame(plate)).flatMap(({ id }) => inPlate(id, '  ')),
    ...graph.plates
      .filter(isFrame)
      .flatMap(({ id, label }) => [
        `  subgraph ${dotText(`cluster ${id}`)} {`,
        `    graph${attributes({ label, ...style.plate })}`,
        ...inPlate(id, '    '),
        '  }',
      ]),
    ...graph.edges.map(
      (edge) => `  ${dotText(edge.from)} -> ${dotText(edge.to)}${attributes(style.edge(edge, graph))}`,
    ),
    ...(later.length === 0
      ? []
      : [
          '  "#first" [style=invis shape=point width=0.01]',
          ...later.map(
            ({ name, column }) => `  "#first" -> ${dotText(name)} [style=invis weight=10 minlen=${column}]`,
          ),
        ]),
    ...(starts.length === 0 ? [] : [`  { rank=source; ${starts.map(dotText).join('; ')} }`]),
    '}',
    '',
  ].join('\n');
}

function attributes(values: DotAttributes): string {
  const written = Object.entries(values).map(
    ([name, value]) => `${name}=${typeof value === 'number' ? value : dotText(value)}`,
  );
  return written.length === 0 ? '' : ` [${written.join(' ')}]`;
}

/** A quoted string of DOT. Backslashes are escaped; a newline becomes  . */
function dotText(text: string): string {
  return `"${visibleText(text).replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;
}

/** The brackets around a node's text, by kind. */
const BRACKETS: Readonly<Record<NodeKind, readonly [string, string]>> = {
  demand: ['[', ']'],
  capability: ['([', '])'],
  propensity: ['[/', '\\]'],
  bias: ['{{', '}}'],
  robustness: ['[/', '/]'],
  param: ['([', '])'],
  data: ['(', ')'],
  derived: ['(', ')'],
  outcome: ['(((', ')))'],
};

const CLASSES: readonly string[] = [
  'classDef data fill:#e6edf3,stroke:#5b636e,color:#1f2328',
  'classDef latent fill:#ffffff,stroke:#0072b2,color:#1f2328',
  'classDef param fill:#ffffff,stroke:#0072b2,color:#1f2328,stroke-dasharray:4 3',
  'classDef link fill:none,stroke:none,font-style:italic',
];

/** The graph as a Mermaid flow chart; the style of each kind of node is a class. */
export function graphMermaid(graph: LayoutGraph): string {
  const ids = new Map([
    ...graph.nodes.map(({ name }, index): [string, string] => [name, `n${index + 1}`]),
    ...graph.factors.map(({ id }, index): [string, string] => [id, `f${index + 1}`]),
  ]);
  const isFactor = new Set(graph.factors.map(({ id }) => id));
  const inPlate = (plate: string | null, indent: string): string[] => [
    ...graph.nodes
      .filter((node) => node.plate === plate)
      .map((node) => `${indent}${ids.get(node.name)}${shape(node)}:::${classOf(node)}`),
    ...graph.factors
      .filter((factor) => factor.plate === plate)
      .map((factor) => `${indent}${ids.get(factor.id)}[${mermaidText(factor.function)}]:::link`),
  ];
  return [
    'flowchart LR',
    ...inPlate(null, '  '),
    ...graph.plates.flatMap(({ id, label }, index) => [
      `  subgraph p${index + 1}[${mermaidText(label)}]`,
      ...inPlate(id, '    '),
      '  end',
    ]),
    ...graph.edges.map(({ from, to, kind }) => {
      const line = kind === 'value' ? '--' : '-.';
      const end = isFactor.has(to) ? '-' : '->';
      return `  ${ids.get(from)} ${line}${end} ${ids.get(to)}`;
    }),
    ...CLASSES.map((each) => `  ${each}`),
    '',
  ].join('\n');
}

function shape({ kind, label, note }: GraphNode): string {
  const [open, close] = BRACKETS[kind];
  return `${open}${mermaidText(note === '' ? label : `${label}<br>${note}`)}${close}`;
}

function classOf({ kind }: GraphNode): string {
  if (kind === 'param') return 'param';
  return kind === 'demand' || kind === 'data' || kind === 'outcome' || kind === 'derived' ? 'data' : 'latent';
}

/** A quoted string of Mermaid, in which `#` begins an entity. */
function mermaidText(text: string): string {
  return `"${visibleText(text).replace(/\s+/g, ' ').replace(/#/g, '#35;').replace(/"/g, '#quot;')}"`;
}

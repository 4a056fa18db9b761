/** A layout's graph in Mermaid, which pages of Markdown show as a diagram. */
import { visibleText } from '../draw/visible-text.ts';
import type { GraphNode, LayoutGraph, NodeKind } from './layout-graph.ts';

/** What opens and closes a node's text, by its kind. */
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

/** The text of a flow chart; what is shared by all nodes of a kind is a class. */
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
      .map((factor) => `${indent}${ids.get(factor.id)}[${quoted(factor.function)}]:::link`),
  ];
  return [
    'flowchart LR',
    ...inPlate(null, '  '),
    ...graph.plates.flatMap(({ id, label }, index) => [
      `  subgraph p${index + 1}[${quoted(label)}]`,
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
  return `${open}${quoted(note === '' ? label : `${label}<br>${note}`)}${close}`;
}

function classOf({ kind }: GraphNode): string {
  if (kind === 'param') return 'param';
  return kind === 'demand' || kind === 'data' || kind === 'outcome' || kind === 'derived' ? 'data' : 'latent';
}

/** Text in quotes, in which Mermaid reads a number sign as the beginning of an entity. */
function quoted(text: string): string {
  return `"${visibleText(text).replace(/\s+/g, ' ').replace(/#/g, '#35;').replace(/"/g, '#quot;')}"`;
}

/** A layout as a directed graph: what its outcomes are made of, through which linking functions, and what is repeated. */

/** What a node stands for; `data` is a `let` of demands alone, `derived` one that reads the profile. */
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
  /** As the layout has it, and as it is shown: `skill[step]` of what has a value for each step. */
  readonly name: string;
  readonly label: string;
  readonly kind: NodeKind;
  /** The unit of a demand, a latent or an outcome; of an outcome its distribution before that. */
  readonly note: string;
  /** What the text says of it: its domain, prior, expression or distribution. */
  readonly definition: string;
  readonly doc: string | null;
  /** The plate that it is in; null for a node that exists once. */
  readonly plate: string | null;
}

/** A call of a linking function, or a prior that reads other latents: where arrows come together. */
export interface GraphFactor {
  /** Of its own in the graph. */
  readonly id: string;
  readonly function: string;
  readonly plate: string | null;
}

/** From a node or a factor to another, by the names of nodes and the ids of factors. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `statistic` is read through a statistic of the data set, `previous` is the level before. */
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

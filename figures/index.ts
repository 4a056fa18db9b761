/** The entry `theodolite/figures`: figures as SVG, drawn the same in Node and in a browser. */

export { layoutGraph } from './data/layout-graph.ts';
export type { FigureSvg, FigureWords } from './draw/figure.ts';
export { type Frame, type FrameOptions, openFrame, WIDTHS } from './draw/frame.ts';
export { pageProperties, THEMES, type Theme, type ThemeName } from './draw/theme.ts';
export { graphDot } from './graph/dot.ts';
export type {
  GraphEdge,
  GraphFactor,
  GraphNode,
  GraphPlate,
  LayoutGraph,
  NodeKind,
} from './graph/layout-graph.ts';
export { graphMermaid } from './graph/mermaid.ts';
export {
  type ForestData,
  type ForestGroup,
  type ForestRow,
  forest,
} from './kinds/forest.ts';
export { drawLayoutGraph } from './kinds/layout-graph.ts';

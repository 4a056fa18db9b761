/** The entry `theodolite/figures`: figures as SVG, drawn the same in Node and in a browser. */

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
export { type BrierByRateData, type BrierSubject, brierByRate } from './kinds/brier-by-rate.ts';
export {
  type CalibrationData,
  type CalibrationPanel,
  type CalibrationPoint,
  calibration,
} from './kinds/calibration.ts';
export {
  type ForestData,
  type ForestGroup,
  type ForestRow,
  forest,
} from './kinds/forest.ts';
export { drawLayoutGraph } from './kinds/layout-graph.ts';
export {
  type DemandLevelShown,
  type DemandPanel,
  type SuccessByDemandData,
  successByDemand,
} from './kinds/success-by-demand.ts';
export {
  type GridAxis,
  type GridCellShown,
  type SuccessGridData,
  successGridFigure,
} from './kinds/success-grid.ts';

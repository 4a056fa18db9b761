/**
 * The entry `theodolite/figures`: the data of figures of posteriors, and figures as SVG, the same in Node and in a
 * browser.
 */

export { type ForestPlan, forestData } from './data/forest.ts';
export { FigureError, type NamedPosterior, type PosteriorInterval } from './data/named-fit.ts';
export type { ShownScale } from './data/scale.ts';
export type { FigureSvg, FigureWords } from './draw/figure.ts';
export { type Frame, type FrameOptions, openFrame, WIDTHS } from './draw/frame.ts';
export { pageProperties, THEMES, type Theme, type ThemeName } from './draw/theme.ts';
export {
  type GraphEdge,
  type GraphFactor,
  type GraphNode,
  type GraphPlate,
  graphDot,
  graphMermaid,
  type LayoutGraph,
  type NodeKind,
} from './graph/layout-graph.ts';
export { type BandCurve, type BandCurvesData, type BandPanel, band } from './kinds/band.ts';
export { type BrierByRateData, type BrierSubject, brierByRate } from './kinds/brier-by-rate.ts';
export {
  type CalibrationData,
  type CalibrationPanel,
  type CalibrationPoint,
  calibration,
} from './kinds/calibration.ts';
export {
  type CollapseData,
  type CollapseEstimate,
  type CollapsePanel,
  type CollapseRows,
  collapse,
  collapseData,
} from './kinds/collapse.ts';
export {
  type CorrelationCell,
  type CorrelationGroup,
  type CorrelationsData,
  correlationsData,
  correlationsFigure,
} from './kinds/correlations.ts';
export {
  type DensityData,
  type DensityPanel,
  type DensityPosterior,
  density,
  densityData,
} from './kinds/density.ts';
export { type EnergyChain, type EnergyData, energy, energyData } from './kinds/energy.ts';
export {
  type ForestData,
  type ForestGroup,
  type ForestRow,
  forest,
} from './kinds/forest.ts';
export { drawLayoutGraph } from './kinds/layout-graph.ts';
export {
  type OverviewCell,
  type OverviewColumn,
  type OverviewData,
  type OverviewRow,
  overview,
  type Standing,
} from './kinds/overview.ts';
export { type PairsData, type PairsVariable, pairs, pairsData } from './kinds/pairs.ts';
export { type RadialData, type RadialSubject, radial, radialData } from './kinds/radial.ts';
export { type RanksData, type RanksRow, ranks, ranksData } from './kinds/ranks.ts';
export {
  type LevelDemand,
  type ScatterAxis,
  type ScatterData,
  type ScatterPoint,
  type ScatterValue,
  scatter,
  scatterData,
} from './kinds/scatter.ts';
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
export {
  type SurfaceAxes,
  type SurfaceCell,
  type SurfaceData,
  type SurfaceRate,
  surface,
} from './kinds/surface.ts';
export { type SweepBoxData, type SweepPanel, type SweepRow, sweepBoxes } from './kinds/sweep.ts';
export { type TracesData, type TracesRow, traces, tracesData } from './kinds/traces.ts';

/** The entry `theodolite/figures`: figures as SVG, drawn the same in Node and in a browser. */
export type { FigureSvg, FigureWords } from './draw/figure.ts';
export { type Frame, type FrameOptions, openFrame, WIDTHS } from './draw/frame.ts';
export { pageProperties, THEMES, type Theme, type ThemeName } from './draw/theme.ts';
export {
  type ForestData,
  type ForestGroup,
  type ForestRow,
  forest,
} from './kinds/forest.ts';

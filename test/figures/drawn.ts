/** An example of each kind of figure, which a browser must draw as Node does. */
import type { FigureSvg } from '../../figures/draw/figure.ts';
import type { Frame } from '../../figures/draw/frame.ts';
import { forest } from '../../figures/kinds/forest.ts';
import { BY_CAPABILITY, BY_SUBJECT } from './forest-data.ts';

export const DRAWN: Readonly<Record<string, (frame: Frame) => FigureSvg>> = {
  'forest by subject': (frame) => forest(BY_SUBJECT, frame),
  'forest by capability': (frame) => forest(BY_CAPABILITY, frame),
};

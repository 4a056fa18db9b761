/** Charts of the chains side by side, on one vertical scale. */
import type { Markish } from '@observablehq/plot';
import { type ChartOptions, chart } from './chart.ts';
import { type Drawing, stacked } from './drawing.ts';
import type { Frame } from './frame.ts';
import { line } from './words.ts';

export interface ByChainOptions extends Pick<ChartOptions, 'x' | 'y' | 'marginLeft' | 'marginBottom'> {
  readonly title: string;
  readonly height: number;
  /** What a chain is called: `chain`, or `run`. */
  readonly noun: string;
  readonly chains: number;
  /** Whether the chains are named above. */
  readonly isHeaded: boolean;
  /** Data of which each datum has its `chain`, from 1, as the channel `fx`. */
  readonly marks: readonly Markish[];
}

export function byChain(frame: Frame, options: ByChainOptions): Drawing {
  const { title, height, noun, chains, isHeaded, marks, marginLeft, marginBottom, x, y } = options;
  const room = (frame.width - (marginLeft ?? 40)) / chains;
  return stacked(
    frame,
    [
      line(frame, title, { weight: 'bold' }),
      chart(frame, {
        width: frame.width,
        height: height + (isHeaded ? 16 : 0),
        marginTop: isHeaded ? 22 : 6,
        marginLeft: marginLeft ?? 40,
        marginRight: 4,
        marginBottom: marginBottom ?? 20,
        fx: {
          domain: Array.from({ length: chains }, (_, chain) => chain + 1),
          padding: 0.06,
          axis: isHeaded ? 'top' : null,
          label: null,
          tickSize: 0,
          tickFormat: (chain: number) => (room < 62 ? String(chain) : `${noun} ${chain}`),
        },
        x: x ?? {},
        y: y ?? {},
        marks: [...marks],
      }),
    ],
    2,
  );
}

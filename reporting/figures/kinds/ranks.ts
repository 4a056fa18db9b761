/** Rank plots: the distribution of each chain's draws among the ranks of all draws. */

import { rect, rectY, ruleY } from '@observablehq/plot';
import { rHat } from '../../../statistics/r-hat.ts';
import { rankHistogram } from '../../../statistics/rank-histogram.ts';

import { failedNote, type NamedPosterior } from '../data/named-fit.ts';
import { chosenRows, nounOf } from '../data/sampling.ts';
import { stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { boxSample, legend, lineSample } from '../draw/legend.ts';
import { byChain } from '../draw/marks.ts';
import { numberText } from '../draw/text.ts';

export interface RanksRow {
  readonly title: string;
  /** One entry per chain: the number of its draws in each bin of ranks, lowest first. */
  readonly counts: readonly (readonly number[])[];
  /** The expected count of a bin if the chains agree, and the interval of 95 % of the counts. */
  readonly expected: number;
  readonly interval: readonly [lower: number, upper: number];
}

export interface RanksData {
  readonly title: string;
  readonly caption: string;
  /** `chain` or `run`. */
  readonly noun: string;
  readonly rows: readonly RanksRow[];
}

const HEIGHT = 74;

export function ranks(data: RanksData, frame: Frame): FigureSvg {
  const { theme } = frame;
  const rows = data.rows.map((row, index) => {
    const most = Math.max(row.interval[1], ...row.counts.flat());
    const chains = row.counts.length;
    const bars = row.counts.flatMap((counts, chain) =>
      counts.map((count, bin) => ({
        chain: chain + 1,
        from: bin / counts.length,
        to: (bin + 1) / counts.length,
        count,
      })),
    );
    const each = Array.from({ length: chains }, (_, chain) => ({ chain: chain + 1 }));
    const bounds = each.flatMap((chain) => row.interval.map((y) => ({ ...chain, y })));
    return byChain(frame, {
      title: row.title,
      height: HEIGHT,
      noun: data.noun,
      chains,
      isHeaded: index === 0,
      x: { domain: [0, 1], axis: null },
      y: {
        domain: [0, most * 1.05],
        ticks: 3,
        tickSize: 3,
        label: index === 0 ? 'draws' : null,
        labelArrow: 'none',
      },
      marginBottom: 6,
      marks: [
        rect(each, {
          fx: 'chain',
          x1: 0,
          x2: 1,
          y1: row.interval[0],
          y2: row.interval[1],
          fill: theme.grid,
          fillOpacity: 0.7,
        }),
        rectY(bars, {
          fx: 'chain',
          x1: 'from',
          x2: 'to',
          y: 'count',
          fill: theme.accent,
          fillOpacity: 0.75,
          inset: 0.5,
        }),
        ruleY(bounds, { fx: 'chain', y: 'y', stroke: theme.muted, strokeDasharray: '1 2' }),
        ruleY(each, { fx: 'chain', y: row.expected, stroke: theme.ink, strokeDasharray: '4 3' }),
      ],
    });
  });
  const key = legend(frame, [
    { label: 'draws in a bin of ranks', sample: boxSample(frame, theme.accent, 0.75) },
    { label: 'expected', sample: lineSample(frame, theme.ink, { width: 1, dash: '4 3' }) },
    { label: '95 % of bins where chains agree', sample: boxSample(frame, theme.grid, 0.7) },
  ]);
  const drawing = stacked(frame, [key, stacked(frame, rows, 8)], 8);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function altOf({ rows, noun }: RanksData): string {
  const sentences = rows.map(({ title, counts, interval: [lower, upper], expected }) => {
    const bins = counts.flat();
    const out = bins.filter((count) => count < lower || count > upper).length;
    return `${title}: ${out} of ${bins.length} bins lie outside ${lower} to ${upper} draws, where ${numberText(expected)} are expected.`;
  });
  return `Rank plots of ${rows[0]?.counts.length ?? 0} ${noun}s. ${sentences.join(' ')}`;
}

const BINS = 20;

/** @throws FigureError for an unknown name, too many parameters, or draws that are not finite */
export function ranksData(fit: NamedPosterior, only: readonly string[] | null): RanksData {
  const draws = fit.draws[0]!.latents[0]!.length;
  const bins = Math.min(BINS, draws);
  return {
    title: `Ranks of the draws of ${fit.name} by ${nounOf(fit)}`,
    caption: [
      `Of each ${nounOf(fit)} how many of its ${draws} draws have their rank, among the draws of all, in each of ${bins} equal bins (Vehtari et al. 2021).`,
      `Where the ${nounOf(fit)}s agree each bin has about as many (dashed);`,
      'of independent draws 95 % of the bins then lie in the grey band, of correlated ones fewer.',
      ...failedNote([fit]),
    ].join(' '),
    noun: nounOf(fit),
    rows: chosenRows(fit, only).map(({ parameter, chains }) => {
      const found = rHat(chains);
      const title = found === null ? parameter.name : `${parameter.name}, R-hat ${found.toFixed(3)}`;
      return { title, ...rankHistogram(chains, bins) };
    }),
  };
}

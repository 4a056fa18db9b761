/** Posterior densities beside the priors: what the data say about each parameter. */
import { areaY, line as lineMark, ruleX } from '@observablehq/plot';
import type { MarginalPrior } from '../../../analysis/simulate/marginal-prior.ts';
import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { pooled } from '../../../statistics/chains.ts';
import { kernelDensity, type ValueRange } from '../../../statistics/kernel-density.ts';
import {
  chosenParameters,
  endsOf,
  estimateOf,
  expectFew,
  FigureError,
  failedNote,
  type NamedPosterior,
  notFinite,
  shortList,
} from '../data/named-fit.ts';
import { type ShownScale, shownScale, widest } from '../data/scale.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, stacked, tiled } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { boxSample, type LegendEntry, legend, lineSample } from '../draw/legend.ts';
import { numberText, unitSuffix } from '../draw/text.ts';
import { DASHES, FONT, seriesOf } from '../draw/theme.ts';
import { line, paragraph } from '../draw/words.ts';

/** A density at each of the panel's `at`, in the inverse of its unit. */
export type DensityCurve = readonly number[];

export interface DensityPosterior {
  /** The subject. */
  readonly label: string;
  readonly curve: DensityCurve;
  readonly mean: number;
  readonly hdi95: readonly [lower: number, upper: number];
}

export interface DensityPanel {
  readonly title: string;
  /** Such as a doc comment; null if there is none. */
  readonly note: string | null;
  readonly scale: ShownScale;
  /** The values at which densities are given, ascending over the whole scale. */
  readonly at: readonly number[];
  /** Null if not known. Infinite densities are drawn as high as the panel. */
  readonly prior: DensityCurve | null;
  readonly posteriors: readonly DensityPosterior[];
}

export interface DensityData {
  readonly title: string;
  readonly caption: string;
  readonly panels: readonly DensityPanel[];
}

const PANEL = { least: 210, height: 132, gap: 20 } as const;
const MARGIN = { left: 6, right: 6, top: 6, bottom: 34 } as const;
/** A prior much higher than all posteriors is cut off here, so that posteriors do not look flat. */
const MAX_PRIOR = 1.5;
/** A posterior is cut off at this multiple of the lowest peak. */
const MAX_POSTERIOR = 5;

export function density(data: DensityData, frame: Frame): FigureSvg {
  const labels = [...new Set(data.panels.flatMap(({ posteriors }) => posteriors.map(({ label }) => label)))];
  const across = Math.max(1, Math.floor((frame.width + PANEL.gap) / (PANEL.least + PANEL.gap)));
  const columns = Math.min(across, Math.max(1, data.panels.length));
  const width = (frame.width - (columns - 1) * PANEL.gap) / columns;
  const notes = data.panels.map((panel) => noteOf(panel, width, frame));
  const noteHeight = Math.max(...notes.map(({ height }) => height));
  // All panels reserve the same height for notes, so that the axes of one row are aligned.
  const panels = data.panels.map((panel, place) =>
    drawPanel(panel, { ...notes[place]!, height: noteHeight }, labels, width, frame),
  );
  const drawing = stacked(frame, [key(data, labels, frame), tiled(frame, panels, PANEL.gap)], 12);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function key({ panels }: DensityData, labels: readonly string[], frame: Frame): Drawing {
  const { theme } = frame;
  const posteriors =
    labels.length === 1
      ? [{ label: 'posterior', sample: boxSample(frame, theme.accent, 0.35) }]
      : labels.map((label, index): LegendEntry => ({ label, sample: sampleOf(index, frame) }));
  const prior = { label: 'prior', sample: lineSample(frame, theme.muted, { dash: '4 3' }) };
  return legend(frame, [...posteriors, ...(panels.some((panel) => panel.prior !== null) ? [prior] : [])]);
}

function sampleOf(index: number, frame: Frame) {
  return lineSample(frame, seriesOf(frame.theme.series, index), { width: 2, dash: seriesOf(DASHES, index) });
}

function noteOf({ note }: DensityPanel, width: number, frame: Frame): Drawing {
  return paragraph(frame, note ?? '', { size: FONT.small, color: frame.theme.muted, room: width });
}

function drawPanel(
  panel: DensityPanel,
  note: Drawing,
  labels: readonly string[],
  width: number,
  frame: Frame,
): Drawing {
  return stacked(
    frame,
    [line(frame, panel.title, { weight: 'bold', room: width }), note, curves(panel, labels, width, frame)],
    2,
  );
}

function curves(panel: DensityPanel, labels: readonly string[], width: number, frame: Frame): Drawing {
  const { scale, posteriors } = panel;
  const { theme } = frame;
  const most = heightOf(panel);
  const points = (curve: DensityCurve) =>
    panel.at.map((x, place): [number, number] => [x, Math.min(curve[place]!, most)]);
  const alone = labels.length === 1;
  return chart(frame, {
    width,
    height: PANEL.height,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: {
      domain: [scale.from, scale.to],
      label: scale.unit === '' ? null : scale.unit,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: Math.max(2, Math.floor(width / 62)),
    },
    y: { domain: [0, most], axis: null },
    marks: [
      ...posteriors.map(({ label, curve }) =>
        areaY(points(curve), {
          x: '0',
          y: '1',
          fill: alone ? theme.accent : seriesOf(theme.series, labels.indexOf(label)),
          fillOpacity: alone ? 0.3 : 0.12,
        }),
      ),
      ...posteriors.map(({ label, curve }) =>
        lineMark(points(curve), {
          x: '0',
          y: '1',
          stroke: alone ? theme.accent : seriesOf(theme.series, labels.indexOf(label)),
          strokeWidth: alone ? 1.5 : 2,
          strokeDasharray: alone ? 'none' : seriesOf(DASHES, labels.indexOf(label)),
        }),
      ),
      ...(panel.prior === null
        ? []
        : [lineMark(points(panel.prior), { x: '0', y: '1', stroke: theme.muted, strokeDasharray: '4 3' })]),
      ruleX([...(scale.endsAtFrom ? [scale.from] : []), ...(scale.endsAtTo ? [scale.to] : [])], {
        stroke: theme.muted,
      }),
      // The foot of the curves.
      lineMark(
        [
          [scale.from, 0],
          [scale.to, 0],
        ],
        { stroke: theme.grid },
      ),
    ],
  });
}

/** The density at the upper edge of the panel. */
function heightOf({ posteriors, prior }: DensityPanel): number {
  const highest = (curve: DensityCurve) =>
    curve.reduce((most, each) => (Number.isFinite(each) ? Math.max(most, each) : most), 0);
  const peaks = posteriors.map(({ curve }) => highest(curve));
  const posterior = Math.min(Math.max(...peaks), MAX_POSTERIOR * Math.min(...peaks));
  const before = prior === null ? 0 : highest(prior);
  const shown = posterior === 0 ? before : Math.max(posterior, Math.min(before, MAX_PRIOR * posterior));
  return shown === 0 ? 1 : shown * 1.04;
}

function altOf({ panels }: DensityData): string {
  const sentences = panels.map(({ title, scale, posteriors }) => {
    const suffix = unitSuffix(scale.unit);
    const each = posteriors.map(({ label, mean, hdi95: [lower, upper] }) => {
      const mid = `mean ${numberText(mean)}, 95 % HDI ${numberText(lower)} to ${numberText(upper)}${suffix}`;
      return posteriors.length === 1 ? mid : `${label} ${mid}`;
    });
    return `${title}, on a scale from ${numberText(scale.from)} to ${numberText(scale.to)}${suffix}: ${each.join('; ')}.`;
  });
  return `Posterior densities beside prior densities. ${sentences.join(' ')}`;
}

/** Maximum number of subjects: combinations of colour and dash that can be distinguished. */
const MAX_SUBJECTS = 8;
const MAX_PANELS = 60;
/** Room for the tails of the kernels, as a share of the range of the draws. */
const TAIL_MARGIN = 0.12;
/** Numbers of values at which densities are computed: over the whole scale, and over the draws of each subject. */
const PLACES = { scale: 121, draws: 81 } as const;

/**
 * @param only the names of parameters or latents; null for those of the profile
 * @param priorsOf the priors of a fit; null if they are not known
 * @throws FigureError for an unknown name, draws that are not finite, or too many subjects or parameters
 */
export function densityData(
  fits: readonly NamedPosterior[],
  only: readonly string[] | null,
  priorsOf: (fit: NamedPosterior) => ReadonlyMap<string, MarginalPrior> | null,
): DensityData {
  expectFew('subjects', fits.length, MAX_SUBJECTS, 'Name fewer fits.');
  const parameters = sharedParameters(fits, only);
  expectFew('parameters', parameters.length, MAX_PANELS, 'Name some with `only`.');
  const priors = priorsOf(fits[0]!);
  return {
    title: `What the data say of ${shortList(fits.map(({ name }) => name))}, beside the priors`,
    caption: captionOf(fits, priors !== null),
    panels: parameters.map((parameter) => panelOf(fits, parameter, priors?.get(parameter.name) ?? null)),
  };
}

/** The parameters that all fits have, as the first fit has them. */
function sharedParameters(fits: readonly NamedPosterior[], only: readonly string[] | null): Parameter[] {
  const [first, ...others] = fits;
  return chosenParameters(first!, only).filter(({ name }) =>
    others.every(({ parameters }) => parameters.some((parameter) => parameter.name === name)),
  );
}

function panelOf(
  fits: readonly NamedPosterior[],
  { name, latent }: Parameter,
  prior: MarginalPrior | null,
): DensityPanel {
  const drawn = fits.map((fit) => {
    const parameter = fit.parameters.find((each) => each.name === name)!;
    const chains = chainsOf(fit, parameter);
    const estimate = estimateOf(chains);
    if (estimate === null) throw notFinite(fit, parameter);
    return { fit, estimate, sorted: pooled(chains).sort(), ends: endsOf(fit, parameter) };
  });
  const scale = shownScale(
    latent,
    widest(drawn.map(({ ends }) => ends)),
    drawn.flatMap(({ sorted, ends }) => reachOf(sorted, ends)),
  );
  const at = [
    ...new Set([
      ...evenly(scale.from, scale.to, PLACES.scale),
      ...drawn.flatMap(({ sorted }) => evenly(sorted[0]!, sorted.at(-1)!, PLACES.draws)),
    ]),
  ].sort((one, other) => one - other);
  return {
    title: name,
    note: latent.doc,
    scale,
    at,
    prior: prior === null ? null : prior.densities(at),
    posteriors: drawn.map(({ fit, estimate, sorted, ends }): DensityPosterior => {
      const curve = kernelDensity(sorted, at, ends);
      if (curve === null) {
        throw new FigureError(
          `All draws of \`${name}\` in the fit of ${fit.name} are the same number, which has no density.`,
          'Leave this parameter out: name others with `only`.',
        );
      }
      return { label: fit.name, curve: [...curve], ...estimate };
    }),
  };
}

/** What the scale must contain: the draws, and the tails of the kernels at unbounded ends. */
function reachOf(sorted: Float64Array, { lo, hi }: ValueRange): [number, number] {
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const beyond = (most - least) * TAIL_MARGIN;
  return [Math.max(lo, least - beyond), Math.min(hi, most + beyond)];
}

function evenly(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) =>
    place === count - 1 ? to : from + ((to - from) * place) / (count - 1),
  );
}

function captionOf(fits: readonly NamedPosterior[], hasPriors: boolean): string {
  return [
    'Posterior densities by a Gaussian kernel with the width of Silverman (1986), folded back where values end (vertical strokes).',
    hasPriors
      ? 'Dashed grey: the prior, over what is believed of the latents that it reads; curves that are far higher than others are cut off.'
      : 'The priors are not shown: the text of the layout is not known, or a prior reads rows of the table, which a fit does not hold.',
    'The area under each curve is 1.',
    ...failedNote(fits),
  ].join(' ');
}

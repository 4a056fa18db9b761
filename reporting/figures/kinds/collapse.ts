/** The pointwise collapse of windows: the share of successes among the windows that contain a value, beside what was found. */
import { dot, line as lineMark, rect, ruleX, ruleY } from '@observablehq/plot';
import { collapsePeak, pointwiseCollapse, type WindowedOutcome } from '../../../host/estimate/collapse.ts';
import { FigureError, failedNote, hasFailed, type NamedFit, shortList } from '../data/named-fit.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, element, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { numbersAlike, numberText, unitSuffix, withUnit } from '../draw/text.ts';
import { line } from '../draw/words.ts';

/** An estimate, or the mean of a posterior, with its interval, which an estimate on a bound has not. */
export interface CollapseEstimate {
  readonly value: number;
  readonly interval: readonly [lower: number, upper: number] | null;
  /** What the value is, such as `maximum likelihood`. */
  readonly called: string;
  /** What the interval is, such as `95 % interval`. */
  readonly wide: string;
}

/** One latent. */
export interface CollapsePanel {
  readonly title: string;
  readonly unit: string;
  /** Values of the latent, ascending, with the share of successes among the windows around each; null where there is none. */
  readonly at: readonly number[];
  readonly share: readonly (number | null)[];
  readonly peak: { readonly at: number; readonly share: number; readonly rows: number };
  /** Null if nothing was found. */
  readonly estimate: CollapseEstimate | null;
}

export interface CollapseData {
  readonly title: string;
  readonly caption: string;
  readonly panels: readonly CollapsePanel[];
}

/** The rows that have an outcome: their values of each column, by its name. */
export interface CollapseRows {
  readonly outcome: string;
  readonly columns: ReadonlyMap<string, Float64Array>;
}

const HEIGHT = 240;
const MARGIN = { left: 48, right: 12, top: 8, bottom: 38 } as const;
/** Places at which the curve, which has steps, is drawn. */
const PLACES = 601;

export function collapse(data: CollapseData, frame: Frame): FigureSvg {
  const drawing = stacked(
    frame,
    data.panels.map((panel) => drawPanel(panel, frame)),
    16,
  );
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function drawPanel(panel: CollapsePanel, frame: Frame): Drawing {
  const { theme, document, width } = frame;
  const { at, share, peak, estimate, title, unit } = panel;
  const peakStyle = { r: 4, fill: theme.paper, stroke: theme.accent, 'stroke-width': 2 };
  const [from, to] = [at[0]!, at.at(-1)!];
  const interval = estimate?.interval ?? null;
  return stacked(
    frame,
    [
      line(frame, title, { weight: 'bold' }),
      legend(frame, [
        { label: 'share of successes', sample: lineSample(frame, theme.accent, { width: 2 }) },
        { label: `its peak, ${numberText(peak.at)}`, sample: element(document, 'circle', peakStyle) },
        ...(estimate === null
          ? []
          : [
              {
                label: `${estimate.called}, ${numberText(estimate.value)}`,
                sample: lineSample(frame, theme.warning, { width: 2, dash: '4 3' }),
              },
            ]),
      ]),
      chart(frame, {
        ...{ width, height: HEIGHT, marginLeft: MARGIN.left, marginRight: MARGIN.right },
        ...{ marginTop: MARGIN.top, marginBottom: MARGIN.bottom },
        x: {
          ...{ domain: [from, to], label: withUnit(title, unit), labelAnchor: 'center', labelArrow: 'none' },
          ticks: Math.max(3, Math.floor((width - MARGIN.left) / 70)),
        },
        y: {
          ...{ domain: [0, 1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], tickSize: 3 },
          ...{ label: 'share of successes', labelAnchor: 'center', labelArrow: 'none' },
        },
        marks: [
          ruleY([0.2, 0.4, 0.6, 0.8, 1], { stroke: theme.grid }),
          ruleY([0], { stroke: theme.muted }),
          ...(interval === null
            ? []
            : [
                rect([interval], {
                  ...{ x1: ([lower]: readonly number[]) => Math.max(from, lower!), y1: 0, y2: 1 },
                  ...{ x2: ([, upper]: readonly number[]) => Math.min(to, upper!) },
                  ...{ fill: theme.warning, fillOpacity: 0.15 },
                }),
              ]),
          ...(estimate === null || estimate.value < from || estimate.value > to
            ? []
            : [ruleX([estimate.value], { stroke: theme.warning, strokeWidth: 2, strokeDasharray: '4 3' })]),
          lineMark(at, {
            ...{ x: (x: number) => x, y: (_: number, place: number) => share[place] ?? Number.NaN },
            ...{ stroke: theme.accent, strokeWidth: 2, curve: 'step' },
          }),
          dot([peak], {
            ...{ x: 'at', y: 'share', r: 4, fill: theme.paper, stroke: theme.accent, strokeWidth: 2 },
            title: () => peakText(panel),
          }),
        ],
      }),
    ],
    4,
  );
}

function peakText({ peak, unit }: CollapsePanel): string {
  return `${numberText(peak.share)} of ${peak.rows} windows around ${numberText(peak.at)}${unitSuffix(unit)}`;
}

function altOf({ panels }: CollapseData): string {
  const sentences = panels.map((panel) => {
    const { title, estimate, unit } = panel;
    const highest = `${title}: highest, ${peakText(panel)}`;
    if (estimate === null) return `${highest}.`;
    const { value, interval, called, wide } = estimate;
    if (interval === null) return `${highest}; ${called} ${numberText(value)}${unitSuffix(unit)}.`;
    const [middle, low, high] = numbersAlike([value, ...interval], interval[1] - interval[0]);
    return `${highest}; ${called} ${middle}, ${wide} ${low} to ${high}${unitSuffix(unit)}.`;
  });
  return `The share of successes among the windows that contain each value. ${sentences.join(' ')}`;
}

/**
 * @param only the names of latents; null for all that lie in windows of the outcome
 * @param estimateOf what was found of a latent, by its name; null if there is no estimate
 * @throws FigureError when no such latent lies in a window between two demands, it has levels, or no window has its ends in
 *   order
 */
export function collapseData(
  fit: NamedFit,
  { outcome, columns }: CollapseRows,
  only: readonly string[] | null,
  estimateOf: (parameter: string) => CollapseEstimate | null,
): CollapseData {
  const { name, manifest, parameters } = fit;
  const windows = (manifest.windows ?? []).filter((window) => window.outcome === outcome);
  const known = [...new Set(windows.map(({ latent }) => latent))];
  if (known.length === 0) {
    throw new FigureError(
      `The layout of ${name} has no window of \`${outcome}\` from one demand to another, such as band(risk, least, most).`,
      'Draw another kind.',
    );
  }
  const chosen = only ?? known;
  const other = chosen.find((latent) => !known.includes(latent));
  if (other !== undefined) {
    throw new FigureError(
      `\`${other}\` is in no window of \`${outcome}\`.`,
      `The latents in a window are ${shortList(known)}.`,
    );
  }
  const panels = chosen.map((latent) => {
    const parameter = parameters.find((each) => each.name === latent);
    if (parameter === undefined) {
      throw new FigureError(
        `\`${latent}\` has a value for each level, and a collapse is of one.`,
        'Fit each level by itself, with `fit --each`.',
      );
    }
    const outcomes = windows
      .filter((window) => window.latent === latent)
      .flatMap(({ lower, upper }) => {
        const [from, to, seen] = [lower, upper, outcome].map((column) => columns.get(column)!);
        return Array.from(seen!, (success, row) => ({
          ...{ lower: from![row]!, upper: to![row]!, success: success === 1, count: 1 },
        }));
      });
    const { unit } = parameter.latent;
    const estimate = estimateOf(latent);
    const marked =
      estimate === null || !hasFailed(fit) ? estimate : { ...estimate, called: `! ${estimate.called}` };
    return { title: latent, unit, ...curveOf(latent, outcomes), estimate: marked };
  });
  return {
    title: `Pointwise collapse of ${shortList(chosen)} of ${name}`,
    caption: [
      `The share of successes among the windows that contain each value, whatever else their tasks demand (Measuring Propensities in AI, appendix B.3 and Figure 6), in the rows that have \`${outcome}\`.`,
      'It is highest near the propensity but not at it, since windows on one side may reach farther: `fit --method mle` begins its first climb there. Dashed is what was found, with its interval shaded.',
      ...failedNote([fit]),
    ].join(' '),
    panels,
  };
}

function curveOf(
  latent: string,
  windows: readonly WindowedOutcome[],
): Pick<CollapsePanel, 'at' | 'share' | 'peak'> {
  // An open end says nothing of how far the picture reaches.
  const ends = windows
    .filter(({ lower, upper }) => lower <= upper)
    .flatMap(({ lower, upper }) => [lower, upper])
    .filter(Number.isFinite);
  const peak = collapsePeak(windows);
  const from = ends.reduce((least, end) => Math.min(least, end), Number.POSITIVE_INFINITY);
  const to = ends.reduce((most, end) => Math.max(most, end), Number.NEGATIVE_INFINITY);
  if (peak === null || !Number.isFinite(peak) || !(from < to)) {
    throw new FigureError(
      `The windows around \`${latent}\` have no two different ends, the lower one first.`,
      'Give rows with windows to draw.',
    );
  }
  const around = pointwiseCollapse(windows);
  const at = Array.from({ length: PLACES }, (_, place) => from + ((to - from) * place) / (PLACES - 1));
  const { all, successes } = around(peak);
  return {
    at,
    share: at.map((x) => {
      const there = around(x);
      return there.all === 0 ? null : there.successes / there.all;
    }),
    peak: { at: peak, share: successes / all, rows: all },
  };
}

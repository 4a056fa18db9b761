/** Item response curves of a band: the probability of success against a propensity, for windows between two bounds. */
import { dot, line as lineMark, ruleX, ruleY, text } from '@observablehq/plot';
import type { PosteriorInterval } from '../data/named-fit.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { intervalLines } from '../draw/marks.ts';
import { numbersAlike, numberText, shortened, textWidth, unitSuffix } from '../draw/text.ts';
import { DASHES, FONT, seriesOf } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

export interface BandCurve {
  /** What the curve is called; its window if absent. */
  readonly label?: string;
  readonly lower: number;
  readonly upper: number;
  /** One value for each of the panel's `at`. */
  readonly probability: readonly number[];
}

export interface BandPanel {
  readonly title: string;
  readonly note: string | null;
  readonly unit: string;
  /** Values of the propensity, ascending. */
  readonly at: readonly number[];
  readonly curves: readonly BandCurve[];
  readonly subjects: readonly (PosteriorInterval & { readonly label: string; readonly failed: boolean })[];
}

export interface BandCurvesData {
  readonly title: string;
  readonly caption: string;
  readonly panels: readonly BandPanel[];
}

const HEIGHT = 190;
const ROW = 18;
const MARGIN = { left: 48, right: 12, top: 8, bottom: 38 } as const;
const MAX_LABEL = 0.3;

export function band(data: BandCurvesData, frame: Frame): FigureSvg {
  const labels = data.panels.flatMap(({ subjects }) => subjects.map(labelOf));
  const widest = Math.max(0, ...labels.map((label) => textWidth(label))) + 12;
  // The same for all panels, so that a propensity is in one place.
  const left = Math.max(MARGIN.left, Math.min(frame.width * MAX_LABEL, widest));
  const panels = data.panels.map((panel) => drawPanel(panel, left, frame));
  const drawing = stacked(frame, panels, 16);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function labelOf({ label, failed }: BandPanel['subjects'][number]): string {
  return failed ? `! ${label}` : label;
}

function drawPanel(panel: BandPanel, left: number, frame: Frame): Drawing {
  const { theme } = frame;
  const key = legend(
    frame,
    panel.curves.map((curve, index) => ({
      label: curve.label ?? windowText(curve, panel.unit),
      sample: lineSample(frame, seriesOf(theme.series, index), { width: 2, dash: seriesOf(DASHES, index) }),
    })),
  );
  return stacked(
    frame,
    [
      line(frame, panel.title, { weight: 'bold' }),
      ...(panel.note === null ? [] : [line(frame, panel.note, { size: FONT.small, color: theme.muted })]),
      key,
      curves(panel, left, frame),
      found(panel, left, frame),
    ],
    2,
  );
}

export function windowText({ lower, upper }: Pick<BandCurve, 'lower' | 'upper'>, unit: string): string {
  return `window ${numberText(lower)} to ${numberText(upper)}${unitSuffix(unit)}`;
}

function domainOf({ at }: BandPanel): [number, number] {
  return [at[0]!, at.at(-1)!];
}

function curves(panel: BandPanel, left: number, frame: Frame): Drawing {
  const { theme } = frame;
  const style = (index: number) => ({
    stroke: seriesOf(theme.series, index),
    strokeDasharray: seriesOf(DASHES, index),
  });
  const [first, ...others] = panel.curves;
  const isOfOneWindow =
    others.length > 0 && others.every(({ lower, upper }) => lower === first!.lower && upper === first!.upper);
  return chart(frame, {
    width: frame.width,
    height: HEIGHT,
    marginLeft: left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: 4,
    x: { domain: domainOf(panel), axis: null },
    y: {
      domain: [0, 1],
      ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
      label: 'probability of success',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickSize: 3,
    },
    marks: [
      ruleY([0.2, 0.4, 0.6, 0.8, 1], { stroke: theme.grid }),
      ruleY([0], { stroke: theme.muted }),
      ...(isOfOneWindow
        ? [ruleX([first!.lower, first!.upper], { stroke: theme.muted, strokeWidth: 0.75 })]
        : panel.curves.map(({ lower, upper }, index) =>
            ruleX([lower, upper], { ...style(index), strokeWidth: 0.75, strokeOpacity: 0.9 }),
          )),
      ...panel.curves.map(({ probability }, index) =>
        lineMark(
          panel.at.map((x, place) => [x, probability[place]!]),
          { ...style(index), strokeWidth: 2 },
        ),
      ),
    ],
  });
}

/** The estimated propensities, on the scale of the curves above. */
function found(panel: BandPanel, left: number, frame: Frame): Drawing {
  const { theme } = frame;
  const rows = panel.subjects.map((subject, place) => ({ ...subject, place, label: labelOf(subject) }));
  return chart(frame, {
    width: frame.width,
    height: rows.length * ROW + 4 + MARGIN.bottom,
    marginLeft: left,
    marginRight: MARGIN.right,
    marginTop: 4,
    marginBottom: MARGIN.bottom,
    x: {
      domain: domainOf(panel),
      label: panel.unit === '' ? panel.title : `${panel.title} (${panel.unit})`,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: Math.max(3, Math.floor((frame.width - left) / 70)),
    },
    y: { type: 'band', domain: rows.map(({ place }) => place), axis: null, padding: 0 },
    marks: [
      ruleY(rows, { y: 'place', stroke: theme.grid }),
      ...intervalLines(rows, ({ hdi95 }) => hdi95, { theme, strokeWidth: 1.5 }),
      ...intervalLines(rows, ({ hdi50 }) => hdi50, { theme, strokeWidth: 6 }),
      dot(rows, { x: 'mean', y: 'place', r: 3, fill: theme.paper, stroke: theme.accent, strokeWidth: 1.75 }),
      text(rows, {
        y: 'place',
        text: ({ label }: (typeof rows)[number]) => shortened(label, left - 10),
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -left,
        fontSize: FONT.size,
        fill: theme.ink,
        title: 'label',
      }),
    ],
  });
}

function altOf({ panels }: BandCurvesData): string {
  const sentences = panels.map((panel) => {
    const windows = panel.curves
      .map(
        ({ label, ...window }) =>
          `${windowText(window, panel.unit)}${label === undefined ? '' : `, ${label}`}`,
      )
      .join(', ');
    const subjects = panel.subjects.map(({ label, failed, mean, hdi95: [lower, upper] }) => {
      const [middle, low, high] = numbersAlike([mean, lower, upper], upper - lower);
      return `${label}${failed ? ' (not converged)' : ''} ${middle}, 95 % HDI ${low} to ${high}${unitSuffix(panel.unit)}`;
    });
    const own = subjects.length === 0 ? '' : `; found: ${subjects.join('; ')}`;
    return `${panel.title}, curves of ${windows}${own}.`;
  });
  return `Item response curves, which rise to the lower bound and fall from the upper. ${sentences.join(' ')}`;
}

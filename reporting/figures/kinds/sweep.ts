/**
 * Box plots of a sweep: the distribution of a score or an estimate for each alternative, over everything else that
 * varies.
 */
import { link, rect, ruleX, text } from '@observablehq/plot';
import type {
  Distribution,
  SweepGroup,
  SweepSummary,
  SweptQuantity,
} from '../../../analysis/sweep/sum-up.ts';
import type { ManifestQuantity } from '../../../module/manifest.ts';
import { expectFew, FigureError } from '../data/named-fit.ts';
import { chart } from '../draw/chart.ts';
import { type Drawing, stacked } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { type LegendEntry, legend, lineSample } from '../draw/legend.ts';
import { numbersAlike, shortened, textWidth, unitSuffix } from '../draw/text.ts';
import { DASHES, FONT, seriesOf } from '../draw/theme.ts';
import { line } from '../draw/words.ts';

export interface SweepRow {
  /** The choice, `subject` or `seed`; null for all fits. */
  readonly axis: string | null;
  readonly label: string;
  readonly distribution: Distribution;
}

export interface SweepPanel {
  readonly title: string;
  readonly note: string | null;
  readonly unit: string;
  readonly rows: readonly SweepRow[];
  /** The smallest and largest value of each baseline. */
  readonly references: readonly {
    readonly label: string;
    readonly least: number;
    readonly greatest: number;
  }[];
}

export interface SweepBoxData {
  readonly title: string;
  readonly caption: string;
  readonly panels: readonly SweepPanel[];
  /** The words of the text alternative; absent for a sweep's. */
  readonly words?: { readonly heading: string; readonly counted: string };
}

const SWEEP_WORDS = { heading: 'Box plots of a sweep.', counted: 'fits' };

const ROW = 20;
/** The gap between the alternatives of one choice and those of the next. */
const BREAK = 0.9;
const MARGIN = { top: 4, bottom: 36, right: 14 } as const;
const MAX_LABEL = 0.4;

export function sweepBoxes(data: SweepBoxData, frame: Frame): FigureSvg {
  const references = [...new Set(data.panels.flatMap((panel) => panel.references.map(({ label }) => label)))];
  const widths = data.panels.flatMap(({ rows }) => rows.map(({ label }) => textWidth(label, FONT.small)));
  const axes = data.panels.flatMap(({ rows }) =>
    rows.map(({ axis }) => textWidth(axis ?? '', FONT.small * 1.07)),
  );
  const left = Math.min(frame.width * MAX_LABEL, Math.max(...widths, ...axes, 40) + 16);
  const key = references.map(
    (label, index): LegendEntry => ({
      label,
      sample: lineSample(frame, seriesOf(frame.theme.series, index + 1), {
        width: 1.5,
        dash: seriesOf(DASHES, index + 1),
      }),
    }),
  );
  const { counted } = data.words ?? SWEEP_WORDS;
  const panels = data.panels.map((panel) => drawPanel(panel, references, { left, counted }, frame));
  const drawing = stacked(
    frame,
    [...(key.length === 0 ? [] : [legend(frame, key)]), stacked(frame, panels, 14)],
    10,
  );
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

/** A row with its vertical position in the panel; headings are in between. */
interface PlacedRow extends SweepRow {
  readonly y: number;
}

function drawPanel(
  panel: SweepPanel,
  references: readonly string[],
  { left, counted }: { readonly left: number; readonly counted: string },
  frame: Frame,
): Drawing {
  const { theme } = frame;
  const heading = line(frame, panel.title, { weight: 'bold' });
  const note = panel.note === null ? [] : [line(frame, panel.note, { size: FONT.small, color: theme.muted })];
  const { rows, headings, height } = placeRows(panel.rows);
  const ends = [
    ...rows.flatMap(({ distribution: { least, greatest } }) => [least, greatest]),
    ...panel.references.flatMap(({ least, greatest }) => [least, greatest]),
  ];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const beyond = (to - from) * 0.04 || Math.abs(to) * 0.04 || 1;
  const box = (half: number) => ({ y1: ({ y }: PlacedRow) => y - half, y2: ({ y }: PlacedRow) => y + half });
  const whisker = (one: keyof Distribution, other: keyof Distribution) =>
    link(rows, {
      x1: ({ distribution }: PlacedRow) => distribution[one],
      x2: ({ distribution }: PlacedRow) => distribution[other],
      y1: 'y',
      y2: 'y',
      stroke: theme.accent,
    });
  const marks = chart(frame, {
    width: frame.width,
    height: height * ROW + MARGIN.top + MARGIN.bottom,
    marginLeft: left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: {
      domain: [from - beyond, to + beyond],
      label: panel.unit === '' ? panel.title : panel.unit,
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: Math.max(2, Math.floor((frame.width - left) / 80)),
    },
    y: { domain: [height, 0], axis: null },
    marks: [
      ...panel.references.flatMap(({ label, least, greatest }) => [
        ruleX(least === greatest ? [least] : [least, greatest], {
          stroke: seriesOf(theme.series, references.indexOf(label) + 1),
          strokeWidth: 1.5,
          strokeDasharray: seriesOf(DASHES, references.indexOf(label) + 1),
        }),
      ]),
      whisker('least', 'lowerQuartile'),
      whisker('upperQuartile', 'greatest'),
      rect(rows, {
        x1: ({ distribution }: PlacedRow) => distribution.lowerQuartile,
        x2: ({ distribution }: PlacedRow) => distribution.upperQuartile,
        ...box(0.3),
        fill: theme.accent,
        fillOpacity: 0.25,
        stroke: theme.accent,
        title: (row: PlacedRow) => toldOf(row, panel.unit, counted),
      }),
      link(rows, {
        x1: ({ distribution }: PlacedRow) => distribution.median,
        x2: ({ distribution }: PlacedRow) => distribution.median,
        ...box(0.3),
        stroke: theme.accent,
        strokeWidth: 2.5,
      }),
      text(rows, {
        y: 'y',
        text: ({ label }: PlacedRow) => shortened(label, left - 14, FONT.small),
        frameAnchor: 'left',
        textAnchor: 'end',
        dx: -8,
        fontSize: FONT.small,
        fill: theme.ink,
      }),
      text(headings, {
        y: 'y',
        text: ({ axis }: { axis: string }) => shortened(axis, left - 6, FONT.small * 1.07),
        frameAnchor: 'left',
        textAnchor: 'start',
        dx: -left,
        fontSize: FONT.small,
        fontWeight: 600,
        fill: theme.muted,
      }),
    ],
  });
  return stacked(frame, [heading, ...note, marks], 2);
}

function placeRows(rows: readonly SweepRow[]): {
  rows: PlacedRow[];
  headings: { axis: string; y: number }[];
  height: number;
} {
  const headings: { axis: string; y: number }[] = [];
  let y = 0;
  let last: string | null = null;
  const placed = rows.map((row): PlacedRow => {
    if (row.axis !== null && row.axis !== last) {
      headings.push({ axis: row.axis, y: y + BREAK / 2 });
      y += BREAK;
    }
    if (row.axis === null && last !== null) y += BREAK / 2;
    last = row.axis;
    y += 1;
    return { ...row, y: y - 0.5 };
  });
  return { rows: placed, headings, height: y };
}

function toldOf({ label, distribution }: SweepRow, unit: string, counted: string): string {
  const { least, lowerQuartile, median, upperQuartile, greatest, count } = distribution;
  const [low, lower, middle, upper, high] = numbersAlike(
    [least, lowerQuartile, median, upperQuartile, greatest],
    greatest - least,
  );
  return `${label}, ${count} ${counted}: median ${middle}, quartiles ${lower} and ${upper}, from ${low} to ${high}${unitSuffix(unit)}`;
}

function altOf({ panels, words = SWEEP_WORDS }: SweepBoxData): string {
  const sentences = panels.map(({ title, unit, rows, references }) => {
    const beside = references.map(({ label, least, greatest }) => {
      const [low, high] = numbersAlike(
        [least, greatest],
        Math.max(greatest - least, Math.abs(greatest) / 10),
      );
      return `${label} ${low === high ? low : `${low} to ${high}`}`;
    });
    const each = rows.map(
      (row) => `${row.axis === null ? '' : `${row.axis} `}${toldOf(row, unit, words.counted)}`,
    );
    return `${title}: ${each.join('; ')}${beside.length === 0 ? '' : `; beside ${beside.join(', ')}`}.`;
  });
  return `${words.heading} ${sentences.join(' ')}`;
}

/** The part of a summary that its box plots show. */
export interface SweepDistributions {
  readonly groups: readonly Pick<SweepGroup, 'axis' | 'value'>[];
  readonly quantities: readonly Pick<SweptQuantity, 'kind' | 'name' | 'distributions' | 'baselines'>[];
}

const MAX_PANELS = 20;

/**
 * @param summary from `sumUpSweep`, or the stored part of it
 * @param latents the known latents, for units and comments
 * @param only the names of outcomes or parameters; null for Brier scores and the profile (all parameters if `latents`
 *   is empty)
 * @throws FigureError for an unknown name, or when no fit of the sweep can be used
 */
export function sweepData(
  name: string,
  summary: SweepDistributions | SweepSummary,
  latents: readonly ManifestQuantity[],
  only: readonly string[] | null,
): SweepBoxData {
  const { groups, quantities } = summary;
  const names = quantities.map((quantity) => quantity.name);
  const unknown = only?.find((each) => !names.includes(each));
  if (unknown !== undefined) {
    throw new FigureError(
      `The sweep ${name} has no outcome or parameter \`${unknown}\`.`,
      `It has ${[...new Set(names)].join(', ')}.`,
    );
  }
  const params = new Set(latents.filter(({ role }) => role === 'param').map((latent) => latent.name));
  const chosen = quantities.filter((quantity) =>
    only === null ? !params.has(quantity.name.replace(/\[.*$/s, '')) : only.includes(quantity.name),
  );
  expectFew('quantities of a sweep', chosen.length, MAX_PANELS, 'Name some with `only`.');
  const panels = chosen
    .map((quantity) => panelOf(quantity, groups, latents))
    .filter(({ rows }) => rows.length > 0);
  if (panels.length === 0) {
    throw new FigureError(
      `No fit of the sweep ${name} can be used, so that there is nothing to show.`,
      'See `status` and `findings` in its fits.csv.',
    );
  }
  const hasScores = chosen.some(({ kind }) => kind === 'brier');
  return {
    title: `What the alternatives make of the fits of ${name}`,
    caption: [
      'Each box is of all fits with one alternative, whatever else varied: median, quartiles, and the least and the greatest.',
      ...(hasScores
        ? [
            'Brier scores are of rows that were held out, the lower the better; dashed, those of predictors that know no layout.',
          ]
        : []),
      'Fits that did not converge are left out.',
    ].join(' '),
    panels,
  };
}

function panelOf(
  { kind, name, distributions, baselines }: SweepDistributions['quantities'][number],
  groups: SweepDistributions['groups'],
  latents: readonly ManifestQuantity[],
): SweepPanel {
  const latent =
    kind === 'brier' ? undefined : latents.find((each) => each.name === name.replace(/\[.*$/s, ''));
  return {
    title: kind === 'brier' ? `Brier score of ${name}` : `posterior mean of ${name}`,
    note: latent?.doc ?? null,
    unit: latent === undefined ? '' : latent.isProbability ? 'probability' : latent.unit,
    rows: groups.flatMap(({ axis, value }, place) => {
      const distribution = distributions[place] ?? null;
      return distribution === null ? [] : [{ axis, label: value ?? 'all fits', distribution }];
    }),
    references: Object.entries(baselines).map(([label, [least, greatest]]) => ({ label, least, greatest })),
  };
}

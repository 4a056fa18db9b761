/** Scatter plot of levels: one quantity of each level of a category against another, with intervals. */
import { dot, link, text } from '@observablehq/plot';
import type { Parameter } from '../../../host/parameters.ts';
import { chainsOf } from '../../../host/posterior.ts';
import type { ManifestColumn } from '../../../module/manifest.ts';
import {
  chosenParameters,
  endsOf,
  estimateOf,
  FigureError,
  failedNote,
  hasFailed,
  type NamedPosterior,
  notFinite,
} from '../data/named-fit.ts';
import { areFarApart, needsLogarithms } from '../data/scale.ts';
import { chart } from '../draw/chart.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { logarithmicAxis } from '../draw/logarithmic-axis.ts';
import { numbersAlike, numberText, textWidth, unitSuffix, withUnit } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';

export interface ScatterData {
  readonly title: string;
  readonly caption: string;
  readonly across: ScatterAxis;
  readonly upwards: ScatterAxis;
  readonly points: readonly ScatterPoint[];
  /** Whether the fit did not converge, so that its estimates must not be used. */
  readonly failed: boolean;
}

export interface ScatterAxis {
  readonly name: string;
  readonly unit: string;
  readonly isLogarithmic: boolean;
}

export interface ScatterPoint {
  readonly level: string;
  readonly across: ScatterValue;
  readonly upwards: ScatterValue;
}

/** A median of draws with the narrowest interval that holds 95 % of them, or a fact without an interval. */
export interface ScatterValue {
  readonly center: number;
  readonly hdi95: readonly [lower: number, upper: number] | null;
}

/** A demand of the levels of a category. */
export interface LevelDemand {
  readonly column: ManifestColumn;
  readonly byLevel: ReadonlyMap<string, number>;
}

const HEIGHT = 420;
const MARGIN = { left: 58, right: 16, top: 12, bottom: 40 } as const;
/** With more levels than this, names and intervals would hide each other. */
const MAX_NAMED = 24;
const MAX_WITH_INTERVALS = 200;
/** With more levels than this, the description has only the ends. */
const MAX_DESCRIBED = 40;

export function scatter(data: ScatterData, frame: Frame): FigureSvg {
  const { theme, width } = frame;
  const { points, across, upwards, failed } = data;
  const hasIntervals = points.length <= MAX_WITH_INTERVALS;
  const isNamed = points.length <= MAX_NAMED;
  const reach = (of: (point: ScatterPoint) => ScatterValue) =>
    points.flatMap((point) => [of(point).center, ...(hasIntervals ? (of(point).hdi95 ?? []) : [])]);
  const intervals = {
    stroke: theme.accent,
    strokeWidth: 1.25,
    ...(failed ? { strokeDasharray: '2 2' } : {}),
  };
  const withX = points.filter((point) => hasIntervals && point.across.hdi95 !== null);
  const withY = points.filter((point) => hasIntervals && point.upwards.hdi95 !== null);
  const x = axisOf(
    across,
    reach((point) => point.across),
    Math.floor(width / 80),
  );
  const y = axisOf(
    upwards,
    reach((point) => point.upwards),
    8,
  );
  const shared = { labelAnchor: 'center', labelArrow: 'none' } as const;
  const drawing = chart(frame, {
    ...{ width, height: HEIGHT, marginLeft: MARGIN.left, marginRight: MARGIN.right },
    ...{ marginTop: MARGIN.top, marginBottom: MARGIN.bottom },
    x: { ...x, ...shared, label: withUnit(across.name, across.unit) },
    y: { ...y, ...shared, label: withUnit(upwards.name, upwards.unit) },
    marks: [
      link(withX, {
        ...{ x1: (point: ScatterPoint) => point.across.hdi95![0], y: (point) => point.upwards.center },
        ...{ x2: (point: ScatterPoint) => point.across.hdi95![1], ...intervals },
      }),
      link(withY, {
        ...{ y1: (point: ScatterPoint) => point.upwards.hdi95![0], x: (point) => point.across.center },
        ...{ y2: (point: ScatterPoint) => point.upwards.hdi95![1], ...intervals },
      }),
      dot(points, {
        ...{ x: (point: ScatterPoint) => point.across.center, y: (point) => point.upwards.center },
        ...{ r: hasIntervals ? 3 : 2, strokeWidth: hasIntervals ? 1.75 : 1, stroke: theme.accent },
        fill: theme.paper,
        title: (point: ScatterPoint) => toldPoint(point, data),
      }),
      ...(isNamed ? names(points, { x, y, failed }, frame) : []),
    ],
  });
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

/** A rectangle in pixels. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Names beside the points where there is room; a name without room is only shown when the pointer is on its point. */
function names(
  points: readonly ScatterPoint[],
  { x, y, failed }: { readonly x: PlotAxis; readonly y: PlotAxis; readonly failed: boolean },
  { theme, width }: Frame,
) {
  const inside = { left: MARGIN.left, right: width - 2, top: 0, bottom: HEIGHT - MARGIN.bottom };
  const toX = pixels(x, MARGIN.left, width - MARGIN.right);
  const toY = pixels(y, HEIGHT - MARGIN.bottom, MARGIN.top);
  const taken = points.flatMap(({ across, upwards }): Box[] => {
    const [h, v] = [toX(across.center), toY(upwards.center)];
    const [left, right] = across.hdi95?.map(toX) ?? [h, h];
    const [bottom, top] = upwards.hdi95?.map(toY) ?? [v, v];
    return [
      { left: h - 4, right: h + 4, top: v - 4, bottom: v + 4 },
      { left: left!, right: right!, top: v - 1, bottom: v + 1 },
      { left: h - 1, right: h + 1, top: top!, bottom: bottom! },
    ];
  });
  return points.flatMap((point) => {
    const label = failed ? `! ${point.level}` : point.level;
    const [h, v] = [toX(point.across.center), toY(point.upwards.center)];
    const wide = textWidth(label, FONT.small);
    for (const [dx, dy] of PLACES) {
      const left = dx > 0 ? h + dx : h + dx - wide;
      const box = { left, right: left + wide, top: v + dy - 5, bottom: v + dy + 5 };
      if (taken.some((other) => overlap(box, other)) || !contains(inside, box)) continue;
      taken.push(box);
      return [
        text([point], {
          ...{ x: point.across.center, y: point.upwards.center, text: () => label, dx, dy },
          ...{ textAnchor: dx > 0 ? 'start' : 'end', fontSize: FONT.small, fill: theme.ink },
        }),
      ];
    }
    return [];
  });
}

/** Where a name may be, from its point, in the order of preference. */
const PLACES = [
  [7, -9],
  [7, 9],
  [-7, -9],
  [-7, 9],
  [9, 0],
  [-9, 0],
] as const;

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function contains(outer: Box, { left, right, top, bottom }: Box): boolean {
  return left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
}

type PlotAxis = ReturnType<typeof axisOf>;

function pixels(axis: PlotAxis, from: number, to: number): (value: number) => number {
  const scaled = (value: number) => ('type' in axis ? Math.log(value) : value);
  const [least, most] = axis.domain.map(scaled);
  return (value) => from + ((scaled(value) - least!) / (most! - least!)) * (to - from);
}

function axisOf({ isLogarithmic }: ScatterAxis, values: readonly number[], ticks: number) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (isLogarithmic) return logarithmicAxis(least, most, ticks);
  const beyond = (most - least) * 0.06 || 0.5;
  return {
    domain: [least - beyond, most + beyond],
    ...{ ticks, nice: false, tickFormat: (value: number) => numberText(value, 6) },
  };
}

function toldPoint({ level, across, upwards }: ScatterPoint, data: ScatterData): string {
  const told = ({ center, hdi95 }: ScatterValue, { name, unit }: ScatterAxis) => {
    if (hdi95 === null) return `${name} ${numberText(center, 6)}${unitSuffix(unit)}`;
    const [middle, lower, upper] = numbersAlike([center, ...hdi95], hdi95[1] - hdi95[0]);
    return `${name} ${middle}, 95 % HDI ${lower} to ${upper}${unitSuffix(unit)}`;
  };
  return `${level}: ${told(across, data.across)}; ${told(upwards, data.upwards)}`;
}

function altOf(data: ScatterData): string {
  const { points, upwards, across } = data;
  const ordered = [...points].sort((a, b) => a.upwards.center - b.upwards.center);
  const shown =
    points.length <= MAX_DESCRIBED
      ? points.map((point) => toldPoint(point, data)).join('. ')
      : `${points.length} levels. The lowest is ${toldPoint(ordered[0]!, data)}. The highest is ${toldPoint(ordered.at(-1)!, data)}`;
  return `Scatter plot of ${upwards.name} against ${across.name}. ${shown}.`;
}

/**
 * @param only two names: of latents or reports with a value per level of one category, or the first of `demand`
 * @param demand a demand of the levels; null if both are of the fit
 * @throws FigureError unless these are two quantities of the levels of one category, with finite draws
 */
export function scatterData(
  fit: NamedPosterior,
  only: readonly string[] | null,
  demand: LevelDemand | null = null,
): ScatterData {
  if (only?.length !== 2) {
    throw new FigureError(
      'A scatter plot shows two quantities that each level has.',
      `Name them with --only, that of the horizontal axis first: ${levelNames(fit).join(', ')}, or a demand of levels with --data.`,
    );
  }
  const [across, upwards] = only.map((name) =>
    name === demand?.column.name ? ofDemand(demand) : ofParameters(fit, name),
  );
  if (across!.category !== upwards!.category) {
    throw new FigureError(
      `\`${across!.axis.name}\` is of each ${across!.category} and \`${upwards!.axis.name}\` of each ${upwards!.category}.`,
      'Name two quantities of the same levels.',
    );
  }
  const points = [...upwards!.values].flatMap(([level, value]): ScatterPoint[] => {
    const other = across!.values.get(level);
    return other === undefined ? [] : [{ level, across: other, upwards: value }];
  });
  if (points.length === 0) {
    throw new FigureError(
      `No level of ${upwards!.category} has both \`${across!.axis.name}\` and \`${upwards!.axis.name}\`.`,
      'Give the table that was fitted.',
    );
  }
  const logarithmic = [across!.axis, upwards!.axis]
    .filter((axis) => axis.isLogarithmic)
    .map(({ name }) => name);
  return {
    title: `${upwards!.axis.name} by ${across!.axis.name}`,
    caption: [
      `Each ${upwards!.category} by ${across!.axis.name} and ${upwards!.axis.name}: posterior medians${
        points.length <= MAX_WITH_INTERVALS ? ' with the narrowest intervals that hold 95 % of the draws' : ''
      }.`,
      ...(logarithmic.length === 0 ? [] : [`Logarithmic: ${logarithmic.join(' and ')}.`]),
      ...failedNote([fit]),
    ].join(' '),
    ...{ across: across!.axis, upwards: upwards!.axis, points, failed: hasFailed(fit) },
  };
}

/** A quantity of the levels of a category. */
interface LevelQuantity {
  readonly category: string;
  readonly axis: ScatterAxis;
  readonly values: ReadonlyMap<string, ScatterValue>;
}

function ofDemand({ column, byLevel }: LevelDemand): LevelQuantity {
  const values = [...byLevel.values()];
  return {
    category: column.index!,
    axis: { name: column.name, unit: column.unit, isLogarithmic: areFarApart(values) },
    values: new Map([...byLevel].map(([level, center]) => [level, { center, hdi95: null }])),
  };
}

function ofParameters(fit: NamedPosterior, name: string): LevelQuantity {
  const own = chosenParameters(fit, [name]);
  const { latent } = own[0]!;
  if (latent.index === undefined || latent.name !== name) {
    throw new FigureError(
      `\`${name}\` has no value for each level.`,
      `Name two of ${levelNames(fit).join(', ')}.`,
    );
  }
  const values = new Map(own.map((parameter) => [parameter.level!, estimateAt(fit, parameter)]));
  const isLogarithmic = needsLogarithms(latent, endsOf(fit, own[0]!), [...values.values()]);
  return {
    category: latent.index,
    axis: { name, unit: latent.isProbability ? '' : latent.unit, isLogarithmic },
    values,
  };
}

function estimateAt(fit: NamedPosterior, parameter: Parameter): ScatterValue {
  const estimate = estimateOf(chainsOf(fit, parameter));
  if (estimate === null) throw notFinite(fit, parameter);
  return { center: estimate.median, hdi95: estimate.hdi95 };
}

function levelNames({ parameters }: NamedPosterior): string[] {
  return [...new Set(parameters.filter(({ level }) => level !== null).map(({ latent }) => latent.name))];
}

/** Radial profile: the abilities of a subject around a centre, each on its scale. */
import { chainsOf } from '../../../host/posterior.ts';
import {
  chosenParameters,
  endsOf,
  estimateOf,
  expectFew,
  FigureError,
  failedNote,
  hasFailed,
  type NamedPosterior,
  notFinite,
  type PosteriorInterval,
  shortList,
} from '../data/named-fit.ts';
import { shownScale } from '../data/scale.ts';
import { type Drawing, element, stacked, tiled } from '../draw/drawing.ts';
import { type FigureSvg, figure } from '../draw/figure.ts';
import type { Frame } from '../draw/frame.ts';
import { legend, lineSample } from '../draw/legend.ts';
import { numbersAlike, numberText, shortened, textWidth, unitSuffix } from '../draw/text.ts';
import { FONT } from '../draw/theme.ts';
import { line } from '../draw/words.ts';
import type { ForestRow } from './forest.ts';

export interface RadialSubject {
  readonly name: string;
  readonly failed: boolean;
  /** Clockwise from the top. */
  readonly abilities: readonly (Pick<ForestRow, 'label' | 'scale'> & PosteriorInterval)[];
}

export interface RadialData {
  readonly title: string;
  readonly caption: string;
  readonly subjects: readonly RadialSubject[];
}

const TILE = { least: 320, most: 460 } as const;
const RINGS = [0.25, 0.5, 0.75, 1];
/** Radius of the hole in the middle, as a share of the whole, which keeps low values apart. */
const HOLE = 0.12;
/** Width of bold letters relative to normal ones. */
const BOLD = 1.07;
const LABEL = { gap: 10, lines: 2, height: 13 } as const;

export function radial(data: RadialData, frame: Frame): FigureSvg {
  const across = Math.max(1, Math.min(data.subjects.length, Math.floor(frame.width / TILE.least)));
  const width = Math.min(TILE.most, frame.width / across);
  const tiles = data.subjects.map((subject) => tileOf(subject, width, frame));
  const { document, theme } = frame;
  const key = legend(frame, [
    {
      label: 'median',
      sample: element(document, 'circle', {
        r: 2.5,
        fill: theme.paper,
        stroke: theme.accent,
        'stroke-width': 1.5,
      }),
    },
    { label: '50 % HDI', sample: lineSample(frame, theme.accent, { width: 6 }) },
    { label: '95 % HDI', sample: lineSample(frame, theme.accent, { width: 1.5 }) },
  ]);
  const drawing = stacked(frame, [key, tiled(frame, tiles, 0)], 10);
  return figure(frame, drawing, { title: data.title, caption: data.caption, alt: altOf(data) });
}

function tileOf(subject: RadialSubject, width: number, frame: Frame): Drawing {
  const heading = line(frame, subject.failed ? `! ${subject.name}` : subject.name, {
    weight: 'bold',
    room: width,
  });
  return stacked(frame, [heading, wheel(subject, width, frame)], 4);
}

function wheel({ abilities, failed }: RadialSubject, width: number, frame: Frame): Drawing {
  const { document, theme } = frame;
  const widest = Math.max(...abilities.map(({ label }) => textWidth(label, FONT.small * BOLD)));
  const radius = width / 2 - Math.min(width * 0.3, LABEL.gap + widest);
  const beyond = LABEL.gap + LABEL.lines * LABEL.height + 4;
  const center = { x: width / 2, y: radius + beyond };
  // With three abilities none is straight below.
  const lowest = Math.max(
    ...abilities.map((_, index) => -Math.cos((2 * Math.PI * index) / abilities.length)),
  );
  const height = center.y + radius * lowest + beyond;
  /** The point at a share of the scale of the nth ability. */
  const at = (index: number, share: number) => {
    const angle = (2 * Math.PI * index) / abilities.length;
    const length = radius * (HOLE + (1 - HOLE) * share);
    return { x: center.x + length * Math.sin(angle), y: center.y - length * Math.cos(angle) };
  };
  const share = ({ scale: { from, to } }: RadialSubject['abilities'][number], value: number) =>
    (value - from) / (to - from);
  const path = (points: readonly { x: number; y: number }[]) =>
    `M${points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}`;
  const spoke = (
    index: number,
    from: number,
    to: number,
    stroke: string,
    strokeWidth: number,
    dash: string | null = null,
  ) =>
    element(document, 'path', {
      d: path([at(index, from), at(index, to)]),
      stroke,
      'stroke-width': strokeWidth,
      'stroke-dasharray': dash,
    });
  const content = element(document, 'g', { fill: 'none' }, [
    ...[0, ...RINGS].map((ring) =>
      element(document, 'path', {
        d: `${path(abilities.map((_, index) => at(index, ring)))}Z`,
        stroke: theme.grid,
        'stroke-width': ring === 1 ? 1.5 : 0.75,
      }),
    ),
    ...abilities.map((_, index) => spoke(index, 0, 1, theme.grid, 0.75)),
    element(document, 'path', {
      d: `${path(abilities.map((ability, index) => at(index, share(ability, ability.median))))}Z`,
      stroke: theme.accent,
      'stroke-width': 1,
      'stroke-dasharray': failed ? '2 2' : null,
      'stroke-opacity': 0.6,
    }),
    ...abilities.flatMap((ability, index) => [
      spoke(
        index,
        share(ability, ability.hdi95[0]),
        share(ability, ability.hdi95[1]),
        theme.accent,
        1.5,
        failed ? '2 2' : null,
      ),
      spoke(index, share(ability, ability.hdi50[0]), share(ability, ability.hdi50[1]), theme.accent, 6),
    ]),
    ...abilities.map((ability, index) => {
      const { x, y } = at(index, share(ability, ability.median));
      return element(
        document,
        'circle',
        { cx: x, cy: y, r: 2.5, fill: theme.paper, stroke: theme.accent, 'stroke-width': 1.5 },
        [element(document, 'title', {}, [toldOf(ability)])],
      );
    }),
    ...abilities.map((ability, index) =>
      labelOf(ability, index, abilities.length, at(index, 1), width, frame),
    ),
  ]);
  return { content, width, height };
}

/** The name and the ends of the scale, outside of the outer ring. */
function labelOf(
  { label, scale }: RadialSubject['abilities'][number],
  index: number,
  count: number,
  end: { x: number; y: number },
  width: number,
  { document, theme }: Frame,
): SVGElement {
  const angle = (2 * Math.PI * index) / count;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const x = end.x + LABEL.gap * sine;
  const y = end.y - LABEL.gap * cosine;
  const side = Math.abs(sine) < 0.15 ? 'middle' : sine > 0 ? 'start' : 'end';
  const room = side === 'middle' ? width : side === 'start' ? width - x : x;
  const name = shortened(label, room, FONT.small * BOLD);
  const range = shortened(
    `${numberText(scale.from)} to ${numberText(scale.to)}${unitSuffix(scale.unit)}`,
    room,
    FONT.small,
  );
  // Labels end at the ring above it, begin at the ring below it, and are centred at its sides.
  const top = y - LABEL.height * (cosine + 1);
  const words = (text: string, place: number, fill: string, weight: number | null) =>
    element(document, 'text', { x, y: top + LABEL.height * (place + 0.85), fill, 'font-weight': weight }, [
      text,
    ]);
  return element(document, 'g', { 'font-size': FONT.small, 'text-anchor': side }, [
    words(name, 0, theme.ink, 600),
    words(range, 1, theme.muted, null),
    ...(name === label ? [] : [element(document, 'title', {}, [label])]),
  ]);
}

function toldOf({ label, median, hdi95: [lower, upper], scale }: RadialSubject['abilities'][number]): string {
  const [middle, low, high] = numbersAlike([median, lower, upper], upper - lower);
  return `${label} ${middle}, 95 % HDI ${low} to ${high}${unitSuffix(scale.unit)}, on a scale from ${numberText(scale.from)} to ${numberText(scale.to)}`;
}

function altOf({ subjects }: RadialData): string {
  const sentences = subjects.map(
    ({ name, failed, abilities }) =>
      `${name}${failed ? ' (not converged)' : ''}: ${abilities.map(toldOf).join('; ')}.`,
  );
  return `Radial profiles. ${sentences.join(' ')}`;
}

const LEAST_ABILITIES = 3;
const MAX_ABILITIES = 16;

/**
 * Abilities that end on both sides each have their own scale. All others of one unit share one, as far as their intervals
 * reach in all of the fits, as in Figures 6.1 and 6.3 of the thesis on common sense.
 *
 * @param only the names of parameters or latents; null for those of the profile
 * @throws FigureError for an unknown name, draws that are not finite, or fewer than three abilities
 */
export function radialData(fits: readonly NamedPosterior[], only: readonly string[] | null): RadialData {
  const found = fits.map((fit) => {
    const abilities = chosenParameters(fit, only).map((parameter) => {
      const estimate = estimateOf(chainsOf(fit, parameter));
      if (estimate === null) throw notFinite(fit, parameter);
      return { parameter, estimate, ends: endsOf(fit, parameter) };
    });
    if (abilities.length < LEAST_ABILITIES) {
      throw new FigureError(
        `A radial profile is of three or more abilities, and ${fit.name} has ${abilities.length}.`,
        'Draw a forest plot, which has an axis for each.',
      );
    }
    expectFew('abilities around a centre', abilities.length, MAX_ABILITIES, 'Name some with `only`.');
    return { fit, abilities };
  });
  type Ability = (typeof found)[number]['abilities'][number];
  const isOpen = ({ ends: { lo, hi } }: Ability) => !(Number.isFinite(lo) && Number.isFinite(hi));
  const scaleOf = ({ parameter: { latent }, ends: { lo, hi } }: Ability) =>
    JSON.stringify([latent.unit, latent.isProbability, String(lo), String(hi)]);
  const reached = new Map<string, number[]>();
  for (const ability of found.flatMap(({ abilities }) => abilities).filter(isOpen)) {
    const key = scaleOf(ability);
    reached.set(key, [...(reached.get(key) ?? []), ...ability.estimate.hdi95]);
  }
  const open = new Set(
    found.flatMap(({ abilities }) => abilities.filter(isOpen).map(({ parameter }) => parameter.latent.name)),
  );
  const hasBounded = found.some(({ abilities }) => !abilities.every(isOpen));
  return {
    title: `Profile of ${shortList(fits.map(({ name }) => name))}`,
    caption: [
      ...(hasBounded
        ? [
            'Each ability from the lower end of its own scale (inner ring) to the upper (outer ring): medians, joined to lead the eye, with the narrowest intervals that hold 50 % and 95 % of the draws.',
            'Scales of different abilities cannot be compared, and neither the area nor the shape means anything: both follow from the order of the abilities.',
          ]
        : [
            'Each ability from the inner ring to the outer: medians, joined to lead the eye, with the narrowest intervals that hold 50 % and 95 % of the draws.',
            'Neither the area nor the shape means anything: both follow from the order of the abilities.',
          ]),
      ...(open.size === 0
        ? []
        : [
            `The values of ${shortList([...open])} do not end on both sides: their scales go as far as the intervals of all that are shown, and those of one unit are one scale.`,
          ]),
      ...failedNote(fits),
    ].join(' '),
    subjects: found.map(({ fit, abilities }) => ({
      name: fit.name,
      failed: hasFailed(fit),
      abilities: abilities.map((ability) => {
        const { parameter, estimate, ends } = ability;
        const values = isOpen(ability) ? reached.get(scaleOf(ability))! : estimate.hdi95;
        return { ...estimate, label: parameter.name, scale: shownScale(parameter.latent, ends, values) };
      }),
    })),
  };
}

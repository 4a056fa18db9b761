/** The data of item response curves of a `band`, and of its characteristic surface. */

import { type RatesOnPlane, ratesOnPlane } from '../../../analysis/evaluate/scores/success-by-level.ts';
import { chainsOf } from '../../../host/posterior.ts';
import { pooled } from '../../../statistics/chains.ts';
import { type BandCurvesData, type BandPanel, windowText } from '../kinds/band.ts';
import type { SurfaceAxes, SurfaceData } from '../kinds/surface.ts';
import type { FoundBand } from './find-bands.ts';
import { findBands } from './find-bands.ts';
import {
  estimateOf,
  expectFew,
  FigureError,
  failedNote,
  hasFailed,
  type NamedPosterior,
  notFinite,
  type PosteriorInterval,
  shortList,
} from './named-fit.ts';
import type { PredictedSubject } from './predicted-subject.ts';
import { rowsNote } from './predicted-subject.ts';

export type BandWindow = readonly [lower: number, upper: number];

/** The normalisations of Measuring Propensities in AI, Figures 2 and 4, in the order of the figures. */
const NORMALISATIONS = [
  { label: 'unnormalised (equation 2)', probability: plainProbability },
  { label: 'divided by its middle', probability: dividedProbability },
  { label: 'band (equation 5)', probability: bandProbability },
] as const;

const MAX_WINDOWS = 6;
const MAX_SUBJECTS = 30;
const PLACES = 241;
const CELLS = 30;
/** Number of squares per side in which rows are pooled. */
const SQUARES = 10;
/** If a demand is unbounded, the picture reaches this far from the propensity, in units of 1 / slope. */
const OPEN_REACH = 8;

/**
 * @param windows the bounds whose curves are shown; null for the middle half and the middle eighth of the demands'
 *   domain
 * @param only the names of propensities; null for all that occur in a `band`
 * @param normalisations whether each window has a panel of its own, with the curves of the other normalisations
 *
 * @throws FigureError when the layout has no `band` of a latent between two demands, or draws are not finite
 */
export function bandData(
  fits: readonly NamedPosterior[],
  windows: readonly BandWindow[] | null,
  only: readonly string[] | null,
  normalisations = false,
): BandCurvesData {
  expectFew('subjects', fits.length, MAX_SUBJECTS, 'Name fewer fits.');
  expectFew('windows', windows?.length ?? 0, MAX_WINDOWS, 'Give fewer.');
  const bands = bandsOf(fits[0]!, only);
  return {
    title: `Item response curves of ${shortList([...new Set(bands.map(({ parameter }) => parameter.name))])}`,
    caption: [
      'The probability of success by the band alone, whatever else a task demands, by the propensity:',
      normalisations
        ? 'of each window of two bounds (thin vertical lines) three curves. The unnormalised product of two 2PL does not reach 1, and divided by its value in the middle it is far above a half at the bounds of a narrow window; `band`, which also steepens narrow windows, is 1 in the middle and about a half at the bounds (Measuring Propensities in AI, Figures 2 and 4).'
        : 'of each window of two bounds (thin vertical lines of its dash) one curve, which is 1 in the middle and about a half at the bounds (Measuring Propensities in AI, equations 2 to 4).',
      `Below, ${fits.length === 1 ? 'the propensity that was found' : 'the propensities that were found'}: the mean with the narrowest intervals that hold 50 % and 95 % of the draws.`,
      ...failedNote(fits),
    ].join(' '),
    panels: bands.flatMap((band) => {
      const panel = panelOf(band, fits, windows);
      return normalisations ? normalisedPanels(panel, band) : [panel];
    }),
  };
}

/** One panel for each window, on the scale of all; the propensities that were found are below the last. */
function normalisedPanels(panel: BandPanel, { slope }: FoundBand): BandPanel[] {
  return panel.curves.map(({ lower, upper }, place, { length }) => ({
    ...panel,
    note: windowText({ lower, upper }, panel.unit),
    subjects: place === length - 1 ? panel.subjects : [],
    curves: NORMALISATIONS.map(({ label, probability }) => ({
      ...{ label, lower, upper },
      probability: panel.at.map((theta) => probability(theta, { lower, upper, slope })),
    })),
  }));
}

function panelOf(
  band: FoundBand,
  fits: readonly NamedPosterior[],
  windows: readonly BandWindow[] | null,
): BandPanel {
  const subjects = fits.map((fit) => ({ label: fit.name, failed: hasFailed(fit), ...estimateIn(fit, band) }));
  const [lo, hi] = reachOf(band, subjects);
  const shown = windows ?? [middle(lo, hi, 1 / 2), middle(lo, hi, 1 / 8)];
  const ends = [lo, hi, ...shown.flat(), ...subjects.flatMap(({ hdi95 }) => hdi95)];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  const at = Array.from({ length: PLACES }, (_, place) => from + ((to - from) * place) / (PLACES - 1));
  return {
    title: band.parameter.name,
    note: band.parameter.latent.doc,
    unit: band.parameter.latent.unit,
    at,
    curves: shown.map(([lower, upper]) => ({
      lower,
      upper,
      probability: at.map((theta) => bandProbability(theta, { lower, upper, slope: band.slope })),
    })),
    subjects,
  };
}

/**
 * @param only the name of the propensity, if several occur in a `band`
 * @param observed rows whose outcomes are shown on the surface; null for none
 * @param axes the bounds, or the centre and the width of windows
 * @throws FigureError as `bandData` does, and when several bands remain
 */
export function surfaceData(
  fit: NamedPosterior,
  only: readonly string[] | null,
  observed: PredictedSubject | null,
  axes: SurfaceAxes = 'bounds',
): SurfaceData {
  const bands = bandsOf(fit, only);
  if (bands.length > 1) {
    throw new FigureError(
      `A characteristic surface is of one band, and there are those of ${shortList(bands.map(({ parameter }) => parameter.name))}.`,
      'Name the propensity with `only`.',
    );
  }
  const band = bands[0]!;
  const { parameter, lower, upper, slope } = band;
  const estimate = estimateIn(fit, band);
  const draws = thinned(pooled(chainsOf(fit, parameter)), 400);
  const [from, to] = reachOf(band, [estimate]);
  const width = (to - from) / CELLS;
  const expectedIn = (window: { lower: number; upper: number }) =>
    draws.reduce((total, theta) => total + bandProbability(theta, { ...window, slope }), 0) / draws.length;
  const cells = Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const low = from + (cell % CELLS) * width;
    const high = from + Math.floor(cell / CELLS) * width;
    const window = { lower: low + width / 2, upper: high + width / 2 };
    if (window.upper <= window.lower) return null;
    return { lower: low, upper: high, width, probability: expectedIn(window) };
  });
  const found = observed === null ? null : ratesIn(observed, band, [from, to]);
  return {
    title: `Characteristic surface of ${fit.name} over the ${axes === 'bounds' ? 'bounds' : 'windows'} of ${parameter.name}`,
    caption: [
      axes === 'bounds'
        ? `The expected probability of success by the band alone, over its lower bound (\`${lower.name}\`) and its upper bound (\`${upper.name}\`).`
        : `The expected probability of success by the band alone, over the centre and the width of the window from its lower bound (\`${lower.name}\`) to its upper bound (\`${upper.name}\`).`,
      `Solid: windows with the mean of ${parameter.name} in their middle; dashed: with the ends of its narrowest interval that holds 95 % of the draws.`,
      ...(observed === null ? [] : observedNote(observed, found!.beside)),
      ...failedNote([fit]),
    ].join(' '),
    ...(axes === 'bounds' ? {} : { axes }),
    unit: parameter.latent.unit,
    lower: lower.name,
    upper: upper.name,
    from,
    to,
    cells: cells.filter((cell) => cell !== null),
    theta: { name: parameter.name, ...estimate },
    observed:
      found?.rates.map(({ first, second, rows, successRate }) => ({
        ...{ lower: first, upper: second, rows, observed: successRate },
        expected: expectedIn({ lower: first, upper: second }),
      })) ?? null,
  };
}

/** Observed rates of success, by the bounds of the band. */
function ratesIn(
  { demands, outcomes }: PredictedSubject,
  { lower, upper }: FoundBand,
  [from, to]: readonly [number, number],
): RatesOnPlane {
  const [first, second] = [lower, upper].map(
    ({ name }) => demands.find(({ column }) => column.name === name)!.values,
  );
  return ratesOnPlane(first!, second!, outcomes, { from, to, across: SQUARES });
}

function observedNote(observed: PredictedSubject, beside: number): string[] {
  return [
    `Circles are what came: their colour is the rate of ${observed.outcome.name} among rows whose bounds lie near each other, whatever else they demand, their area how many these are; where the band says all, they have the colour of the surface.`,
    rowsNote([observed]),
    ...(beside === 0 ? [] : [`${beside} rows have bounds beside the picture.`]),
  ];
}

/** The bands of the layout, or those of the named propensities. @throws FigureError when there is none */
function bandsOf(fit: NamedPosterior, only: readonly string[] | null): FoundBand[] {
  const all = findBands(fit);
  const bands = only === null ? all : all.filter(({ parameter }) => only.includes(parameter.name));
  if (bands.length > 0) return bands;
  if (all.length > 0) {
    throw new FigureError(
      `\`${only!.join(', ')}\` is in no band of the layout.`,
      `The latents in a band are ${shortList(all.map(({ parameter }) => parameter.name))}.`,
    );
  }
  throw new FigureError(
    fit.layoutText === undefined
      ? `The fit of ${fit.name} does not say of which layout text it is, so that its bands are not known.`
      : 'The layout has no `band` of a latent between two demands, such as band(risk, least, most).',
    fit.layoutText === undefined ? 'Fit again from the text of the layout.' : 'Draw another kind.',
  );
}

function estimateIn(fit: NamedPosterior, { parameter: { name } }: FoundBand): PosteriorInterval {
  const parameter = fit.parameters.find((each) => each.name === name)!;
  const estimate = estimateOf(chainsOf(fit, parameter));
  if (estimate === null) throw notFinite(fit, parameter);
  return estimate;
}

/** From the lowest to the highest bound that the demands allow; if they are unbounded, as far as curves vary. */
function reachOf({ lower, upper, slope }: FoundBand, found: readonly PosteriorInterval[]): [number, number] {
  const end = (side: 'lo' | 'hi', open: number) => {
    const ends = [lower, upper].map(({ domain }) => (domain.kind === 'range' ? domain[side] : undefined));
    return ends.every((each) => each !== undefined) ? (side === 'lo' ? Math.min : Math.max)(...ends) : open;
  };
  const reach = OPEN_REACH / slope;
  return [
    end('lo', Math.min(...found.map(({ hdi95 }) => hdi95[0])) - reach),
    end('hi', Math.max(...found.map(({ hdi95 }) => hdi95[1])) + reach),
  ];
}

function middle(lo: number, hi: number, share: number): BandWindow {
  const [center, half] = [(lo + hi) / 2, ((hi - lo) * share) / 2];
  return [center - half, center + half];
}

/** At most `most` evenly spaced draws. */
function thinned(draws: Float64Array, most: number): Float64Array {
  const stride = Math.ceil(draws.length / most);
  return draws.filter((_, place) => place % stride === 0);
}

/** Bounds in one unit, with lower < upper; the slope is in its inverse. */
interface Band {
  readonly lower: number;
  readonly upper: number;
  readonly slope: number;
}

/** Limit of the exponent in the slope of a narrow band, against overflow; the prelude has the same. */
const MAX_EXPONENT = 500;
/** Lower bound of 1 − p in the very middle; the prelude has the same. */
const MIN_COMPLEMENT = 1e-150;

/**
 * The normalised two-sided 2×2PL of Measuring Propensities in AI, equations 2 to 4: σ(k(θ − lower)) σ(k(upper − θ)) /
 * σ(k r)² with r half the width and k = slope + e^(1/r) − 1. It is computed by its logit, so that no digits are lost
 * near 0 and 1.
 */
export function bandProbability(theta: number, { lower, upper, slope }: Band): number {
  const inside = Math.min(theta - lower, upper - theta);
  const half = (upper - lower) / 2;
  const steepness = slope + Math.expm1(Math.min(1 / half, MAX_EXPONENT));
  const logit =
    steepness * inside +
    2 *
      (Math.log1p(Math.exp(-steepness * half)) -
        Math.log(Math.max(-Math.expm1(-steepness * (half - inside)), MIN_COMPLEMENT)));
  return 1 / (1 + Math.exp(-logit));
}

/** σ(a (θ − lower)) σ(a (upper − θ)): equation 2 of the paper with A = 1 and one slope a. */
function plainProbability(theta: number, { lower, upper, slope }: Band): number {
  return 1 / ((1 + Math.exp(slope * (lower - theta))) * (1 + Math.exp(slope * (theta - upper))));
}

/** The same, divided by its value in the middle of the window: equation 4 with the slope of the layout, not of equation 3. */
function dividedProbability(theta: number, band: Band): number {
  const { lower, upper } = band;
  return plainProbability(theta, band) / plainProbability((lower + upper) / 2, band);
}

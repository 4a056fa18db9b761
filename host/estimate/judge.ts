/**
 * The verdict on a point estimate: whether there is an optimum, whether it is the only one, and whether its standard
 * errors are valid.
 */

import { standardOf } from '../../module/manifest.ts';
import { paretoKThreshold } from '../../statistics/pareto-smooth.ts';
import type { Finding } from '../diagnose/finding.ts';
import type { ParameterSummary } from '../diagnose/summarise.ts';
import { type Verdict, verdictOf } from '../diagnose/verdict-status.ts';
import { listedNames, quoted, threeDigits } from '../diagnose/wording.ts';
import type { ChainDraws } from '../draws.ts';
import type { LatentParameter } from '../parameters.ts';
import type { FittedStatistics } from '../rows.ts';
import { type NamedDirection, nameDirection } from './direction-words.ts';
import type { EstimatedParameter } from './estimated-parameters.ts';
import type { OwnScale } from './own-scale.ts';
import type { EstimateMethod, EstimateSettings } from './settings.ts';
import type { Settled } from './settle.ts';
import type { DensityShape } from './shape.ts';

export interface EstimateEvidence {
  readonly method: EstimateMethod;
  readonly parameters: readonly LatentParameter[];
  readonly settled: Pick<Settled, 'position' | 'bounds'> & {
    readonly spread: Pick<Settled['spread'], 'free'>;
  };
  readonly shape: DensityShape;
  readonly own: Pick<OwnScale, 'values' | 'tangents' | 'isTold'>;
  readonly climbs: Estimate['climbs'];
  readonly others: readonly OtherOptimum[];
  /** Whether the end of the best climb is an optimum at all. */
  readonly isTop: boolean;
  /** For Laplace's approximation. */
  readonly paretoK: number | null;
  readonly draws: number;
  /** Findings for a large layout, which are not in the shape. */
  readonly besides: readonly Finding[];
}

/** Optima whose heights differ by less than this are tied: neither is appreciably likelier. */
const TIE = 0.01;
/**
 * Half the 95 % quantile of χ² with one degree of freedom: a likelihood ratio test does not reject an optimum that is
 * lower by less than this.
 */
const NEAR_TIE = 1.92;
/** With fewer climbs it means nothing if only one of them ended at the best optimum. */
const ENOUGH_CLIMBS = 8;
/** If a climb ends at no optimum with a coordinate this far out, the coordinate is on its way to infinity or to a bound. */
const FAR_OUT = { interval: 3.5, positive: 9, lower: 9 } as const;
const FAR_OUT_OTHERWISE = 25;

export function judgeEstimate(evidence: EstimateEvidence): Verdict {
  if (!evidence.isTop) return verdictOf([withoutTop(evidence)]);
  return verdictOf([
    ...endless(evidence),
    ...evidence.besides,
    ...tied(evidence),
    ...flat(evidence),
    ...bound(evidence),
    ...uneven(evidence),
    ...approximation(evidence),
    ...seldom(evidence),
  ]);
}

/** The objective, as a sentence names it. */
function heightOf(method: EstimateMethod): string {
  return method === 'mle' ? 'likelihood' : 'posterior density';
}

function withoutTop({ method, parameters, settled, climbs }: EstimateEvidence): Finding {
  const isScale = ({ latent }: LatentParameter) => latent.transform in FAR_OUT;
  const out = parameters.filter((parameter, k) => {
    const { transform } = parameter.latent;
    const { centre, spread } = standardOf(parameter.latent);
    const at = settled.position[k]!;
    if (!isScale(parameter)) return Math.abs(at) > FAR_OUT_OTHERWISE;
    const moved = transform === 'interval' ? centre + spread * at : spread * at;
    return Math.abs(moved) > FAR_OUT[transform as keyof typeof FAR_OUT];
  });
  const scales = out.filter(isScale);
  const far = (scales.length > 0 ? scales : out).map(({ name }) => name);
  if (far.length > 0) {
    return {
      kind: 'unbounded',
      weight: 'fatal',
      parameters: far,
      message: `The ${heightOf(method)} has no maximum: it keeps rising as ${listedNames(far.map(quoted))} ${far.length === 1 ? 'nears' : 'near'} the end of the prior, for example as the scale of a hierarchy nears 0.`,
      remedy: `Sample the posterior with \`method: "nuts"\`, which weighs such a place by its volume${method === 'mle' ? '' : ', or give the scale a prior without density at 0, such as a lognormal'}.`,
    };
  }
  return {
    kind: 'no-optimum',
    weight: 'fatal',
    parameters: [],
    message: `No optimum was found: where the highest of ${climbs.all} climbs ended, the ${heightOf(method)} still rises, or does not bend downwards.`,
    remedy: 'Climb from more starts, `starts: 200`, or sample the posterior with `method: "nuts"`.',
  };
}

/** A direction of free coordinates in words. */
function inWords(
  { parameters, settled, own }: EstimateEvidence,
  along: readonly number[],
  isNamed: (parameter: number) => boolean = () => true,
): NamedDirection {
  const { free } = settled.spread;
  const moves = own.values.map((_, i) =>
    isNamed(i) ? own.tangents.reduce((sum, tangent, index) => sum + tangent[i]! * along[index]!, 0) : 0,
  );
  const shares = new Float64Array(parameters.length);
  for (const [index, k] of free.entries()) shares[k] = along[index]!;
  return nameDirection(parameters, moves, shares);
}

function endless(evidence: EstimateEvidence): Finding[] {
  const { method, shape } = evidence;
  return shape.endless.map((along) => {
    const { names, words } = inWords(evidence, along);
    return {
      kind: 'endless',
      weight: 'fatal',
      parameters: names,
      message: `The ${heightOf(method)} has no maximum: it keeps rising, ever more slowly, as ${words}. This happens if a demand separates all successes from all failures, or a level has only one of the two.`,
      remedy:
        method === 'mle'
          ? 'Use `method: "map"` or `laplace`, whose priors limit what the data do not, or sample the posterior.'
          : 'Give the latents proper priors, or sample the posterior with `method: "nuts"`.',
    };
  });
}

/** All directions without curvature together, since any combination of them would do as well as each. */
function flat(evidence: EstimateEvidence): Finding[] {
  const { method, shape, own } = evidence;
  // If the objective rises for ever in one direction, flatness in the others only means that this is too far out to
  // judge them.
  if (shape.endless.length > 0) return [];
  return shape.flat.map(({ along, isEverywhere }) => {
    const { names, words } = inWords(evidence, along, (k) => !own.isTold[k]);
    const single = names.length === 1;
    const height = heightOf(method);
    return {
      kind: 'flat',
      weight: 'caution',
      parameters: names,
      message: !single
        ? `The data do not distinguish ${listedNames(names.map(quoted))}: the ${height} stays the same when ${words}. They have no separate estimates or errors.`
        : isEverywhere
          ? `The ${height} is the same whatever ${quoted(names[0]!)} is${method === 'mle' ? ': no outcome depends on it except through priors, which do not count here' : ''}. It has no estimate.`
          : `The ${height} does not change with ${quoted(names[0]!)} near the end of the climb, only farther away: many values fit as well as the best. It has no estimate.`,
      remedy: single
        ? `Use ${method === 'mle' ? '`method: "map"`, `laplace` or `nuts`, where priors count' : '`method: "nuts"`, which weighs all its values'}${isEverywhere ? ', or take it out of the layout' : ''}.`
        : 'Fix one of them in the layout, find data in which they differ, or use a method in which priors count: `method: "laplace"` or `nuts`.',
    };
  });
}

function tied({ method, others, parameters }: EstimateEvidence): Finding[] {
  const near = others.filter(({ lower }) => lower <= NEAR_TIE);
  const [first] = near;
  if (first === undefined) return [];
  const isTie = first.lower <= TIE;
  const shown = parameters
    .slice(0, 4)
    .map(({ name }) => `${quoted(name)} ${threeDigits(first.values[name]!)}`);
  const where = `${shown.join(', ')}${parameters.length > 4 ? ' and so on' : ''}`;
  const many = near.length === 1 ? 'There is another optimum' : `There are ${near.length} other optima`;
  return [
    {
      kind: isTie ? 'tied' : 'other-optimum',
      weight: isTie ? 'fatal' : 'caution',
      parameters: [],
      message: isTie
        ? `${many}, and the ${heightOf(method)} at ${where} is as high: the estimate is not the only one.`
        : `${many} nearly as high: at ${where} the log of the ${heightOf(method)} is lower by ${threeDigits(first.lower)}. The standard errors are for the highest alone.`,
      remedy: isTie
        ? 'Distinguish them in the layout, by an order or by priors, or sample the posterior with `method: "smc"`.'
        : 'Report both, or sample the posterior with `method: "smc"`, which weighs them.',
    },
  ];
}

function bound({ parameters, settled, method }: EstimateEvidence): Finding[] {
  const on = parameters.flatMap(({ name }, k) => {
    const end = settled.bounds.get(k);
    return end === undefined ? [] : [{ name, end }];
  });
  if (on.length === 0) return [];
  const names = on.map(({ name, end }) => `${quoted(name)} on its ${end} one`);
  return [
    {
      kind: 'bound',
      weight: 'caution',
      parameters: on.map(({ name }) => name),
      message: `The ${heightOf(method)} is highest on a bound of the prior: ${listedNames(names)}. There is no standard error there; those of the others assume this value.`,
      remedy:
        'Widen the prior if the bound is not intended, or use `method: "nuts"`, which shows how far inside it may lie.',
    },
  ];
}

function uneven(evidence: EstimateEvidence): Finding[] {
  const { method, shape } = evidence;
  const [worst] = shape.uneven;
  if (worst === undefined || shape.endless.length > 0) return [];
  const { names, rises } = inWords(evidence, worst.along);
  const [first] = names;
  if (first === undefined) return [];
  const fall = (value: number) => (value > 100 ? 'more than 100' : threeDigits(value));
  const [up, down] = rises ? [worst.forward, worst.backward] : [worst.backward, worst.forward];
  return [
    {
      kind: 'uneven',
      weight: 'caution',
      parameters: [
        ...new Set(shape.uneven.flatMap(({ along }) => inWords(evidence, along).names.slice(0, 1))),
      ],
      message: `The log of the ${heightOf(method)} is not a parabola: one standard error from the estimate it is lower by ${fall(up)} if ${quoted(first)} is higher and by ${fall(down)} if it is lower, but should be by 0.5. Standard errors and intervals are rough.`,
      remedy: 'Take intervals from the posterior, with `method: "nuts"` or `smc`.',
    },
  ];
}

function approximation({ paretoK, draws }: EstimateEvidence): Finding[] {
  const most = paretoKThreshold(draws);
  if (paretoK === null || paretoK <= most) return [];
  const fatal = paretoK > 1;
  const shown = Number.isFinite(paretoK) ? threeDigits(paretoK) : 'infinite';
  return [
    {
      kind: 'approximation',
      weight: fatal ? 'fatal' : 'caution',
      parameters: [],
      message: `The posterior is far from a normal: the Pareto k of posterior over approximation is ${shown}, but should be at most ${threeDigits(most)}.`,
      remedy: 'Sample the posterior instead, with `method: "nuts"`.',
    },
  ];
}

function seldom({ climbs }: EstimateEvidence): Finding[] {
  if (climbs.best > 1 || climbs.all < ENOUGH_CLIMBS) return [];
  return [
    {
      kind: 'seldom',
      weight: 'caution',
      parameters: [],
      message: `Only one of ${climbs.all} climbs ended at this optimum: there may be a higher one that none found.`,
      remedy: `Climb from more starts: \`starts: ${4 * climbs.all}\`.`,
    },
  ];
}

/** A point estimate. */
export interface Estimate {
  readonly settings: EstimateSettings;
  readonly parameters: readonly LatentParameter[];
  /** By the name of the parameter, in their order. */
  readonly estimates: Readonly<Record<string, EstimatedParameter>>;
  /** The point itself, one number per parameter, on the layout's own scale, for predictions. */
  readonly point: Float64Array;
  /**
   * The covariance of the estimates on the layout's own scale, one row and column per parameter; 0 for those without a
   * standard error. Null for more than 300.
   */
  readonly covariance: readonly Float64Array[] | null;
  readonly logLikelihood: number;
  /** With normalised priors, without Jacobians. */
  readonly logPrior: number;
  /** The number of parameters, or of their combinations, that the objective determines, without those on a bound. */
  readonly told: number;
  /** The number of rows with an outcome. */
  readonly observations: number;
  /** Akaike's 2k − 2ℓ and Schwarz's k ln n − 2ℓ; null except for maximum likelihood with a maximum. */
  readonly aic: number | null;
  readonly bic: number | null;
  /** The number of climbs, of those that ended at an optimum, and of those that ended at the best. */
  readonly climbs: { readonly all: number; readonly arrived: number; readonly best: number };
  readonly others: readonly OtherOptimum[];
  /** For Laplace's approximation: its draws, their summaries, and how well it agrees with the posterior. */
  readonly approximation: {
    readonly draws: readonly ChainDraws[];
    readonly summary: Readonly<Record<string, ParameterSummary>>;
    /** Infinity if it cannot be estimated. */
    readonly paretoK: number;
  } | null;
  readonly verdict: Verdict;
  /** The statistics of the data, which predictions need. */
  readonly statistics: FittedStatistics;
  readonly gradients: number;
  /** Wall time. */
  readonly seconds: number;
}

/** Another optimum, nearly as high or as high. */
export interface OtherOptimum {
  /** How much lower it is than the best, in units of log density. */
  readonly lower: number;
  /** The number of climbs that ended there. */
  readonly climbs: number;
  /** By the name of the parameter. */
  readonly values: Readonly<Record<string, number>>;
}

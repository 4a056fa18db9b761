/** A checked layout: every name resolved, every type known, every coercion explicit. */

import type { Span } from '../../grammar/source.ts';
import type { LatentRole } from '../../grammar/syntax.ts';
import type { OutcomeOf } from '../families/outcomes.ts';
import type { PriorOf } from '../families/priors.ts';
import type { StatisticFunction } from '../graph/node.ts';

/** Exponents of base units, zero exponents absent: `{}` is dimensionless, m/s is `{ m: 1, s: -1 }`. */
export type Unit = Readonly<Record<string, number>>;

/**
 * What a value is. A `flag` is data that is 0 or 1: it serves as a dimensionless real and as a probability,
 * through the coercions below.
 */
export type Type =
  | { readonly kind: 'real'; readonly unit: Unit }
  | { readonly kind: 'probability' }
  | { readonly kind: 'flag' };

/** When a value is known: in the text, from the data set as a whole, from a row, or only given the latents. */
export type Known = 'constant' | 'statistic' | 'row' | 'latent';

/** Arithmetic and functions on reals. `negate log exp sqrt log1p expm1` take one argument, the others two. */
export type RealFunction =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'power'
  | 'negate'
  | 'log'
  | 'exp'
  | 'sqrt'
  /** ln(1 + x) and e^x − 1, precise near 0. */
  | 'log1p'
  | 'expm1'
  /** The larger and the smaller of two. */
  | 'at_least'
  | 'at_most';

/**
 * Functions whose value is a probability, with their arguments in this order and optional ones filled in:
 * `logistic(x)`, `and(p…)`, `or(p…)` (also `all`, `any` and the product of two probabilities), `not(p)` (also `1 - p`),
 * `mix(w, p, q)`, `power_mean(exponent, p…)` with a constant exponent. Probability arguments are p, q and w; the others
 * are reals. Links, those of the prelude too, are written out.
 */
export type ProbabilityFunction = 'logistic' | 'and' | 'or' | 'not' | 'mix' | 'power_mean';

/** `real(p)`: a probability or flag used as a dimensionless real. `probability(x)`: a flag, or a constant in [0, 1], used as a probability. */
export type Coercion = 'real' | 'probability';

export type CallFunction = RealFunction | ProbabilityFunction | Coercion;

interface Typed {
  readonly type: Type;
  readonly known: Known;
  readonly span: Span;
}

export type TypedExpression = Typed &
  (
    | { readonly kind: 'number'; readonly value: number }
    /** A demand, or an outcome inside a statistic: one value per row. */
    | { readonly kind: 'column'; readonly name: string }
    /** A latent. An indexed latent has one value per level; the level is that of the row, or in a prior that of the prior. */
    | { readonly kind: 'latent'; readonly name: string; readonly index: string | null }
    /** In the prior of an indexed latent: its value at the level before, or `first` at the first level. */
    | {
        readonly kind: 'previous';
        readonly name: string;
        readonly index: string;
        readonly first: TypedExpression;
      }
    | { readonly kind: 'let'; readonly name: string }
    | {
        readonly kind: 'call';
        readonly function: CallFunction;
        readonly arguments: readonly TypedExpression[];
      }
    /**
     * One number for the whole data set the layout is fitted to. `argument` is real-valued (a flag or probability arrives
     * coerced); the value is a probability for the mean of a flag or of an outcome, else a real. `sd` is the sample standard
     * deviation, with n − 1. With a category in `by` there is one value per level, of that level's rows.
     */
    | {
        readonly kind: 'statistic';
        readonly function: StatisticFunction;
        readonly argument: TypedExpression;
        readonly by: string | null;
      }
  );

export type AllowedValues =
  | { readonly kind: 'any' }
  | { readonly kind: 'range'; readonly lo: number; readonly hi: number }
  | { readonly kind: 'set'; readonly values: readonly number[] };

export interface Demand {
  readonly name: string;
  readonly type: Type;
  /** `count` demands hold whole numbers ≥ 0 and have a real type. */
  readonly isCount: boolean;
  /** A flag's domain is the set {0, 1}. */
  readonly domain: AllowedValues;
  /** The value that an empty cell stands for, in the domain; null where every row must have a value. */
  readonly missing: number | null;
  readonly doc: string | null;
  readonly span: Span;
}

/** A column that names the group each row belongs to. */
export interface Category {
  readonly name: string;
  readonly doc: string | null;
  readonly span: Span;
}

/** A prior with its real-valued parameters; none reads a row. Densities are normalised, Stan's parametrisation. */
export type Prior = PriorOf<TypedExpression> & { readonly span: Span };

/**
 * How a latent is sampled whose prior has a location or a scale that other latents move: as it is, or as a standardised
 * distance from the location.
 */
export type Parametrisation = 'centred' | 'noncentred';

export interface Latent {
  readonly name: string;
  readonly role: LatentRole;
  /** The category that indexes it: one value per level. Null for a single value. */
  readonly index: string | null;
  /** Real with a unit, or probability (then the prior's support lies within [0, 1]). */
  readonly type: Type;
  readonly prior: Prior;
  /** How the author wants it sampled; null leaves that to the compiler. */
  readonly parametrisation: Parametrisation | null;
  /** The prior as the author wrote it. */
  readonly priorText: string;
  readonly doc: string | null;
  readonly span: Span;
}

/** A derived node; `value.known` says whether it is data, a statistic, or an intermediate non-observable node. */
export interface Let {
  readonly name: string;
  readonly value: TypedExpression;
  readonly doc: string | null;
  readonly span: Span;
}

/** An outcome column and its distribution, with its parameters: probabilities and reals. */
export type Observation = OutcomeOf<TypedExpression> & {
  readonly outcome: string;
  /** A flag where the outcome is 0 or 1, a probability where it is a share, else a real. */
  readonly type: Type;
  readonly doc: string | null;
  readonly span: Span;
};

/** What was selected among the alternatives of a `choose`. */
export interface Chosen {
  readonly name: string;
  readonly chosen: string;
}

export interface TypedLayout {
  readonly name: string;
  readonly doc: string | null;
  /** In the order of the text; none where nothing can be chosen. */
  readonly choices: readonly Chosen[];
  readonly units: readonly string[];
  readonly demands: readonly Demand[];
  readonly categories: readonly Category[];
  /** In the order of declaration; a prior reads only latents that `priorOrder` puts before it. */
  readonly latents: readonly Latent[];
  /** Indices into `latents`, each after the latents its prior reads. */
  readonly priorOrder: readonly number[];
  /** In an order in which each reads only those before it. */
  readonly lets: readonly Let[];
  readonly observations: readonly Observation[];
}

export type StatisticExpression = TypedExpression & { readonly kind: 'statistic' };

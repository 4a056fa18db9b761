/** The typed layout: a checked layout with every name resolved, every type known, and every coercion explicit. */

import type { Span } from '../../grammar/source.ts';
import type { LatentRole } from '../../grammar/syntax.ts';
import type { OutcomeOf } from '../families/outcomes.ts';
import type { Ends } from '../families/prior.ts';
import type { PriorOf } from '../families/priors.ts';
import type { StatisticFunction } from '../graph/node.ts';

/** Exponents of declared units, without zeros: `{}` is dimensionless, m/s is `{ m: 1, s: -1 }`. */
export type Unit = Readonly<Record<string, number>>;

/** What 1 of a unit is, in units that have no conversion themselves. */
export interface Conversion {
  readonly factor: number;
  readonly unit: Unit;
}

/**
 * The type of a value. A `flag` is data that is 0 or 1; the coercions below turn it into a dimensionless real or a
 * probability.
 */
export type Type =
  | { readonly kind: 'real'; readonly unit: Unit }
  | { readonly kind: 'probability' }
  | { readonly kind: 'flag' };

/** When a value is known: from the text, from the whole data set, from a row, or only given the latents. */
export type Known = 'constant' | 'statistic' | 'row' | 'latent';

/** Arithmetic and functions of reals. `negate log exp sqrt log1p expm1` take one argument, the others two. */
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
  /** The larger and the smaller of two values. */
  | 'at_least'
  | 'at_most';

/**
 * Functions whose value is a probability, with their arguments in this order and defaults filled in: `logistic(x)`,
 * `and(p…)`, `or(p…)` (also `all`, `any` and the product of two probabilities), `not(p)` (also `1 - p`), `mix(w, p,
 * q)`, `power_mean(exponent, p…)` with a constant exponent, `lesser(p, q)` and `greater(p, q)` (`at_most` and `at_least` of
 * probabilities). The arguments p, q and w are probabilities, the others
 * reals. Calls of links, those of the prelude too, have been expanded.
 */
export type ProbabilityFunction =
  | 'logistic'
  | 'and'
  | 'or'
  | 'not'
  | 'mix'
  | 'power_mean'
  | 'lesser'
  | 'greater';

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
    /** A demand, or inside a statistic also an outcome: one value per row, or one per level of a category. */
    | { readonly kind: 'column'; readonly name: string }
    /**
     * A latent. An indexed latent has one value per level: the level is that of the row, or inside a prior the prior's
     * own level. `index` is its category, or the one of its category's columns that says which level of the row.
     */
    | { readonly kind: 'latent'; readonly name: string; readonly index: string | null }
    /** In the prior of an indexed latent: its value at the previous level, or `first` at the first level. */
    | {
        readonly kind: 'previous';
        readonly name: string;
        readonly index: string;
        readonly first: TypedExpression;
      }
    /** A flag of the level of its category, which is summed over: 1 in one state of its class. */
    | { readonly kind: 'class'; readonly name: string; readonly index: string }
    /** In a report: the probability, given the data and the latents, that a flag of a level is 1. */
    | { readonly kind: 'posterior'; readonly name: string; readonly index: string }
    | { readonly kind: 'let'; readonly name: string }
    | {
        readonly kind: 'call';
        readonly function: CallFunction;
        readonly arguments: readonly TypedExpression[];
      }
    /**
     * One number for the whole fitted data set. `argument` is real (a flag or probability has been coerced). The value
     * is a probability for the mean of a flag or of an outcome, else a real. `sd` is the sample standard deviation,
     * with n − 1. With a category in `by` there is one value per level, computed from that level's rows.
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
  /** The category of which each level has one value; null if each row may have its own. */
  readonly index: string | null;
  readonly type: Type;
  /** `count` demands hold whole numbers ≥ 0 and have a real type. */
  readonly isCount: boolean;
  /** The values that it may take; {0, 1} for a flag. */
  readonly domain: AllowedValues;
  /** The value of an empty cell, which is in the domain; null if every row must have a value. */
  readonly missing: number | null;
  readonly doc: string | null;
  readonly span: Span;
}

/** A column that names the group each row belongs to. */
export interface Category {
  readonly name: string;
  /** The columns that name its levels: one of its own name, or several. */
  readonly columns: readonly string[];
  /** Its levels in their order, if the layout lists them; otherwise null. */
  readonly levels: readonly string[] | null;
  /** The category within which this one lies: each level belongs to one level of that. Null if there is none. */
  readonly within: string | null;
  /** The demand of its levels that orders them; null if names or a list order them. */
  readonly orderedBy: string | null;
  /** The two categories whose occurring pairs are its levels; null if its levels are in columns. */
  readonly pairOf: readonly [string, string] | null;
  readonly doc: string | null;
  readonly span: Span;
}

/**
 * A prior with its real-valued parameters, none of which reads a row. Densities are normalised, in Stan's
 * parametrisation.
 */
export type Prior = PriorOf<TypedExpression> & { readonly span: Span };

/**
 * How to sample a latent whose prior has a location or scale that depends on other latents: directly, or as a
 * standardised distance from the location.
 */
export type Parametrisation = 'centred' | 'noncentred';

export interface Latent {
  readonly name: string;
  readonly role: LatentRole;
  /** The category that indexes it, with one value per level; null for a single value. */
  readonly index: string | null;
  /** Real with a unit, or probability. The prior of a probability has its support within [0, 1]. */
  readonly type: Type;
  readonly prior: Prior;
  /** The parametrisation that the author asks for; null leaves it to the compiler. */
  readonly parametrisation: Parametrisation | null;
  /** The prior as the author wrote it. */
  readonly priorText: string;
  /** The latents that the prior reads and its text does not name; absent if there are none. */
  readonly readsBesides?: readonly string[];
  readonly doc: string | null;
  readonly span: Span;
}

/** A derived value; `value.known` says whether it depends on data, statistics or latents. */
export interface Let {
  readonly name: string;
  readonly value: TypedExpression;
  /** Set if the author did not write it; then it is shown nowhere. */
  readonly isHidden?: true;
  readonly doc: string | null;
  readonly span: Span;
}

/**
 * How much each row counts in the likelihood of an outcome: its log density times the value of this demand. With
 * `count` it represents this number of rows that are equal in all columns.
 */
export interface RowWeight {
  readonly kind: 'weight' | 'count';
  readonly column: string;
}

/**
 * What the recorded value y of an outcome says about the value Y that was drawn. `where`: in rows in which the flag
 * equals this, Y ≥ y. `to`: y ≤ Y ≤ `to` if `to` is above y, otherwise Y = y. `limits`: y = `below` means Y ≤ y, and
 * y = `above` means Y ≥ y. The expressions are numbers or demands, in the unit of the outcome.
 */
export type Censoring =
  | { readonly kind: 'where'; readonly flag: string; readonly equals: 0 | 1 }
  | { readonly kind: 'to'; readonly to: TypedExpression }
  | {
      readonly kind: 'limits';
      readonly below: TypedExpression | null;
      readonly above: TypedExpression | null;
    };

/**
 * Latents that are multivariate normal at each level of their category, or whose logarithms are. Their priors, each given the latents
 * before it, are the same density written as a product.
 */
export interface Correlations {
  readonly members: readonly string[];
  /** For each member the latents that hold its partial correlation with each earlier member, given the members before that one. */
  readonly partials: readonly (readonly string[])[];
  /** The density of the correlation matrix is proportional to its determinant to the power `shape - 1`. */
  readonly shape: number;
  /** The location and scale of each member, or of its logarithm. */
  readonly locations: readonly TypedExpression[];
  readonly scales: readonly TypedExpression[];
  readonly isLogarithm: boolean;
}

/**
 * An unobserved class of each level of a category. The probability of a state is its share divided by the sum of all shares.
 */
export interface LatentClass {
  readonly name: string;
  readonly index: string;
  readonly states: readonly {
    /** The name of the flag that is 1 in this state; null for the state in which the only flag is 0. */
    readonly flag: string | null;
    /** A probability, or a real above 0. */
    readonly share: TypedExpression;
  }[];
  readonly doc: string | null;
  readonly span: Span;
}

/** An outcome column and its distribution with the parameters, which are probabilities and reals. */
export type Observation = OutcomeOf<TypedExpression> & {
  readonly outcome: string;
  /** A flag if the outcome is 0 or 1, a probability if it is a share, otherwise a real. */
  readonly type: Type;
  /** The names of the values 1, 2, …; null if tables have the numbers. */
  readonly values: readonly string[] | null;
  /** The outcome beside this one that its distribution is conditional on: the choice of a decision's time. Null if there is none. */
  readonly given: string | null;
  /** Null if each row counts once. */
  readonly weight: RowWeight | null;
  /** The range outside of which no value is recorded; a bound is null where it is open. Null if any value is recorded. */
  readonly truncation: Ends<TypedExpression> | null;
  /** Null if each recorded value is the value that was drawn. */
  readonly censoring: Censoring | null;
  readonly doc: string | null;
  readonly span: Span;
};

/** A quantity that follows from the latents, with one value or one per level of a category. */
export interface Report {
  readonly name: string;
  readonly index: string | null;
  /** Its type is a real with a unit, or a probability. It reads latents, but no data. */
  readonly value: TypedExpression;
  /** The equation whose solution `value` reads as a latent; absent if it reads none. */
  readonly equation?: Equation;
  /** The expression as the author wrote it. */
  readonly text: string;
  readonly doc: string | null;
  readonly span: Span;
}

/**
 * An equation with at most one solution: `residual` is monotone in the unknown, which it reads as a latent of that name,
 * one per level of the report. The value of the unknown is the solution between `lo` and `hi`; if there is none, the end
 * at which the residual is nearer to 0.
 */
export interface Equation {
  readonly unknown: string;
  /** A real without a unit that is 0 at the solution. */
  readonly residual: TypedExpression;
  /** The range of the unknown, in its unit. */
  readonly lo: number;
  readonly hi: number;
}

/** A table of its own beside the main one, which a `table` block declares. */
export interface RowTable {
  readonly name: string;
  /** The categories whose columns it has, and which the main table or an earlier one declares. */
  readonly shared: readonly string[];
  /** The columns that it declares: demands, categories and outcomes. */
  readonly columns: readonly string[];
  readonly doc: string | null;
  readonly span: Span;
}

/** A term of the log density that no prior and no outcome gives. */
export interface FactorTerm {
  /** Whether it is added once, for each row, or for each level of a category. */
  readonly over: 'once' | 'rows' | { readonly category: string };
  /** The table whose rows it has a value for; null for the main one, and if it is not added for each row. */
  readonly table: string | null;
  /** A real without a unit. */
  readonly value: TypedExpression;
  readonly span: Span;
}

/** A unit, and what 1 of it is in base units; null for a base unit. */
export interface DeclaredUnit {
  readonly name: string;
  readonly conversion: Conversion | null;
}

/** The alternative that was selected for a `choose`. */
export interface Chosen {
  readonly name: string;
  readonly chosen: string;
}

export interface TypedLayout {
  readonly name: string;
  readonly doc: string | null;
  /** In source order; empty if the layout has no choices. */
  readonly choices: readonly Chosen[];
  readonly units: readonly DeclaredUnit[];
  readonly demands: readonly Demand[];
  /** Those of the main table first, as with demands and observations. */
  readonly categories: readonly Category[];
  /** Those beside the main one; usually none. */
  readonly tables: readonly RowTable[];
  /** In declaration order. A prior reads only latents that come earlier in `priorOrder`. */
  readonly latents: readonly Latent[];
  /** Indices into `latents`, each after the latents that its prior reads. */
  readonly priorOrder: readonly number[];
  /** Each after the lets that it reads. */
  readonly lets: readonly Let[];
  readonly observations: readonly Observation[];
  /** In declaration order. */
  readonly reports: readonly Report[];
  readonly correlations: readonly Correlations[];
  /** In source order. */
  readonly factors: readonly FactorTerm[];
  readonly classes: readonly LatentClass[];
}

export type StatisticExpression = TypedExpression & { readonly kind: 'statistic' };

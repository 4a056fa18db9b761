/** The manifest that a compiled module carries as JSON in its custom section `theodolite`. */

/** A demand, a category or an outcome: one f64 per row. Columns are given to the module in this order. */
export interface ManifestColumn {
  readonly name: string;
  readonly role: 'demand' | 'category' | 'outcome';
  /**
   * `level`: indices of a category's levels, each whole number from 0 up to the largest at least once. `flag`: 0 and 1.
   * `count`: whole numbers from 0, or from its domain's `lo`. `binary`: an outcome of 0 and 1.
   */
  readonly kind: 'real' | 'level' | 'flag' | 'count' | 'binary';
  /** The unit as text, such as `s * position`; empty if dimensionless. */
  readonly unit: string;
  readonly domain:
    | { readonly kind: 'any' }
    /** An absent bound is infinite. If `open` is set, the bounds themselves are excluded. */
    | { readonly kind: 'range'; readonly lo?: number; readonly hi?: number; readonly open?: true }
    | { readonly kind: 'set'; readonly values: readonly number[] };
  /** The number that an empty cell of this demand is taken for; if absent, every row must have a value. */
  readonly missing?: number;
  /** The category of which each level has one value of this demand; absent if each row may have its own. */
  readonly index?: string;
  /** The category to one of whose levels each level of this one belongs; absent if there is none. */
  readonly within?: string;
  /** The category whose levels this column holds, where it has several columns; absent if its name is the column's. */
  readonly category?: string;
  /** The levels that this category may have, in their order; absent if they are those in the data, in natural order. */
  readonly levels?: readonly string[];
  /** The demand of its levels by whose values the levels of this category are ordered; absent if it is not by one. */
  readonly orderedBy?: string;
  /** Of a category of pairs, whose levels follow from those of two other categories: these. */
  readonly pairOf?: readonly [string, string];
  /** The names that the values 1, 2, … of this outcome have in tables, in this order; absent if tables have the numbers. */
  readonly values?: readonly string[];
  /** The column with the number of trials of this outcome, which is a count, in each row. */
  readonly trials?: string;
  /**
   * How much each row counts in the likelihood of this outcome: as often as this column says. With `count` a row stands for so many
   * equal ones. Absent where each row counts once.
   */
  readonly weight?: { readonly kind: 'weight' | 'count'; readonly column: string };
  /**
   * Which rows of this outcome say less than its value: those with a flag, those with an interval, or those at a limit. Absent
   * where every value is exact.
   */
  readonly censored?: 'where' | 'to' | 'limits';
  /**
   * For an outcome whose probability is a conjunction, or a mixture of one with chance or noise: its factors, as
   * indices into `derived`. Absent for any other.
   */
  readonly factors?: readonly number[];
  /** For a grade or a choice: the probability of each of its values, as indices into `derived`. Absent for any other. */
  readonly probabilities?: readonly number[];
  /** Whether the values of this outcome have no order, so that their mean says nothing; absent if they have one. */
  readonly isNominal?: true;
  readonly doc: string | null;
}

/**
 * A parameter of the profile. Draws hold the latents in this order, on the constrained scale: one f64 each, or one per
 * level in the order of level indices.
 */
export interface ManifestLatent {
  readonly name: string;
  readonly role: 'capability' | 'bias' | 'robustness' | 'propensity' | 'param';
  /** The category whose levels have a value each; absent for a single value. */
  readonly index?: string;
  /** `probability`, or the unit as text; empty if dimensionless. */
  readonly unit: string;
  readonly isProbability: boolean;
  /**
   * The scale of measurement that its prior implies. For two of its values it says whether one can tell which is
   * higher, also how far apart they are, or also how many times one is the other.
   */
  readonly scale: 'ordinal' | 'interval' | 'ratio';
  /**
   * The ends of its support, in its unit. A side that is open, or that depends on data or other latents, is absent; the
   * whole is absent in modules of earlier versions.
   */
  readonly support?: { readonly lo?: number; readonly hi?: number };
  /** The source text of the prior, such as `uniform(0, 4.4)`. */
  readonly prior: string;
  /** The latents that the prior reads and its text does not name; absent if there are none. */
  readonly reads?: readonly string[];
  /**
   * The transform of u, where u is the unconstrained number or, with a `standard`, centre + spread times that number.
   * `identity`: u. `positive`: e^u. `lower`: lo + e^u. `upper`: hi − e^u. `interval`: lo + (hi − lo)Φ(u) with the
   * normal distribution function Φ. `sinh`: location + scale √df sinh u (df = 1 for a Cauchy). `noncentred`: location +
   * scale u, or the exponential of that for a lognormal.
   */
  readonly transform: 'noncentred' | 'identity' | 'sinh' | 'positive' | 'lower' | 'upper' | 'interval';
  /** The centre and spread of the prior, by which the unconstrained scale is standardised; 0 and 1 if absent. */
  readonly standard?: { readonly centre: number; readonly spread: number };
  /**
   * Whether chains learn how far to centre it, from `noncentred` to the value as it stands (docs/reference/abi.md, Centrings): `transform` is where
   * they begin. False where it is absent.
   */
  readonly centring?: 'learnt';
  /**
   * True if its levels sum to zero (docs/reference/abi.md, Levels that sum to zero): the unconstrained number of the first level is spare, and
   * `transform` gives coordinates from the others. False where it is absent.
   */
  readonly sumsToZero?: true;
  readonly doc: string | null;
}

/**
 * A quantity that follows from the latents and is not sampled. Its values are computed of each draw by the export `reports`: one f64,
 * or one per level in the order of level indices.
 */
export interface ManifestReport
  extends Pick<ManifestLatent, 'name' | 'index' | 'unit' | 'isProbability' | 'scale' | 'support' | 'doc'> {
  readonly role: 'report';
  /** The source text of its expression. */
  readonly prior: string;
  /**
   * The range in which the solution of an equation is sought, in its unit. A value at an end says that there is no solution
   * inside. Absent for any other report.
   */
  readonly range?: { readonly lo: number; readonly hi: number };
}

/** What a number of a draw is a value of. */
export type ManifestQuantity = ManifestLatent | ManifestReport;

/** What a draw holds, in its order. */
export function quantitiesOf({
  latents,
  reports = [],
}: Pick<Manifest, 'latents' | 'reports'>): readonly ManifestQuantity[] {
  return [...latents, ...reports];
}

/** The values of a grade or a choice, as they are called in tables. */
export function valuesOf({
  probabilities = [],
  values,
}: Pick<ManifestColumn, 'probabilities' | 'values'>): readonly string[] {
  return probabilities.map((_, place) => values?.[place] ?? String(place + 1));
}

/** A latent's `standard`, with its default. */
export function standardOf({
  standard,
}: Pick<ManifestLatent, 'standard'>): Required<ManifestLatent>['standard'] {
  return standard ?? { centre: 0, spread: 1 };
}

/** A per-level statistic. */
export interface ManifestLevelStatistic {
  /** Its source text, such as `mean(success, by = agent)`. */
  readonly text: string;
  /** The category. */
  readonly by: string;
}

/**
 * A 0/1 outcome whose success probability increases with how far a latent lies inside the window between two demands.
 * All by name.
 */
export interface ManifestWindow {
  readonly latent: string;
  readonly lower: string;
  readonly upper: string;
  readonly outcome: string;
}

/** A value from which outcomes are computed. */
export interface ManifestDerived {
  /** The name of a `let`, or the source text of a factor without a name. */
  readonly name: string;
  /** Whether it is a `let`, as opposed to a factor without a name. */
  readonly isNamed: boolean;
  /** `probability`, or the unit as text; empty if dimensionless. */
  readonly unit: string;
  readonly isProbability: boolean;
  /** Whether it has a value for each row; otherwise it has a single value. */
  readonly isByRow: boolean;
  /** The factors of a conjunction, as indices into `derived`; absent for anything else. */
  readonly factors?: readonly number[];
  /** The groups of classes that it reads, as indices into `classes`; absent if it reads none. */
  readonly classes?: readonly number[];
  readonly doc: string | null;
}

/** A class: exactly one of its states holds at each level. */
export interface ManifestClass {
  readonly name: string;
  readonly states: readonly {
    /** The flag that is 1 in this state and 0 in the others; absent for the state in which a single flag is 0. */
    readonly flag?: string;
    /** Its share at a level, as an index into `derived`: it is proportional to the probability of the state before any outcome is seen. */
    readonly share: number;
  }[];
}

/** Classes that outcomes depend on together. Given the states of all of them at a level, the outcomes of its rows are independent. */
export interface ManifestClassGroup {
  /** The category whose levels have these classes. */
  readonly index: string;
  readonly classes: readonly ManifestClass[];
  /** The outcomes that depend on them. */
  readonly outcomes: readonly string[];
}

/** The column of a module's rows that has the number of each row's table, 0 for the main one. No declaration can have this name. */
export const TABLE_COLUMN = 'table';

/** A table beside the main one, whose rows the module takes after those of the main table. */
export interface ManifestTable {
  readonly name: string;
  /** The columns that it alone has, or first. The other tables' rows hold any value that is allowed, and no outcome. */
  readonly columns: readonly string[];
  /** The categories that the main table or an earlier one has too. */
  readonly shared: readonly string[];
  readonly doc: string | null;
}

export interface Manifest {
  readonly abi: 7;
  readonly layout: string;
  readonly doc: string | null;
  /**
   * Sixteen hexadecimal digits that are equal for layouts of equal meaning, whatever their comments, formatting and the
   * data they were compiled for: a fit can be used by any module with the same meaning.
   */
  readonly meaning: string;
  /** Absent in a module that can predict; a module compiled only for fitting cannot. */
  readonly predicts?: boolean;
  /** The selected alternative of each `choose` in the layout; absent if there is none. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly columns: readonly ManifestColumn[];
  /**
   * The tables beside the main one; absent if there are none. With them the column `table` has the number of each row's table: 0 for the
   * main one, 1 for the first of these.
   */
  readonly tables?: readonly ManifestTable[];
  readonly latents: readonly ManifestLatent[];
  /** Absent if there are none. */
  readonly reports?: readonly ManifestReport[];
  /**
   * The sets of demands that are read together by a maximal part of the outcomes' distributions that depends on data
   * alone. Outcomes depend on other demands only through statistics or as numbers of trials.
   */
  readonly dataTerms: readonly (readonly string[])[];
  /** Windows between two demands in which latents must lie, as in `band`; absent if there are none. */
  readonly windows?: readonly ManifestWindow[];
  /** The source texts of the data-set statistics, in the module's order. */
  readonly statistics: readonly string[];
  /** Statistics with one number per level of a category, in the module's order. */
  readonly levelStatistics: readonly ManifestLevelStatistic[];
  /** Classes, over whose states the density is summed; absent if there are none. No outcome depends on two groups. */
  readonly classes?: readonly ManifestClassGroup[];
  /**
   * What the module can compute for a row besides its outcomes, in its order: every `let`, then factors without a name, shares of classes,
   * and probabilities of the values of outcomes.
   */
  readonly derived: readonly ManifestDerived[];
}

/** The manifest of a command module: it also says what runs the module. */
export interface CommandManifest extends Manifest {
  readonly target: 'wasi';
}

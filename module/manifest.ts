/** The manifest a compiled module carries in its custom section `theodolite`, as JSON. */

/** A demand, a category or an outcome: one f64 a row. Columns are given to the module in this order. */
export interface ManifestColumn {
  readonly name: string;
  readonly role: 'demand' | 'category' | 'outcome';
  /**
   * `level` holds the numbers of a category's levels, each whole number from 0 up to the largest at least once; `flag` holds 0 and 1, `count` whole numbers from 0 (or from its domain's `lo`), `binary` an outcome of 0 and 1.
   */
  readonly kind: 'real' | 'level' | 'flag' | 'count' | 'binary';
  /** As a person writes it, such as `s * position`; empty when dimensionless. */
  readonly unit: string;
  readonly domain:
    | { readonly kind: 'any' }
    /** An absent bound is infinite. Where `open` is set, the bounds themselves are outside. */
    | { readonly kind: 'range'; readonly lo?: number; readonly hi?: number; readonly open?: true }
    | { readonly kind: 'set'; readonly values: readonly number[] };
  /** The number that a row without a value of this demand is taken to have; where absent, every row must have one. */
  readonly missing?: number;
  /** The column that says in each row what this outcome, a count, is out of. */
  readonly trials?: string;
  /**
   * Of an outcome whose probability is a conjunction, or mixed of one with chance or noise: its factors, by their places in
   * `derived`. Absent where there is none.
   */
  readonly factors?: readonly number[];
  readonly doc: string | null;
}

/**
 * One element of the profile, or another latent. Draws hold one f64 each, or one for each level in the order of the levels'
 * numbers, in this order, on the layout's own scale.
 */
export interface ManifestLatent {
  readonly name: string;
  readonly role: 'capability' | 'bias' | 'robustness' | 'propensity' | 'param';
  /** The category of which each level has a value of its own; absent where there is one value. */
  readonly index?: string;
  /** `probability`, or the unit as a person writes it; empty when dimensionless. */
  readonly unit: string;
  readonly isProbability: boolean;
  /**
   * The scale of measurement that its prior puts it on: whether of two of its values it can be said which is the higher, how
   * far they are apart as well, or how many times the one is the other as well.
   */
  readonly scale: 'ordinal' | 'interval' | 'ratio';
  /**
   * Where its values end, in its unit: a side that is open, or that data or other latents decide, is absent. The whole is
   * absent in modules of earlier versions.
   */
  readonly support?: { readonly lo?: number; readonly hi?: number };
  /** As the author wrote it, such as `uniform(0, 4.4)`. */
  readonly prior: string;
  /**
   * From the unconstrained u, or where there is a `standard` from u = its centre + its spread times the unconstrained number: `identity` is u itself, `positive` e^u, `lower` lo + e^u, `upper` hi − e^u, `interval`
   * lo + (hi − lo)Φ(u) with Φ the normal distribution function, and `sinh` location + scale √df sinh u (df = 1 for a Cauchy);
   * `noncentred` is location + scale u, for a lognormal e to that.
   */
  readonly transform: 'noncentred' | 'identity' | 'sinh' | 'positive' | 'lower' | 'upper' | 'interval';
  /** The middle of the prior and its spread, by which the unconstrained scale is standardised; 0 and 1 where it is absent. */
  readonly standard?: { readonly centre: number; readonly spread: number };
  readonly doc: string | null;
}

/** A latent's `standard`, filled in. */
export function standardOf({
  standard,
}: Pick<ManifestLatent, 'standard'>): Required<ManifestLatent>['standard'] {
  return standard ?? { centre: 0, spread: 1 };
}

/** A statistic by the levels of a category. */
export interface ManifestLevelStatistic {
  /** As the author wrote it, such as `mean(success, by = agent)`. */
  readonly text: string;
  /** The category. */
  readonly by: string;
}

/** An outcome of 0 and 1 that rises with how far a latent is inside the window between two demands; all by their names. */
export interface ManifestWindow {
  readonly latent: string;
  readonly lower: string;
  readonly upper: string;
  readonly outcome: string;
}

/** A node that outcomes are made of. */
export interface ManifestDerived {
  /** The name of a `let`; of a factor without a name its text. */
  readonly name: string;
  /** Whether it is a `let`, and not a factor without a name. */
  readonly isNamed: boolean;
  /** `probability`, or the unit as a person writes it; empty when dimensionless. */
  readonly unit: string;
  readonly isProbability: boolean;
  /** Whether it has a value for each row; else it has one at a point. */
  readonly isByRow: boolean;
  /** The factors of a conjunction, by their places in `derived`; absent for what is none. */
  readonly factors?: readonly number[];
  readonly doc: string | null;
}

export interface Manifest {
  readonly abi: 6;
  readonly layout: string;
  readonly doc: string | null;
  /**
   * Sixteen hexadecimal digits that are the same for layouts that say the same, whatever their comments and form and the data they
   * were compiled for: a fit predicts with a module of the same meaning.
   */
  readonly meaning: string;
  /** Absent in a module that can predict; one that was compiled for one fit cannot. */
  readonly predicts?: boolean;
  /** The alternative that each `choose` of the layout took; absent where there is none. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly columns: readonly ManifestColumn[];
  readonly latents: readonly ManifestLatent[];
  /**
   * Where latents meet demands: the demands that are read together by each part of the outcomes' distributions that is
   * data alone. What is in none of them no outcome depends on but through a statistic or as a number of trials.
   */
  readonly dataTerms: readonly (readonly string[])[];
  /** Where latents have to lie between two demands, as in `band`; absent where there are none. */
  readonly windows?: readonly ManifestWindow[];
  /** Statistics of the data the layout is fitted to, as the author wrote them, in the module's order. */
  readonly statistics: readonly string[];
  /** Those that are one number for the rows of each level of a category, likewise. */
  readonly levelStatistics: readonly ManifestLevelStatistic[];
  /** What the module can tell of a row besides its outcomes, in its order: every `let`, then factors without a name. */
  readonly derived: readonly ManifestDerived[];
}

/** What a command module carries in the same section: a manifest that says what runs it. */
export interface CommandManifest extends Manifest {
  readonly target: 'wasi';
}

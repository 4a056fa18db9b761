/** The syntax tree of a layout: what the author wrote, with source spans, before names are resolved. */
import type { Span } from './source.ts';

/** A name as written, with its span. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** What stands in the brackets behind a name: one name, and the others where there are several. */
export interface IndexName extends Name {
  readonly further?: readonly Name[];
}

/** A unit as written: a product of base units with integer exponents. `1 / px` is `[{px, -1}]`, `1` is `[]`. */
export interface UnitSyntax {
  readonly factors: readonly { readonly base: Name; readonly exponent: number }[];
  readonly span: Span;
}

/** A number as written, possibly followed by a unit (`4 s`). */
export interface NumberSyntax {
  readonly kind: 'number';
  readonly value: number;
  readonly unit: Name | null;
  readonly span: Span;
}

export interface ReferenceSyntax {
  readonly kind: 'reference';
  readonly name: Name;
  /** The category whose level is read, as in `theta[person]`. */
  readonly index: IndexName | null;
  readonly span: Span;
}

export interface UnarySyntax {
  readonly kind: 'unary';
  readonly operator: '-' | 'not';
  readonly operand: ExpressionSyntax;
  readonly span: Span;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | 'and' | 'or';

export interface BinarySyntax {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: ExpressionSyntax;
  readonly right: ExpressionSyntax;
  readonly operatorSpan: Span;
  readonly span: Span;
}

/** An argument, by position or by name (`steepness = 2`). */
export interface ArgumentSyntax {
  readonly name: Name | null;
  readonly value: ExpressionSyntax;
  readonly span: Span;
}

export interface CallSyntax {
  readonly kind: 'call';
  readonly callee: Name;
  readonly arguments: readonly ArgumentSyntax[];
  readonly span: Span;
}

/** One of the alternatives of a `choose`. */
export interface AlternativeSyntax<Value> {
  readonly name: Name;
  readonly value: Value;
}

/** `choose k { a: …, b: … }`: alternatives, of which a selection keeps one by name. */
export interface ChooseSyntax<Value = ExpressionSyntax> {
  readonly kind: 'choose';
  readonly name: Name;
  readonly alternatives: readonly AlternativeSyntax<Value>[];
  readonly span: Span;
}

/** `all skill: …`, an expression for each value of a dimension, all joined. */
export interface OverSyntax {
  readonly kind: 'over';
  /** How they are joined: `all`, `any`, `sum` or `mean`. */
  readonly join: Name;
  readonly dimension: Name;
  readonly body: ExpressionSyntax;
  readonly span: Span;
}

export type ExpressionSyntax =
  | NumberSyntax
  | ReferenceSyntax
  | UnarySyntax
  | BinarySyntax
  | CallSyntax
  | OverSyntax
  | ChooseSyntax;

/** The values that a demand may take: `in [lo, hi]` or `in {a, b}`. An open side is infinite. */
export type DomainSyntax =
  | { readonly kind: 'range'; readonly lo: number; readonly hi: number; readonly span: Span }
  | { readonly kind: 'set'; readonly values: readonly number[]; readonly span: Span };

/** What 1 of a unit is: `60 s` in `unit minute = 60 s`. Without a unit it is a plain number. */
export interface ConversionSyntax {
  readonly value: number;
  readonly unit: UnitSyntax | null;
  readonly span: Span;
}

export interface UnitDeclaration {
  readonly kind: 'unit';
  readonly names: readonly Name[];
  /** Null for base units; else there is one name. */
  readonly conversion: ConversionSyntax | null;
  readonly doc: string | null;
  readonly span: Span;
}

/** The annotation after the colon of a declaration: a unit, or one of the words `flag`, `count` and `probability`. */
export type AnnotationSyntax =
  | { readonly kind: 'unit'; readonly unit: UnitSyntax; readonly span: Span }
  /** `count token` says of what it is a count; null where that is not said. */
  | { readonly kind: 'count'; readonly unit: UnitSyntax | null; readonly span: Span }
  | { readonly kind: 'flag' | 'probability'; readonly span: Span };

export interface DemandDeclaration {
  readonly kind: 'demand';
  readonly names: readonly Name[];
  /** For each name the category of which each level has one value, as in `compute[model]`, or null. */
  readonly indices: readonly (IndexName | null)[];
  readonly annotation: AnnotationSyntax | null;
  readonly domain: DomainSyntax | null;
  /** The value that an empty cell stands for, after `missing =`. */
  readonly missing: ExpressionSyntax | null;
  readonly doc: string | null;
  readonly span: Span;
}

/** `category person`: columns that name the group each row belongs to. */
export interface CategoryDeclaration {
  readonly kind: 'category';
  readonly names: readonly Name[];
  /** The columns that name its levels, as in `model = left, right`; null where its own name is that of its column. */
  readonly columns: readonly Name[] | null;
  /** The levels in their order, as in `in {base, tuned}`; null where they come from the data. */
  readonly levels: readonly Name[] | null;
  /** The category to one of whose levels each level belongs, as in `task in family`, or null. */
  readonly within: Name | null;
  /** The demand by whose values the levels are ordered, as in `step ordered by tokens`, or null. */
  readonly orderedBy: Name | null;
  /** Of a category of pairs, which brackets such as `[person, testlet]` declare: the two categories. */
  readonly pairOf?: readonly [Name, Name];
  readonly doc: string | null;
  readonly span: Span;
}

/** `dimension skill = verbal, spatial`: names for each of which there is a latent, a demand or a term. */
export interface DimensionDeclaration {
  readonly kind: 'dimension';
  readonly name: Name;
  readonly values: readonly Name[];
  readonly doc: string | null;
  readonly span: Span;
}

/** One of the states that a class lists, and the share of levels that are in it. */
export interface ClassState {
  readonly name: Name;
  readonly share: ExpressionSyntax;
}

/**
 * `class knows[person] ~ bernoulli(p)`: a flag of each level that is not observed. `class strategy[person] in {guesses: not p, knows: p}`:
 * one flag for each state, of which one is 1.
 */
export interface ClassDeclaration {
  readonly kind: 'class';
  readonly name: Name;
  readonly index: IndexName | null;
  /** Behind the `~`; null where states are listed. */
  readonly distribution: CallSyntax | null;
  /** Empty where a distribution is given. */
  readonly states: readonly ClassState[];
  readonly doc: string | null;
  readonly span: Span;
}

export type LatentRole = 'capability' | 'bias' | 'robustness' | 'propensity' | 'param';

/** `in [lo, hi]` after a prior or the distribution of an outcome. A bound is null where the author wrote `-inf` or `inf`. */
export interface TruncationSyntax {
  readonly lo: ExpressionSyntax | null;
  readonly hi: ExpressionSyntax | null;
  readonly span: Span;
}

/** `centred` or `noncentred` after a prior. */
export interface ParametrisationSyntax {
  readonly kind: 'centred' | 'noncentred';
  readonly span: Span;
}

/** The word `ordered`, shared by all latents that it orders. */
export interface OrderedSyntax {
  readonly span: Span;
}

export interface LatentDeclaration {
  readonly kind: 'latent';
  readonly role: LatentRole;
  readonly names: readonly Name[];
  /** For each name the category that indexes it, as in `theta[person]`, or null. */
  readonly indices: readonly (IndexName | null)[];
  readonly annotation: AnnotationSyntax | null;
  /** The prior; the first alternative where there are several and none is selected yet. */
  readonly prior: CallSyntax;
  readonly truncation: TruncationSyntax | null;
  /** The word `ordered` after the prior: each of the latents is greater than the one before it. */
  readonly inOrder: OrderedSyntax | null;
  /** The words `sum to zero` after the prior, or null. */
  readonly sumToZero: { readonly span: Span } | null;
  /** The prior of the correlations between the latents, after `correlated`; null where they are independent. */
  readonly correlated: CallSyntax | null;
  /** How the author asked for it to be sampled. */
  readonly parametrisation: ParametrisationSyntax | null;
  /** The alternatives of `~ choose k { … }`. */
  readonly priorChoice?: ChooseSyntax<CallSyntax>;
  readonly doc: string | null;
  readonly span: Span;
}

export interface LetDeclaration {
  readonly kind: 'let';
  readonly name: Name;
  readonly value: ExpressionSyntax;
  readonly doc: string | null;
  readonly span: Span;
}

/** A parameter of a link. The default is an expression of numbers and units. */
export interface LinkParameter {
  readonly name: Name;
  readonly byDefault: ExpressionSyntax | null;
}

/** `link f(a, b = 1) = expression`. */
export interface LinkDeclaration {
  readonly kind: 'link';
  readonly name: Name;
  readonly parameters: readonly LinkParameter[];
  readonly body: ExpressionSyntax;
  readonly doc: string | null;
  readonly span: Span;
}

/** `weight w` or `count n` behind the distribution of an outcome: how much each row counts. */
export interface WeightSyntax {
  readonly kind: 'weight' | 'count';
  readonly column: Name;
  readonly span: Span;
}

/**
 * `censored …` behind the distribution of an outcome: what its recorded value says. `where f`: in rows with this flag
 * the value is at least the recorded one. `to b`: it lies between the recorded one and b. `below a above b`: the least
 * and the greatest value that is recorded.
 */
export type CensoringSyntax = { readonly span: Span } & (
  | { readonly kind: 'where'; readonly flag: Name; readonly isNegated: boolean }
  | { readonly kind: 'to'; readonly to: ExpressionSyntax }
  | {
      readonly kind: 'limits';
      readonly below: ExpressionSyntax | null;
      readonly above: ExpressionSyntax | null;
    }
);

/** `share: distribution` in the braces of a mixture. */
export interface ComponentSyntax {
  readonly share: ExpressionSyntax;
  readonly distribution: CallSyntax;
}

/** `mixture {share: distribution, …}`: the outcome of each row is from one of the distributions. */
export interface MixtureSyntax {
  readonly kind: 'mixture';
  readonly components: readonly ComponentSyntax[];
  /** The word `mixture`. */
  readonly word: Name;
  readonly span: Span;
}

export type DistributionSyntax = CallSyntax | MixtureSyntax;

export interface ObserveDeclaration {
  readonly kind: 'observe';
  /** The choice of a decision, before its time, as in `observe right, time : s`; otherwise null. */
  readonly choice: Name | null;
  readonly outcome: Name;
  readonly annotation: AnnotationSyntax | null;
  /** The names of its values, as in `observe answer in {never, often}`; null where they are numbers. */
  readonly values: readonly Name[] | null;
  readonly distribution: DistributionSyntax;
  readonly weight: WeightSyntax | null;
  /** The range outside of which no value is ever recorded. */
  readonly truncation: TruncationSyntax | null;
  readonly censoring: CensoringSyntax | null;
  readonly doc: string | null;
  readonly span: Span;
}

/** `report r : unit = expression`: a quantity that follows from the latents and is shown beside them. */
export interface ReportDeclaration {
  readonly kind: 'report';
  readonly name: Name;
  /** The category whose levels have a value each, as in `report gap[person] = …`, or null. */
  readonly index: IndexName | null;
  readonly annotation: AnnotationSyntax | null;
  readonly value: ExpressionSyntax;
  readonly doc: string | null;
  readonly span: Span;
}

/** `factor expression`: a term of the log density, once, for each row, or as `factor[person] expression` for each level. */
export interface FactorDeclaration {
  readonly kind: 'factor';
  readonly index: Name | null;
  readonly value: ExpressionSyntax;
  readonly doc: string | null;
  readonly span: Span;
}

/** `table ratings {`: rows of their own, with the columns and outcomes that the statements up to the closing brace declare. */
export interface TableDeclaration {
  readonly kind: 'table';
  readonly name: Name;
  readonly doc: string | null;
  readonly span: Span;
}

/** A declaration; `table` names the table in whose braces it stands, and is absent outside of tables. */
export type DeclarationSyntax = AnyDeclaration & { readonly table?: string };

type AnyDeclaration =
  | UnitDeclaration
  | DemandDeclaration
  | CategoryDeclaration
  | DimensionDeclaration
  | ClassDeclaration
  | LatentDeclaration
  | LetDeclaration
  | LinkDeclaration
  | ObserveDeclaration
  | ReportDeclaration
  | FactorDeclaration
  | TableDeclaration;

/**
 * A statement with a mistake, which the parser has reported. The names it declares are recorded, so that uses of them
 * are not reported as well; nothing else is known about them.
 */
export interface BrokenStatement {
  /** The first word of the statement. */
  readonly keyword: string;
  readonly names: readonly Name[];
  readonly span: Span;
}

export interface LayoutSyntax {
  /** Empty when the `layout` line is missing; the parser has reported that. */
  readonly name: Name;
  readonly declarations: readonly DeclarationSyntax[];
  /** Empty when the text has no syntax errors. */
  readonly broken: readonly BrokenStatement[];
  readonly doc: string | null;
  readonly span: Span;
}

/** The syntax tree of a layout: what the author wrote, with places, before any name is resolved. */
import type { Span } from './source.ts';

/** A name as written, with its place. */
export interface Name {
  readonly text: string;
  readonly span: Span;
}

/** A unit as written: a product of base units with whole exponents. `1 / px` is `[{px, -1}]`, `1` is `[]`. */
export interface UnitSyntax {
  readonly factors: readonly { readonly base: Name; readonly exponent: number }[];
  readonly span: Span;
}

/** A number as written, perhaps with the unit that follows it (`4 s`). */
export interface NumberSyntax {
  readonly kind: 'number';
  readonly value: number;
  readonly unit: Name | null;
  readonly span: Span;
}

export interface ReferenceSyntax {
  readonly kind: 'reference';
  readonly name: Name;
  /** The category whose level is meant: `theta[person]`. */
  readonly index: Name | null;
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

/** `choose k { a: …, b: … }`: alternatives, of which a selection by name keeps one. */
export interface ChooseSyntax<Value = ExpressionSyntax> {
  readonly kind: 'choose';
  readonly name: Name;
  readonly alternatives: readonly AlternativeSyntax<Value>[];
  readonly span: Span;
}

export type ExpressionSyntax =
  | NumberSyntax
  | ReferenceSyntax
  | UnarySyntax
  | BinarySyntax
  | CallSyntax
  | ChooseSyntax;

/** The values a demand may take: `in [lo, hi]`, `in {a, b}`; infinite where the author left a side open. */
export type DomainSyntax =
  | { readonly kind: 'range'; readonly lo: number; readonly hi: number; readonly span: Span }
  | { readonly kind: 'set'; readonly values: readonly number[]; readonly span: Span };

export interface UnitDeclaration {
  readonly kind: 'unit';
  readonly names: readonly Name[];
  readonly doc: string | null;
  readonly span: Span;
}

/** What stands after the colon of a declaration: a unit, or one of the words `flag`, `count`, `probability`. */
export type AnnotationSyntax =
  | { readonly kind: 'unit'; readonly unit: UnitSyntax; readonly span: Span }
  | { readonly kind: 'flag' | 'count' | 'probability'; readonly span: Span };

export interface DemandDeclaration {
  readonly kind: 'demand';
  readonly names: readonly Name[];
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
  readonly doc: string | null;
  readonly span: Span;
}

export type LatentRole = 'capability' | 'bias' | 'robustness' | 'propensity' | 'param';

/** `in [lo, hi]` behind a prior; null where the author left a side open with `-inf` or `inf`. */
export interface TruncationSyntax {
  readonly lo: ExpressionSyntax | null;
  readonly hi: ExpressionSyntax | null;
  readonly span: Span;
}

/** `centred` or `noncentred` behind a prior. */
export interface ParametrisationSyntax {
  readonly kind: 'centred' | 'noncentred';
  readonly span: Span;
}

export interface LatentDeclaration {
  readonly kind: 'latent';
  readonly role: LatentRole;
  readonly names: readonly Name[];
  /** The category that each name is indexed by, one entry per name: `theta[person]`. */
  readonly indices: readonly (Name | null)[];
  readonly annotation: AnnotationSyntax | null;
  /** The first alternative where there are several, until one is selected. */
  readonly prior: CallSyntax;
  readonly truncation: TruncationSyntax | null;
  /** What the author said of how it is sampled. */
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

/** A parameter of a link; the default is an expression of numbers and units. */
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

export interface ObserveDeclaration {
  readonly kind: 'observe';
  readonly outcome: Name;
  readonly annotation: AnnotationSyntax | null;
  readonly distribution: CallSyntax;
  readonly doc: string | null;
  readonly span: Span;
}

export type DeclarationSyntax =
  | UnitDeclaration
  | DemandDeclaration
  | CategoryDeclaration
  | LatentDeclaration
  | LetDeclaration
  | LinkDeclaration
  | ObserveDeclaration;

/**
 * A statement with a mistake in it, which the parser has reported. The names it declares are known to exist and
 * nothing more, so that their uses are not mistakes too.
 */
export interface BrokenStatement {
  /** The word it begins with. */
  readonly keyword: string;
  readonly names: readonly Name[];
  readonly span: Span;
}

export interface LayoutSyntax {
  /** Empty when the `layout` line is missing, which the parser has reported. */
  readonly name: Name;
  readonly declarations: readonly DeclarationSyntax[];
  /** Empty when the text was parsed without mistakes. */
  readonly broken: readonly BrokenStatement[];
  readonly doc: string | null;
  readonly span: Span;
}

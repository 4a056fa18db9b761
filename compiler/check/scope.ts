/**
 * The context of an expression being checked: the names in scope, the lets checked so far, and the log for mistakes.
 */
import type { ExpressionSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import type { Checked, Rules } from './checked.ts';
import type { Names } from './names.ts';
import type { Type } from './typed-layout.ts';

export interface Scope extends Rules {
  readonly names: Names;
  /** The declared types of demands, latents and outcomes; null after a mistake in the declaration. */
  readonly types: ReadonlyMap<string, Type | null>;
  /** The lets checked so far; null after a mistake. */
  readonly lets: ReadonlyMap<string, Checked | null>;
  /** The links whose bodies have no mistake of their own. */
  readonly links: ReadonlySet<string>;
  /** True inside the argument of a statistic, where outcomes may be read. */
  readonly inStatistic: boolean;
  /** The declaration of the latents whose prior is checked; null elsewhere. */
  readonly prior: LatentDeclaration | null;
  /** The link whose body is checked, which may read only its parameters; null elsewhere. */
  readonly body: LinkBody | null;
  /** How many calls of links have been expanded so far. */
  readonly work: { links: number };
  /** Checks a subexpression, such as an argument or the body of a link. */
  readonly check: (syntax: ExpressionSyntax, scope: Scope) => Checked | null;
}

/** A link body being checked: once by itself, and again for each call. */
export interface LinkBody {
  /** The name of the link. */
  readonly of: string;
  /** The arguments of the call by parameter; null where the argument is not known. */
  readonly parameters: ReadonlyMap<string, Checked | null>;
  readonly isPrelude: boolean;
  /** The depth of nested link calls around it. */
  readonly depth: number;
}

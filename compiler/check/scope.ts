/** What an expression is checked against: the names around it, the lets known so far, and where mistakes go. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import type { ExpressionSyntax, LatentDeclaration } from '../../grammar/syntax.ts';
import type { Checked } from './checked.ts';
import type { Names } from './names.ts';
import type { Type } from './typed-layout.ts';

export interface Scope {
  readonly names: Names;
  /** The declared types of demands, latents and outcomes; null after a mistake in the declaration. */
  readonly types: ReadonlyMap<string, Type | null>;
  /** The lets checked so far; null after a mistake. */
  readonly lets: ReadonlyMap<string, Checked | null>;
  /** The links whose bodies have no mistake of their own. */
  readonly links: ReadonlySet<string>;
  /** Inside the argument of a statistic, where outcomes may be read. */
  readonly inStatistic: boolean;
  /** The latents in whose prior this is; null elsewhere. */
  readonly prior: LatentDeclaration | null;
  /** Inside the body of a link, which reads its parameters alone. */
  readonly body: LinkBody | null;
  /** How many calls of links have been written out so far. */
  readonly work: { links: number };
  readonly log: DiagnosticLog;
  /** Checks an expression inside a call, such as an argument or the body of a link. */
  readonly check: (syntax: ExpressionSyntax, scope: Scope) => Checked | null;
}

/** The body of a link as it is checked: once by itself, and again for each call. */
export interface LinkBody {
  /** The name of the link. */
  readonly of: string;
  /** What the parameters stand for in the call; null where that is not known. */
  readonly parameters: ReadonlyMap<string, Checked | null>;
  readonly isPrelude: boolean;
  /** How many calls of links it is nested in. */
  readonly depth: number;
}

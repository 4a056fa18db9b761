/** What an expression is checked against: the names around it, the lets known so far, and where mistakes go. */
import type { DiagnosticLog } from '../../grammar/diagnostic-log.ts';
import type { Checked } from './checked.ts';
import type { Names } from './names.ts';
import type { Type } from './typed-layout.ts';

export interface Scope {
  readonly names: Names;
  /** The declared types of demands and latents; null after a mistake in the declaration. */
  readonly types: ReadonlyMap<string, Type | null>;
  /** The lets checked so far; null after a mistake. */
  readonly lets: ReadonlyMap<string, Checked | null>;
  /** Inside the argument of a statistic, where outcomes may be read. */
  readonly inStatistic: boolean;
  readonly log: DiagnosticLog;
}

/** The messages between a page and its compile worker. */
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import type { Source } from '../../grammar/source.ts';
import type { Compiled } from '../compile.ts';
import type { CompileOptions } from '../layout-input.ts';

/** A message to the worker. */
export interface CompileTask {
  /** Returned with the answer. */
  readonly id: number;
  readonly source: Source;
  readonly options: CompileOptions;
}

/** A module with what a host needs to know about it. The typed layout stays in the worker. */
export type CompiledModule = Omit<Compiled, 'layout'>;

/** A message from the worker, one for each task. */
export type CompileMessage = { readonly id: number } & (
  | { readonly kind: 'compiled'; readonly compiled: CompiledModule }
  | { readonly kind: 'layout'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'choice' | 'data'; readonly message: string; readonly remedy: string }
  | { readonly kind: 'defect'; readonly message: string }
);

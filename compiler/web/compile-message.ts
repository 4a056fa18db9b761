/** What a page and its compile worker say to each other. */
import type { Diagnostic } from '../../grammar/diagnostic.ts';
import type { Source } from '../../grammar/source.ts';
import type { Compiled } from '../compile.ts';
import type { CompileOptions } from '../layout-input.ts';

/** To the worker. */
export interface CompileTask {
  /** Comes back with the answer. */
  readonly id: number;
  readonly source: Source;
  readonly options: CompileOptions;
}

/** A module with what a host need know of it. The typed layout stays where it was compiled. */
export type CompiledModule = Omit<Compiled, 'layout'>;

/** From the worker, one for each task. */
export type CompileMessage = { readonly id: number } & (
  | { readonly kind: 'compiled'; readonly compiled: CompiledModule }
  | { readonly kind: 'layout'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'choice' | 'data'; readonly message: string; readonly remedy: string }
  | { readonly kind: 'defect'; readonly message: string }
);

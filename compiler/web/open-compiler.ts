/** Runs the compiler in a worker, so that the page stays responsive and never loads the compiler itself. */
import type { Source } from '../../grammar/source.ts';
import { HostError, interrupted } from '../../module/host-error.ts';
import { ChoiceError } from '../choose/choice-error.ts';
import { LayoutError } from '../layout-error.ts';
import { type CompileOptions, type LayoutInput, sourceOf } from '../layout-input.ts';
import type { CompiledModule, CompileMessage, CompileTask } from './compile-message.ts';

export interface PageCompileOptions extends CompileOptions {
  /** Interrupts this compilation, and all others of this compiler. */
  readonly signal?: AbortSignal;
}

export interface PageCompiler {
  /**
   * Compiles a layout to the same module as `compile`. The first call loads the compiler.
   *
   * @throws LayoutError and ChoiceError as `compile` does; HostError of kind `interrupted` once the signal is aborted;
   * Error
   *   if the worker cannot be loaded or breaks. Data that cannot be sent to a worker, such as an Arrow table, throw a
   *   DataCloneError.
   */
  compile(layout: LayoutInput, options?: PageCompileOptions): Promise<CompiledModule>;
  /** Ends the worker and interrupts whatever is still being compiled. */
  close(): void;
}

/**
 * Opens a compiler. Its worker starts with the first call and is kept, since its first compilation takes longest.
 *
 * @param script the address of the package's `dist/compiler/web/compile-worker.js`, if a bundler has not put it beside the
 *   bundle
 */
export function openCompiler(script?: URL | string): PageCompiler {
  return new WorkerCompiler(script);
}

interface Job {
  readonly source: Source;
  readonly resolve: (compiled: CompiledModule) => void;
  readonly reject: (error: Error) => void;
}

/** Guards the worker and its pending tasks. */
class WorkerCompiler implements PageCompiler {
  readonly #script: URL | string | undefined;
  readonly #jobs = new Map<number, Job>();
  #worker: Worker | null = null;
  #asked = 0;

  constructor(script: URL | string | undefined) {
    this.#script = script;
  }

  async compile(
    layout: LayoutInput,
    { signal, ...options }: PageCompileOptions = {},
  ): Promise<CompiledModule> {
    if (signal?.aborted) throw interrupted();
    const source = sourceOf(layout);
    const id = this.#asked++;
    // A compilation cannot be stopped midway, so the worker is ended with all of its tasks.
    const stop = () => this.#end(interrupted());
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#jobs.set(id, { source, resolve, reject });
        this.#worker ??= this.#start();
        this.#worker.postMessage({ id, source, options } satisfies CompileTask);
      });
    } finally {
      this.#jobs.delete(id);
      signal?.removeEventListener('abort', stop);
    }
  }

  close(): void {
    this.#end(interrupted());
  }

  #start(): Worker {
    const worker =
      this.#script === undefined
        ? // Bundlers find the worker by this expression, and want it as it stands.
          new Worker(new URL('./compile-worker.js', import.meta.url), { type: 'module' })
        : new Worker(this.#script, { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<CompileMessage>) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(
        new Error(
          `The compiler's worker ${event.message === undefined ? 'could not be loaded' : `broke off (${event.message})`}.`,
        ),
      );
    };
    return worker;
  }

  #hear(answer: CompileMessage): void {
    const job = this.#jobs.get(answer.id);
    if (job === undefined) return;
    switch (answer.kind) {
      case 'compiled':
        job.resolve(answer.compiled);
        break;
      case 'layout':
        job.reject(new LayoutError(job.source, answer.diagnostics));
        break;
      case 'choice':
        job.reject(new ChoiceError(answer.message, answer.remedy));
        break;
      case 'data':
        job.reject(new HostError('data', answer.message, answer.remedy));
        break;
      case 'defect':
        // A broken compiler, for example one with a file that could not be fetched, is not used again.
        this.#end(new Error(answer.message));
        break;
    }
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#jobs.values()) reject(error);
  }
}

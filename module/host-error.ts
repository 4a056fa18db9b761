/** Errors of the host: a module, its data or a chain cannot be used, and what to do about it. */

/**
 * - `module`: the bytes are not a module of this compiler, or one of another version
 * - `data`: the columns do not fit the module
 * - `memory`: the module has no room for the data
 * - `start`: a chain found no point of finite density to start from
 * - `chain`: a chain or a scout broke off
 * - `interrupted`: the caller's signal was aborted
 */
export type HostErrorKind = 'module' | 'data' | 'memory' | 'start' | 'chain' | 'interrupted';

/** Every error that the host raises on purpose. `message` is one sentence, `remedy` another. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly kind: HostErrorKind;
  readonly remedy: string;

  constructor(kind: HostErrorKind, message: string, remedy: string) {
    super(message);
    this.kind = kind;
    this.remedy = remedy;
  }
}

/** The error for work that broke off because its module, thread or process failed. `work` begins the sentence. */
export function brokeOff(work: string, cause: unknown): HostError {
  return new HostError(
    'chain',
    `${work} broke off (${reasonOf(cause)}).`,
    'Report this as a defect of theodolite, with the layout, the data and the seed.',
  );
}

/** The error for a module that violates the ABI. */
export function notAsSaid(message: string): HostError {
  return new HostError('module', message, 'Build the layout again with this version of theodolite.');
}

/** Describes a foreign error by the engine's name for it, such as `RuntimeError: unreachable`. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}

/** The error for work that the caller's signal stopped. */
export function interrupted(): HostError {
  return new HostError('interrupted', 'The work was interrupted.', 'Start it again.');
}

/** @throws HostError of kind `interrupted` when the signal is aborted. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw interrupted();
}

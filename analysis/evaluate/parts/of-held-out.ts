/** Errors that say that they are about the rows held out, and not about those fitted to. */
import { HostError } from '../../../module/host-error.ts';

/** @throws HostError as the work does, which says of which rows it is */
export function ofHeldOut<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return throwOfHeldOut(error);
  }
}

/** Throws an error on, and a HostError as one about the rows held out. */
export function throwOfHeldOut(error: unknown): never {
  if (!(error instanceof HostError)) throw error;
  throw new HostError(error.kind, `Of the rows held out: ${error.message}`, error.remedy);
}

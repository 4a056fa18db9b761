/** The problems with a table, of which the first few are told. */
import { EXIT, Failure, type Problem } from '../failure.ts';

/** How many problems with the data are told at once. */
const TOLD = 5;

/** Guards the first few problems with the data, and the count of the rest. */
export class ProblemList {
  readonly #path: string;
  readonly #told: Problem[] = [];
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(place: string, what: string, remedy: string): void {
    this.#count++;
    if (this.#told.length < TOLD) this.#told.push({ message: `${this.#path}, ${place}: ${what}.`, remedy });
  }

  /** @throws Failure (input) when there are any. */
  raise(): void {
    if (this.#count > 0) throw new Failure(EXIT.badInput, this.#told, this.#count - this.#told.length);
  }
}

/** @throws Failure (input) when there are any. */
export function raiseAll(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new Failure(EXIT.badInput, problems.slice(0, TOLD), Math.max(0, problems.length - TOLD));
}

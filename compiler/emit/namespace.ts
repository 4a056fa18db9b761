/** A namespace of a generated file: variables and functions that belong together, such as those of a domain. */
import type { Identifiers } from './names.ts';
import { indent } from './text.ts';

const INITIAL = { f64: '0.0', usize: '0', i32: '0', bool: 'false' } as const;

export type VariableType = keyof typeof INITIAL;

export class Namespace {
  readonly name: string;
  readonly #comment: string;
  readonly #members: Identifiers;
  readonly #variables: string[] = [];
  /** The members' names in the order in which they were claimed, which is that of the functions in the text. */
  readonly #claimed: string[] = [];
  readonly #functions = new Map<string, string>();

  constructor(file: Identifiers, hint: string, comment: string) {
    this.name = file.claim(hint);
    this.#comment = comment;
    this.#members = file.scope();
  }

  /** A new member by that name, or one like it, as it is read from anywhere: `Blur_px.unblurs`. */
  claim(hint: string): string {
    const path = `${this.name}.${this.#members.claim(hint)}`;
    this.#claimed.push(path);
    return path;
  }

  /** Declares a variable; how it is read. */
  declare(hint: string, type: VariableType, comment?: string): string {
    const path = this.claim(hint);
    this.declareAt(path, type, comment);
    return path;
  }

  /** Declares a variable whose name has been claimed. */
  declareAt(path: string, type: VariableType, comment?: string): void {
    if (comment !== undefined) this.#variables.push(`/** ${comment} */`);
    this.#variables.push(`export let ${this.#inside(path)}: ${type} = ${INITIAL[type]};`);
  }

  /** Adds a function whose name has been claimed, given what follows the name. */
  addFunction(path: string, comment: string | null, rest: string): void {
    const text = `export function ${this.#inside(path)}${rest}`;
    this.#functions.set(path, comment === null ? text : `/** ${comment}. */\n${text}`);
  }

  /** The whole of it; empty where it has no members. */
  code(): string {
    const functions = this.#claimed.map((path) => this.#functions.get(path) ?? '');
    const parts = [this.#variables.join('\n'), ...functions].filter((part) => part !== '');
    if (parts.length === 0) return '';
    return `/** ${this.#comment}. */\nnamespace ${this.name} {\n${indent(parts.join('\n\n').split('\n'), 2)}\n}`;
  }

  #inside(path: string): string {
    return path.slice(this.name.length + 1);
  }
}

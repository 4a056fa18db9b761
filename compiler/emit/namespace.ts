/** A namespace of a generated file: related variables and functions, such as those of a domain. */
import type { Identifiers } from './names.ts';
import { indent } from './text.ts';

const INITIAL = { f64: '0.0', usize: '0', i32: '0', bool: 'false' } as const;

export type VariableType = keyof typeof INITIAL;

export class Namespace {
  readonly name: string;
  readonly #comment: string;
  readonly #members: Identifiers;
  readonly #variables: string[] = [];
  /** The members' names in the order of their claims, which is the order of the functions in the text. */
  readonly #claimed: string[] = [];
  readonly #functions = new Map<string, string>();

  constructor(file: Identifiers, hint: string, comment: string) {
    this.name = file.claim(hint);
    this.#comment = comment;
    this.#members = file.scope();
  }

  /** Claims a member with that name or a similar one, and returns its path, as in `Blur_px.unblurs`. */
  claim(hint: string): string {
    const path = `${this.name}.${this.#members.claim(hint)}`;
    this.#claimed.push(path);
    return path;
  }

  /** Declares a variable, and returns its path. */
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

  /** Adds a function whose name has been claimed; `rest` is the text after the name. */
  addFunction(path: string, comment: string | null, rest: string): void {
    const text = `export function ${this.#inside(path)}${rest}`;
    this.#functions.set(path, comment === null ? text : `/** ${comment}. */\n${text}`);
  }

  /** The code of the namespace; empty if it has no members. */
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

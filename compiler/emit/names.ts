/** Names in the generated code: the layout's own if they are free, and descriptive ones for what has no name. */

import { LIBRARY_NAMES } from '../assemble/library.ts';
import { formula } from '../graph/formula.ts';
import type { Graph } from '../graph/graph.ts';
import { type ArithmeticOp, isReduction, type NodeId, type RowSet } from '../graph/node.ts';
import type { Arity, Naming, Tuples } from '../graph/operations/operation.ts';
import { operationOf } from '../graph/operations/operations.ts';
import { columnsOf } from '../stage/domain.ts';
import { inlinedPair, pair, RUNTIME_FILES, scalar } from './dialect.ts';
import { RUNTIME_FUNCTIONS } from './runtime-functions.ts';

/** Hands out each identifier once. */
export class Identifiers {
  readonly #taken = new Set<string>();
  /** Names used in inner scopes. They are not handed out here later, so that no inner name shadows an outer one. */
  readonly #inside = new Set<string>();
  readonly #outer: Identifiers | null;

  private constructor(outer: Identifiers | null) {
    this.#outer = outer;
  }

  /** The names of a file, in which keywords and runtime functions are taken. */
  static ofFile(): Identifiers {
    return new Identifiers(null);
  }

  /** The names inside a function or namespace: none that is taken outside. */
  scope(): Identifiers {
    return new Identifiers(this);
  }

  #isTaken(name: string): boolean {
    return this.#inside.has(name) || this.#isTakenAround(name);
  }

  /** Whether a name is taken in this scope or an enclosing one. */
  #isTakenAround(name: string): boolean {
    if (this.#taken.has(name)) return true;
    return this.#outer === null ? RESERVED.has(name) : this.#outer.#isTakenAround(name);
  }

  /** The hint itself if it is free, else the hint with a number appended. */
  claim(hint: string): string {
    const base = identifierFrom(hint);
    let name = base;
    for (let n = 2; this.#isTaken(name); n++) name = `${base}${n}`;
    this.#taken.add(name);
    for (let outer = this.#outer; outer !== null; outer = outer.#outer) outer.#inside.add(name);
    return name;
  }

  /** Claims a name that generated code refers to verbatim. Throws if it is taken, which is a defect of the emitter. */
  take(name: string): string {
    if (this.claim(name) !== name) throw new Error(`${name} means two things in the generated code`);
    return name;
  }
}

/** An identifier from the letters, digits and `_` of a text, its words in camel case. */
export function identifierFrom(text: string): string {
  const words = text.match(/[A-Za-z0-9_]+/g) ?? [];
  const joined = words.map((word, index) => (index === 0 ? word : capitalised(word))).join('');
  return joined === '' ? 'value' : /^[0-9]/.test(joined) ? `v${joined}` : joined;
}

export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

export function uncapitalised(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1);
}

/** The last part of a path: `unblurs` of `Blur_px.unblurs`. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** A name for two things: `memoryAndOpAbilityTail` for `memoryAbilityTail` and `opAbilityTail`. */
export function nameOfBoth(first: string, second: string): string {
  const [a, b] = [first, second].map((name) => name.split(/(?=[A-Z])/)) as [string[], string[]];
  const most = Math.min(a.length, b.length) - 1;
  let [start, end] = [0, 0];
  while (start < most && a[start] === b[start]) start++;
  while (start + end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return `${a.slice(0, a.length - end).join('')}And${capitalised(b.slice(start).join(''))}`;
}

/** Maximum length of a name composed of others. */
const MAX_COMPOSED = 28;

/** Maximum number of characters of a number in a name. */
const MAX_DIGITS = 6;

/** Maximum depth of operations from which such a name is composed. */
const MAX_DEPTH = 3;

/** The name of a node: the layout's own, or one that says how it is computed. */
export function hintOf(graph: Graph, id: NodeId): string {
  const node = graph.node(id);
  switch (node.op) {
    case 'stored':
      return dataName(graph, node.expression);
    case 'count':
      return node.rows.kind === 'all' || node.rows.kind === 'levels'
        ? 'count'
        : uncapitalised(rowsWord(node.rows));
    default:
      return graph.nameOf(id) ?? (isSumOfRows(graph, id) ? 'adjoint' : composedName(graph, id, 0));
  }
}

/** Whether a node is a sum that loops accumulate for each member of a domain, or a joint sum of two. */
function isSumOfRows(graph: Graph, id: NodeId): boolean {
  const node = graph.node(id);
  if (isReduction(node)) return true;
  return (
    (node.op === 'add' || node.op === 'subtract') &&
    node.inputs.every((input) => isReduction(graph.node(input)))
  );
}

/** A data node's name: the column's or the let's, or one made from its formula. */
export function dataName(graph: Graph, id: NodeId): string {
  return ownName(graph, id) ?? composedName(graph, id, MAX_DEPTH);
}

/** The name that a node has by itself; undefined if it must be composed from its formula. */
function ownName(graph: Graph, id: NodeId): string | undefined {
  const node = graph.node(id);
  switch (node.op) {
    case 'column':
    case 'latent':
      return node.name;
    case 'latentComplement':
      return `not${capitalised(node.name)}`;
    case 'unconstrained':
      return `unconstrained${capitalised(node.name)}`;
    case 'cotangent':
      return `${node.name}Adjoint`;
    case 'centring':
      return `${node.name}Centring`;
    case 'stored':
      return ownName(graph, node.expression);
    default:
      return graph.nameOf(id);
  }
}

/**
 * A name composed of an operation and its inputs: `logAcuity`, `inverseHeight`, `seesSpells` for a product. If an input
 * has no short name, `product`, `sum` or the like.
 */
function composedName(graph: Graph, id: NodeId, depth: number): string {
  const node = graph.node(id);
  const values = node.inputs.map((input) => graph.constantValue(input));
  const named = (input: NodeId, place: number): string | undefined => {
    const value = values[place];
    // A number with many digits makes no name.
    if (value !== undefined) return String(value).length > MAX_DIGITS ? undefined : numberName(value);
    if (depth < 0) return undefined;
    const operand = graph.node(input);
    // Next to another name, the prefix "unconstrained" is often too long.
    if (operand.op === 'unconstrained' && operand.name.length > MAX_COMPOSED / 3) return operand.name;
    return ownName(graph, input) ?? (depth > 0 ? composedName(graph, input, depth - 1) : undefined);
  };
  const names = node.inputs.map(named);
  const [a, b] = names;
  const short = (name: string, otherwise: string) => (name.length <= MAX_COMPOSED ? name : otherwise);
  const prefixed = (prefix: string, of: string | undefined, otherwise = prefix) =>
    of === undefined ? otherwise : short(`${prefix}${capitalised(of)}`, otherwise);
  const joined = (between: string, otherwise: string) =>
    a === undefined || b === undefined ? otherwise : short(`${a}${between}${capitalised(b)}`, otherwise);
  switch (node.op) {
    case 'constant':
      return numberName(node.value);
    case 'statistic':
      return short(
        `${node.statistic}${capitalised(a ?? '')}${b === undefined ? '' : `By${capitalised(b)}`}`,
        node.statistic,
      );
    case 'sum':
      if (values[0] !== 1) return prefixed('sumOf', a, 'rowSum');
      if (node.rows.kind === 'all') return 'rowCount';
      return short(
        node.rows.kind === 'levels'
          ? `${node.rows.category}Count`
          : `${node.rows.outcome}${rowsWord(node.rows)}`,
        'rowCount',
      );
    case 'shift':
      return prefixed(node.by === 1 ? 'next' : 'previous', a);
    case 'recurrence':
      return node.by === 1 ? 'summedBack' : 'summedUp';
    case 'given':
      return identifierFrom(formula(graph, id));
  }
  const variable = operationOf(node.op)?.variable;
  if (variable === undefined) return prefixed(node.op, a, `${node.op}Value`);
  const naming: Naming<Arity> = {
    inputs: node.inputs as Tuples<NodeId>[Arity],
    names: names as unknown as Tuples<string | undefined>[Arity],
    values: values as unknown as Tuples<number | undefined>[Arity],
    prefixed,
    joined,
    short,
  };
  return variable(naming);
}

/** A name from the operation alone: `product`, `sum`. */
export function operationName(graph: Graph, id: NodeId): string {
  return graph.node(id).op === 'stored' ? 'value' : composedName(graph, id, -1);
}

/**
 * The last or first words that several names share: `margin` for `seesMargin` and `hearsMargin`; null if they share
 * none.
 */
export function commonName(names: readonly string[]): string | null {
  const [first, ...others] = names.map((name) => name.split(/(?=[A-Z])/)) as [string[], ...string[][]];
  const shared = (at: (words: string[], place: number) => string | undefined) => {
    let count = 0;
    const word = (words: string[]) => at(words, count)?.toLowerCase();
    while (word(first) !== undefined && others.every((words) => word(words) === word(first))) count++;
    return count;
  };
  const last = shared((words, place) => words[words.length - 1 - place]);
  if (last > 0) return uncapitalised(first.slice(first.length - last).join(''));
  const words = first.slice(
    0,
    shared((each, place) => each[place]),
  );
  // `notSees` and `notHears` are complements of different things.
  if (words.at(-1)?.toLowerCase() === 'not') words.pop();
  return words.length > 0 ? words.join('') : names[0]!.startsWith('not') ? 'complement' : null;
}

/** A number as a part of a name: `6`, `0p25`, `Minus3`. */
function numberName(value: number): string {
  return String(value).replace('-', 'Minus').replace('+', '').replace('.', 'p');
}

/** The name of an outcome's rows: `Successes`, `Failures`, `Is3`. */
export function rowsWord(rows: Exclude<RowSet, { readonly kind: 'all' | 'levels' }>): string {
  if (rows.kind === 'observed') return capitalised(rows.where?.word ?? 'observed');
  if (rows.kind === 'grade') return `Is${rows.equals}`;
  return rows.equals === 1 ? 'Successes' : 'Failures';
}

/** The columns that some data nodes read, as one name: `Height_pxAndNonword`. */
export function columnsName(graph: Graph, ids: readonly NodeId[]): string {
  return [...new Set(ids.flatMap((id) => columnsOf(graph, id)))].map(capitalised).join('And');
}

/** AssemblyScript's keywords, including contextual ones. */
const KEYWORDS = `abstract any as async await boolean break case catch class const constructor continue debugger declare default
  delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof
  let module namespace never new null number of override package private protected public readonly return set static string super
  switch symbol this throw true try type typeof undefined unknown var void while with yield`;

const operations = Object.keys(RUNTIME_FILES) as ArithmeticOp[];

/** A layout's name that is one of these gets a number appended. */
const RESERVED: ReadonlySet<string> = new Set([
  ...KEYWORDS.split(/\s+/),
  ...LIBRARY_NAMES,
  ...Object.keys(RUNTIME_FUNCTIONS),
  ...operations.flatMap((op) => [scalar, pair, inlinedPair].map((dialect) => dialect.functionOf(op))),
]);

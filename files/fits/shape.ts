/**
 * The required shape of a JSON value, as plain data. A shape gives the check, the place of a mismatch, and the message.
 * The type checker compares each shape with the type that is written, so a field that is added there must be added
 * here.
 */

/** The place where a value has the wrong shape. */
export interface Mismatch {
  /** From the outside to the inside: field names, and list positions from 0. */
  readonly path: readonly (string | number)[];
  /** Such as `a number or null`. */
  readonly wanted: string;
  /** Such as `the text "x"`; null if nothing is there. */
  readonly found: string | null;
}

/** The shape of values of type T in JSON. */
export interface Shape<T> {
  readonly wanted: string;
  mismatch(value: unknown): Mismatch | null;
  /** Ties the shape to its type; never present at run time. */
  readonly of?: (value: T) => T;
}

/** A field that may be absent. */
interface OptionalShape<T> {
  readonly optional: Shape<T>;
}

/** The shape of each field of a type. */
type Fields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K>
    ? OptionalShape<Exclude<T[K], undefined>>
    : Shape<T[K]>;
};

/**
 * The place where a value does not have a shape, as part of a sentence: `parameters.acuity.mean` is the text "x", where
 * a number or null is wanted. Null if it has the shape.
 */
export function mismatchOf<T>(shape: Shape<T>, value: unknown): string | null {
  const mismatch = shape.mismatch(value);
  if (mismatch === null) return null;
  const { path, wanted, found } = mismatch;
  const name = path.length === 0 ? 'it' : `\`${placeOf(path)}\``;
  return `${name} is ${found ?? 'missing'}, where ${wanted} is wanted`;
}

export function hasShape<T>(shape: Shape<T>, value: unknown): value is T {
  return shape.mismatch(value) === null;
}

function placeOf(path: Mismatch['path']): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}

/** The shape of a single value, defined by a test. */
export function value<T>(wanted: string, isRight: (found: unknown) => boolean): Shape<T> {
  return {
    wanted,
    mismatch: (found) => (isRight(found) ? null : { path: [], wanted, found: wordsFor(found) }),
  };
}

export const text = value<string>('a text', (found) => typeof found === 'string');
export const flag = value<boolean>('true or false', (found) => typeof found === 'boolean');
export const number = value<number>('a number', Number.isFinite);
export const count = whole(0);

export function whole(least: number, most: number = Number.MAX_SAFE_INTEGER): Shape<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  return value(
    `a whole number ${range}`,
    (found) => Number.isInteger(found) && (found as number) >= least && (found as number) <= most,
  );
}

/** A number in a range, with its description. */
export function numberIn(wanted: string, isRight: (found: number) => boolean): Shape<number> {
  return value(wanted, (found) => Number.isFinite(found) && isRight(found as number));
}

/** A text that matches a pattern, with its description. */
export function textLike(wanted: string, pattern: RegExp): Shape<string> {
  return value(wanted, (found) => typeof found === 'string' && pattern.test(found));
}

/** One of several texts. */
export function oneOf<const T extends string>(texts: readonly T[]): Shape<T> {
  const listed = texts.map((each) => `"${each}"`);
  const wanted = texts.length === 1 ? listed[0]! : `one of ${listed.join(', ')}`;
  return value(wanted, (found) => texts.some((each) => each === found));
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  const wanted = `${shape.wanted} or null`;
  return {
    wanted,
    mismatch: (found) => {
      if (found === null) return null;
      const inside = shape.mismatch(found);
      return inside !== null && inside.path.length === 0 ? { ...inside, wanted } : inside;
    },
  };
}

/** A number, or null where it was not finite. */
export const finiteOrNull = orNull(number);

export function list<T>(
  shape: Shape<T>,
  { least = 0 }: { readonly least?: number } = {},
): Shape<readonly T[]> {
  const wanted = least === 0 ? 'a list' : `a list of at least ${least}`;
  return {
    wanted,
    mismatch: (found) => {
      if (!Array.isArray(found) || found.length < least) return { path: [], wanted, found: wordsFor(found) };
      for (const [index, each] of found.entries()) {
        const inside = shape.mismatch(each);
        if (inside !== null) return within(index, inside);
      }
      return null;
    },
  };
}

export function twoOf<T>(shape: Shape<T>): Shape<readonly [T, T]> {
  const wanted = 'a list of two';
  const both = list(shape);
  return {
    wanted,
    mismatch: (found) =>
      Array.isArray(found) && found.length !== 2
        ? { path: [], wanted, found: wordsFor(found) }
        : both.mismatch(found),
  };
}

/** An object with arbitrary field names. */
export function record<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    wanted: 'an object',
    mismatch: (found) => {
      if (!isObject(found)) return { path: [], wanted: 'an object', found: wordsFor(found) };
      for (const [name, each] of Object.entries(found)) {
        const inside = shape.mismatch(each);
        if (inside !== null) return within(name, inside);
      }
      return null;
    },
  };
}

export function optional<T>(shape: Shape<T>): OptionalShape<T> {
  return { optional: shape };
}

/** An object with these fields; others are ignored. */
export function object<T>(fields: Fields<T>): Shape<T> {
  const known = Object.entries(fields) as [string, Shape<unknown> | OptionalShape<unknown>][];
  return {
    wanted: 'an object',
    mismatch: (found) => {
      if (!isObject(found)) return { path: [], wanted: 'an object', found: wordsFor(found) };
      for (const [name, field] of known) {
        const isThere = Object.hasOwn(found, name);
        if (!isThere && 'optional' in field) continue;
        const shape = 'optional' in field ? field.optional : field;
        const inside = shape.mismatch(isThere ? found[name] : undefined);
        if (inside !== null) return within(name, inside);
      }
      return null;
    },
  };
}

/** One of several objects: the first whose field of that name is present. */
export function byField<T>(shapes: Readonly<Record<string, Pick<Shape<T>, 'mismatch'>>>): Shape<T> {
  const names = Object.keys(shapes);
  const quoted = names.map((name) => `\`${name}\``);
  const wanted = `an object with ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
  return {
    wanted,
    mismatch: (found) => {
      const name = isObject(found) ? names.find((each) => Object.hasOwn(found, each)) : undefined;
      if (name === undefined) return { path: [], wanted, found: wordsFor(found) };
      return shapes[name]!.mismatch(found);
    },
  };
}

function within(key: string | number, { path, ...inside }: Mismatch): Mismatch {
  return { ...inside, path: [key, ...path] };
}

function isObject(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

const SHOWN = 40;

/** The description of a value, for a message; null if there is none. */
function wordsFor(found: unknown): string | null {
  if (found === undefined) return null;
  if (typeof found === 'string') {
    const shown = found.length > SHOWN ? `${found.slice(0, SHOWN)}…` : found;
    return `the text ${JSON.stringify(shown)}`;
  }
  if (typeof found === 'number') {
    return Number.isFinite(found) ? `the number ${found}` : 'a number too large for a double';
  }
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : `a list of ${found.length}`;
  return isObject(found) ? 'an object' : String(found);
}

/** What `JSON.parse` keeps silent about in the text of a value: keys that come twice, and numbers that it changes. */

import { MAX_JSON_DEPTH } from '../../module/parse-json.ts';
import { MAX_DIGITS, unheldWhole } from './read-number.ts';

/** What a text holds besides what `JSON.parse` says of it. */
export interface JsonText {
  /** A key that one object has twice, of which `JSON.parse` keeps the last; null where there is none. */
  readonly twice: string | null;
  /** Whole numbers that are values of the outermost object's keys and that no double holds, by their keys. */
  readonly wholes: ReadonlyMap<string, bigint>;
  /** What no table has: objects and lists that lie deep in each other, or numbers of very many digits. */
  readonly excess: string | null;
}

const PLAIN: JsonText = { twice: null, wholes: new Map(), excess: null };

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const MINUS = 45;

/**
 * Looks at a text once.
 *
 * @param text that `JSON.parse` has taken
 * @param keys how many keys its outermost object has
 */
export function examineJson(text: string, keys: number): JsonText {
  return isPlain(text, keys) ? PLAIN : examine(text);
}

/** Whether nothing can be wrong: as many colons as keys, nothing nested, and no number of many digits. */
function isPlain(text: string, keys: number): boolean {
  if (text.includes('[') || text.includes('{', text.indexOf('{') + 1) || /\d{16}/.test(text)) return false;
  return text.split(':').length - 1 === keys;
}

function examine(text: string): JsonText {
  const wholes = new Map<string, bigint>();
  /** The keys of each object around the place, null for a list. */
  const around: (Set<string> | null)[] = [];
  let excess: string | null = null;
  let twice: string | null = null;
  let key = '';
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      const keys = around.at(-1);
      const next = skipBlanks(text, end);
      if (keys && text.charCodeAt(next) === COLON) {
        const name = JSON.parse(text.slice(at, end)) as string;
        if (keys.has(name)) twice ??= name;
        keys.add(name);
        if (around.length === 1) key = name;
        at = next + 1;
      } else at = end;
    } else if (code === MINUS || (code >= 48 && code <= 57)) {
      const end = numberEnd(text, at);
      if (around.length === 1 && around[0] !== null) {
        if (end - at > MAX_DIGITS) excess ??= `it has a number of more than ${MAX_DIGITS} digits`;
        const whole = unheldWhole(text.slice(at, end));
        if (whole !== null) wholes.set(key, whole);
      }
      at = end;
    } else {
      if (code === 123 || code === 91) around.push(code === 123 ? new Set() : null);
      if (code === 125 || code === 93) around.pop();
      if (around.length > MAX_JSON_DEPTH)
        excess ??= `its lists and objects lie more than ${MAX_JSON_DEPTH} deep in each other`;
      at++;
    }
  }
  return { twice, wholes, excess };
}

/** Where the text goes on behind a string that begins at a place. */
function stringEnd(text: string, begin: number): number {
  let at = begin + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
    at += code === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

function numberEnd(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && /[\d+\-.eE]/.test(text[at]!)) at++;
  return at;
}

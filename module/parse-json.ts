/**
 * Parses JSON from untrusted files and modules. JSON that is nested too deeply is refused before anything recurses over
 * it.
 */

/** Maximum nesting of objects and lists: far more than our own files need, and few enough for recursive functions. */
export const MAX_JSON_DEPTH = 100;

/** Raised when a text is refused. `message` is part of a sentence, such as `it is not JSON`. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** The value of a JSON text. @throws JsonError if it is not JSON, or is nested more deeply than the maximum */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new JsonError('it is not JSON', { cause });
  }
  if (isDeep(text)) {
    throw new JsonError(`its lists and objects lie more than ${MAX_JSON_DEPTH} deep in each other`);
  }
  return value;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** @param text that is JSON */
function isDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) {
      if (code === BACKSLASH) at++;
    } else if (code === 91 || code === 123) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

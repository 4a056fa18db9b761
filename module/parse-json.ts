/** JSON of a file or a module, which anybody may have written: what lies too deep in itself is refused in words before anything walks it. */

/** How deep objects and lists of JSON may lie in each other: nothing that we write comes near, and a function that calls itself gets so far. */
export const DEEPEST = 100;

/** Raised where a text is refused; `message` is part of a sentence, such as `it is not JSON`. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** The value of a JSON text. @throws JsonError when it is not JSON, or lies more than `DEEPEST` deep in itself */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new JsonError('it is not JSON', { cause });
  }
  if (isDeep(text)) {
    throw new JsonError(`its lists and objects lie more than ${DEEPEST} deep in each other`);
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
      if (++depth > DEEPEST) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

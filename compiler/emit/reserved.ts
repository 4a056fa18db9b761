/** Reserved words of generated files: keywords, library names, and runtime functions. */
import { LIBRARY_NAMES } from '../assemble/library.ts';
import type { ArithmeticOp } from '../graph/node.ts';
import { inlinedPair, pair, RUNTIME_FILES, scalar } from './dialect.ts';
import { RUNTIME_FUNCTIONS } from './runtime-functions.ts';

/** AssemblyScript's keywords, including contextual ones. */
const KEYWORDS = `abstract any as async await boolean break case catch class const constructor continue debugger declare default
  delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof
  let module namespace never new null number of override package private protected public readonly return set static string super
  switch symbol this throw true try type typeof undefined unknown var void while with yield`;

const operations = Object.keys(RUNTIME_FILES) as ArithmeticOp[];

/** A layout's name that is one of these gets a number appended. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...KEYWORDS.split(/\s+/),
  ...LIBRARY_NAMES,
  ...Object.keys(RUNTIME_FUNCTIONS),
  ...operations.flatMap((op) => [scalar, pair, inlinedPair].map((dialect) => dialect.functionOf(op))),
]);

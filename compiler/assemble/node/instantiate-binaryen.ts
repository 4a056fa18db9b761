/** Binaryen in Node, for short use: its bytes are read, what is called is compiled, and none of it is optimised. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { InstantiateWasm } from '../web/instantiate-binaryen.ts';

/** The module in the file. */
export function instantiateBinaryen(file: URL): InstantiateWasm {
  return (imports, receive) => {
    const bytes = readFileSync(file);
    receive(forShortUse(() => new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)));
  };
}

/**
 * How much of a function V8 runs before it optimises it: the default by major version. Node has no way to ask. In a
 * version that is not listed the budget is left alone.
 */
const TIERING_BUDGETS: Readonly<Record<string, number>> = { 11: 1_800_000, 12: 13_000_000, 13: 13_000_000 };
const UNLIMITED = 2 ** 31 - 1;

/**
 * Instantiates a module whose functions are validated when they are first called, as they are compiled, and stay as V8's first compiler made
 * them. A layout calls few of its ten thousand; and optimising Binaryen takes more time than one layout gives it to do, on threads that the
 * layout's own module then waits for. A module keeps the flags it began with, and nothing else runs between the two changes, so
 * that no other module is touched.
 */
function forShortUse(instantiate: () => WebAssembly.Instance): WebAssembly.Instance {
  const budget = TIERING_BUDGETS[process.versions.v8.split('.')[0]!];
  if (budget === undefined) return instantiate();
  setFlagsFromString(`--wasm-tiering-budget=${UNLIMITED}`);
  setFlagsFromString('--wasm-lazy-validation');
  try {
    return instantiate();
  } finally {
    setFlagsFromString('--no-wasm-lazy-validation');
    setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  }
}

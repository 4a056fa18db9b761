/**
 * Binaryen, the part of asc that is WebAssembly itself, from a file of bytes and for short use. Its own package holds the
 * bytes as 13 MB of JavaScript that takes longer to read than a layout to compile; `scripts/vendor-assemblyscript.mjs`
 * writes `dist/vendor`, which calls this instead.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

/** What Emscripten's hook `instantiateWasm` is given: the imports, and where the instance goes. */
export type InstantiateWasm = (
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance) => void,
) => void;

/** Instantiates the module in the file. */
export function instantiateBinaryen(file: URL): InstantiateWasm {
  return (imports, receive) => {
    const bytes = readFileSync(file);
    receive(withoutTierUp(() => new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)));
  };
}

/**
 * How much of a function V8 runs before it optimises it: the default by major version. Node has no way to ask. In a
 * version that is not listed the budget is left alone.
 */
const TIERING_BUDGETS: Readonly<Record<string, number>> = { 11: 1_800_000, 12: 13_000_000, 13: 13_000_000 };
const UNLIMITED = 2 ** 31 - 1;

/**
 * Instantiates a module whose functions stay as V8's first compiler made them. Optimising Binaryen takes more time than one
 * layout gives it to do, on threads that the layout's own module then waits for. A module keeps the budget it began with, and
 * nothing else runs between the two changes, so that no other module is touched.
 */
function withoutTierUp(instantiate: () => WebAssembly.Instance): WebAssembly.Instance {
  const budget = TIERING_BUDGETS[process.versions.v8.split('.')[0]!];
  if (budget === undefined) return instantiate();
  setFlagsFromString(`--wasm-tiering-budget=${UNLIMITED}`);
  try {
    return instantiate();
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${budget}`);
  }
}

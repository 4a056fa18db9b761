/** Binaryen in Node, tuned for short runs: functions are compiled when called and never optimised. */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { InstantiateWasm } from '../web/instantiate-binaryen.ts';

/** Returns the function that instantiates the file's bytes. */
export function instantiateBinaryen(file: URL): InstantiateWasm {
  return (imports, receive) => {
    const bytes = readFileSync(file);
    receive(forShortUse(() => new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)));
  };
}

/**
 * V8's default budget, by major version, of how long a function runs before it is optimised. Node has no way to ask for
 * it. In other versions the budget is left alone.
 */
const TIERING_BUDGETS: Readonly<Record<string, number>> = { 11: 1_800_000, 12: 13_000_000, 13: 13_000_000 };
const UNLIMITED = 2 ** 31 - 1;

/**
 * Instantiates a module whose functions are validated and compiled when first called, and stay as V8's first compiler
 * made them. Compiling a layout calls few of Binaryen's ten thousand functions. Optimising them takes longer than is
 * gained, on threads that the layout's own module would then wait for. A module keeps the flags it was created with,
 * and nothing else runs between the two changes of the flags, so no other module is affected.
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

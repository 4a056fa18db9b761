/** Errors for modules that this host cannot use. They are rare, so a page loads these words only when needed. */
import { ABI_VERSION, MANIFEST_SECTION } from '../module/abi.ts';
import { HostError } from '../module/host-error.ts';

const REBUILD = 'Build the layout again with this version of theodolite.';
const REMEDY = 'Give a module that `theodolite build` made.';

/** What is wrong and what to do, with `values` filled in. */
const REFUSALS = {
  tooLong: (bytes, limit) => [
    `This module has ${bytes} bytes, and may have ${limit}.`,
    'Raise the limit `moduleBytes`.',
  ],
  tooMuchMemory: (bytes, limit) => [
    `The module needs ${bytes} bytes of memory at first, and may have ${limit}.`,
    'Raise the limit `memoryBytes`.',
  ],
  refusedByEngine: (message) => [
    `This engine does not take the module (${message}).`,
    'Use an engine that has WebAssembly with SIMD.',
  ],
  changed: () => [
    'The module is not as it was built: its checksum does not match.',
    'Copy it again, or build the layout again.',
  ],
  noManifest: () => [
    `This WebAssembly module is not a compiled layout: it has no custom section \`${MANIFEST_SECTION}\`.`,
    REMEDY,
  ],
  importing: (imported) => [
    `The module imports \`${imported}\`, but a compiled layout imports nothing.`,
    'Give a module that `theodolite build` made to be hosted, not to be a command.',
  ],
  starting: () => [
    'The module runs by itself when it is instantiated, but a compiled layout does not.',
    REMEDY,
  ],
  command: () => [
    'This module is a command that fits its layout on its own, and has nothing that a host could call.',
    'Run it under WASI, such as `wasmtime run reading.wasm < table.csv`, or compile the layout again as a module for a host.',
  ],
  unreadable: (message) => [`The module's manifest cannot be read: ${message}.`, REBUILD],
  withoutSum: () => [
    'The module has no checksum: it is cut off, or was changed after it was built.',
    REBUILD,
  ],
  exporting: (name, found) => [
    found === undefined
      ? `The module does not export \`${name}\`.`
      : `The module's export \`${name}\` is not of the type that the ABI gives it.`,
    REBUILD,
  ],
  unbounded: () => [
    'The memory of the module or its table may grow farther than the compiler allows.',
    REBUILD,
  ],
  otherVersion: (abi) => [
    `The module has ${typeof abi === 'number' ? `version ${abi}` : 'no known version'} of the ABI, and this host version ${ABI_VERSION}.`,
    REBUILD,
  ],
} as const satisfies Readonly<
  Record<string, (...values: readonly unknown[]) => readonly [message: string, remedy: string]>
>;

export type Refusal = keyof typeof REFUSALS;

/** @param values properties of the module for the message */
export function refusedModule(why: Refusal, values: readonly unknown[]): HostError {
  const words: (...values: readonly unknown[]) => readonly [string, string] = REFUSALS[why];
  return new HostError('module', ...words(...values));
}

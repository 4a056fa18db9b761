/** Errors for intact modules that this host cannot use. They are rare, so that a page loads these words only when needed. */
import { ABI_VERSION } from '../module/abi.ts';
import { HostError } from '../module/host-error.ts';

/** Of a module that runs by itself. */
export function commandModule(): HostError {
  return new HostError(
    'module',
    'This module is a command that fits its layout on its own, and has nothing that a host could call.',
    'Run it under WASI, such as `wasmtime run reading.wasm < table.csv`, or compile the layout again as a module for a host.',
  );
}

/** Of a module of another version of the ABI. */
export function otherVersion(abi: unknown): HostError {
  return new HostError(
    'module',
    `The module speaks ${typeof abi === 'number' ? `version ${abi}` : 'no known version'} of the ABI, and this host version ${ABI_VERSION}.`,
    'Build the layout again with this version of theodolite.',
  );
}

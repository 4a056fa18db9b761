/** From AssemblyScript to a WebAssembly module: `asc` in this process, from memory to memory. */
import { MANIFEST_SECTION } from '../../host/abi.ts';
import type { Manifest } from '../../host/manifest.ts';
import { packageFile } from '../package-file.ts';
import { withChecksum, withCustomSection } from './custom-section.ts';
import { openAsc } from './open-asc.ts';

export interface Assembled {
  readonly bytes: Uint8Array;
  /** The module as WebAssembly text, when it was asked for. */
  readonly wat: string | null;
}

/** Names the entry file, runtime/module.ts, and says how it is compiled. */
const CONFIG = 'asconfig.json';
const LAYOUT = 'runtime/layout.ts';
const PREDICTION = 'runtime/prediction.ts';
const WASM = 'model.wasm';
const WAT = 'model.wat';

/**
 * Compiles a layout's AssemblyScript with the runtime; without that of its predictions the module has none. The module has no imports. Throws an Error with asc's own
 * messages when the generated code does not compile, which is a defect of the emitter.
 */
export async function assemble(
  layout: string,
  manifest: Manifest,
  options: { readonly wat?: boolean; readonly prediction?: string } = {},
): Promise<Assembled> {
  const asc = await openAsc();
  const written = new Map<string, string | Uint8Array>();
  const messages: string[] = [];
  const args = [
    ...['--config', CONFIG, '--target', 'release', '--outFile', WASM],
    ...(options.wat === true ? ['--textFile', WAT] : []),
  ];
  const { error } = await asc.main(args, {
    readFile: (name) => {
      if (name === LAYOUT) return layout;
      return (name === PREDICTION ? options.prediction : undefined) ?? packageFile(name);
    },
    writeFile: (name, contents) => {
      written.set(name, contents);
    },
    listFiles: () => [],
    stderr: { write: (chunk) => void messages.push(String(chunk)) },
    stdout: { write: (chunk) => void messages.push(String(chunk)) },
  });
  const bytes = written.get(WASM);
  if (error !== null || !(bytes instanceof Uint8Array)) {
    throw new Error(`the generated AssemblyScript does not compile: ${messages.join('') || error?.message}`);
  }
  const wat = written.get(WAT);
  const section = new TextEncoder().encode(JSON.stringify(manifest));
  return {
    bytes: withChecksum(withCustomSection(bytes, MANIFEST_SECTION, section)),
    wat: typeof wat === 'string' ? wat : null,
  };
}

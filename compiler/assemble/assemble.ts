/** From AssemblyScript to a WebAssembly module: `asc` in this process, from memory to memory. */
import { MANIFEST_SECTION } from '../../module/abi.ts';
import { hasChecksum, withChecksum, withCustomSection } from '../../module/custom-section.ts';
import type { CommandManifest, Manifest } from '../../module/manifest.ts';
import { packageFile } from '../package-file.ts';
import { openModuleStore } from './module-store.ts';
import { openAsc } from './open-asc.ts';

export interface Assembled {
  readonly bytes: Uint8Array;
  /** The module as WebAssembly text, when it was asked for. */
  readonly wat: string | null;
}

/** Names the entry file of a plain module, runtime/module.ts, and says how modules are compiled. */
const CONFIG = 'asconfig.json';
const LAYOUT = 'runtime/layout.ts';
const PREDICTION = 'runtime/prediction.ts';
/** The same of a command module, and what its layout wants of a table. */
const COMMAND = 'runtime/wasi/command.ts';
const TABLE = 'runtime/wasi/table.ts';
const SENTENCES = 'runtime/wasi/sentences.ts';
const WASM = 'model.wasm';
const WAT = 'model.wat';

/** What `emitTable` and `emitSentences` wrote, which take the places of files of `runtime/wasi` in a command module. */
export interface CommandTexts {
  readonly table: string;
  readonly sentences: string;
}

export interface AssembleOptions {
  /** Whether the module is wanted as text too. */
  readonly wat?: boolean;
  /** What `emitPrediction` wrote; without it the module predicts nothing. */
  readonly prediction?: string;
  /** For a command module. */
  readonly command?: CommandTexts;
}

/**
 * Compiles a layout's AssemblyScript with the runtime, or takes what was kept of the same texts (`THEODOLITE_CACHE`). The module has no imports, but a command module those of WASI. Throws an
 * Error with asc's own messages when the generated code does not compile, which is a defect of the emitter,
 * and the system's errors where the kept modules cannot be read or written.
 */
export async function assemble(
  layout: string,
  manifest: Manifest | CommandManifest,
  options: AssembleOptions = {},
): Promise<Assembled> {
  const { prediction, command } = options;
  const generated: Readonly<Record<string, string>> = {
    [LAYOUT]: layout,
    ...(prediction === undefined ? {} : { [PREDICTION]: prediction }),
    ...(command === undefined
      ? {}
      : { [TABLE]: command.table, [SENTENCES]: command.sentences, [CONFIG]: commandConfig() }),
  };
  const section = JSON.stringify(manifest);
  const store = options.wat === true ? null : await openModuleStore();
  const texts = [...Object.entries(generated).flat(), section];
  const kept = store?.read(texts) ?? null;
  if (kept !== null && hasChecksum(kept)) return { bytes: kept, wat: null };
  const asc = await openAsc();
  const written = new Map<string, string | Uint8Array>();
  const messages: string[] = [];
  const args = [
    ...['--config', CONFIG, '--target', 'release', '--outFile', WASM],
    ...(options.wat === true ? ['--textFile', WAT] : []),
  ];
  const { error } = await asc.main(args, {
    readFile: (name) => generated[name] ?? packageFile(name),
    writeFile: (name, contents) => {
      written.set(name, contents);
    },
    listFiles: () => [],
    stderr: { write: (chunk) => void messages.push(String(chunk)) },
    stdout: { write: (chunk) => void messages.push(String(chunk)) },
  });
  const compiled = written.get(WASM);
  if (error !== null || !(compiled instanceof Uint8Array)) {
    throw new Error(`the generated AssemblyScript does not compile: ${messages.join('') || error?.message}`);
  }
  const wat = written.get(WAT);
  const bytes = withChecksum(
    withCustomSection(compiled, MANIFEST_SECTION, new TextEncoder().encode(section)),
  );
  store?.write(texts, bytes);
  return { bytes, wat: typeof wat === 'string' ? wat : null };
}

/** The configuration with the command's entry in the place of the plain module's. */
function commandConfig(): string {
  return JSON.stringify({ ...JSON.parse(packageFile(CONFIG)!), entries: [COMMAND] });
}

/** Compiles AssemblyScript to a WebAssembly module, with `asc` in this process and in memory. */
import { MANIFEST_SECTION } from '../../module/abi.ts';
import { hasChecksum, withChecksum, withCustomSection } from '../../module/custom-section.ts';
import type { CommandManifest, Manifest } from '../../module/manifest.ts';
import { packageFile } from '../package-file.ts';
import { withBoundedTable } from './bounded-table.ts';
import { openModuleStore } from './module-store.ts';
import { openAsc } from './open-asc.ts';

export interface Assembled {
  readonly bytes: Uint8Array;
  /** The module as WebAssembly text, if it was asked for. */
  readonly wat: string | null;
}

/** asc's options; names the entry file of a plain module, runtime/module.ts. */
const CONFIG = 'asconfig.json';
const LAYOUT = 'runtime/layout.ts';
const PREDICTION = 'runtime/prediction.ts';
const REPORTS = 'runtime/reports.ts';
/** Files of a command module: its entry, the reading of its table, and its sentences. */
const COMMAND = 'runtime/wasi/command.ts';
const TABLE = 'runtime/wasi/table.ts';
const SENTENCES = 'runtime/wasi/sentences.ts';
const WASM = 'model.wasm';
const WAT = 'model.wat';

/** The output of `emitTable` and `emitSentences`, which replaces files of `runtime/wasi` in a command module. */
export interface CommandTexts {
  readonly table: string;
  readonly sentences: string;
}

export interface AssembleOptions {
  /** Whether to return the module as text too. */
  readonly wat?: boolean;
  /** The output of `emitPrediction`; without it the module cannot predict. */
  readonly prediction?: string;
  /** For a command module. */
  readonly command?: CommandTexts;
}

/**
 * Compiles a layout's AssemblyScript together with the runtime, or returns the module that was stored for the same
 * texts (`THEODOLITE_CACHE`). A plain module has no imports, a command module those of WASI. Throws an Error with asc's
 * messages if the generated code does not compile, which is a defect of the emitter, and the system's errors if stored
 * modules cannot be read or written.
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
    ...((manifest.reports ?? []).length === 0
      ? {}
      : { [REPORTS]: "export { reportsAt } from './layout';\n" }),
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
  // The table of a plain module holds the functions through which a host is called back.
  const ready = command === undefined ? withBoundedTable(compiled) : compiled;
  const wat = written.get(WAT);
  const bytes = withChecksum(withCustomSection(ready, MANIFEST_SECTION, new TextEncoder().encode(section)));
  store?.write(texts, bytes);
  return { bytes, wat: typeof wat === 'string' ? wat : null };
}

/** The configuration with the command module's entry file. It has no host that would put a function into its table. */
function commandConfig(): string {
  const { options, ...config } = JSON.parse(packageFile(CONFIG)!);
  return JSON.stringify({ ...config, options: { ...options, exportTable: false }, entries: [COMMAND] });
}

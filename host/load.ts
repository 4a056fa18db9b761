/** Loads the bytes of a compiled layout as a module with its manifest. No code of the module runs here. */
import { ABI_VERSION, CHECKSUM_SECTION, FUNCTIONS, MANIFEST_SECTION } from '../module/abi.ts';
import { crc32 } from '../module/checksum.ts';
import type { CommandManifest, Manifest } from '../module/manifest.ts';
import { JsonError, parseJson } from '../module/parse-json.ts';
import { readBinary, type WasmBinary } from '../module/wasm-binary.ts';
import { checkManifest } from './check-manifest.ts';
import type { Refusal } from './refused-module.ts';

/** A compiled layout that is ready for data. Structured cloning can send it to another thread. */
export interface LoadedModule {
  readonly module: WebAssembly.Module;
  readonly manifest: Manifest;
}

/** The limits for a module, in bytes. */
export interface ModuleLimits {
  /** The maximum size of the module; 16 MiB by default. */
  readonly moduleBytes?: number;
  /**
   * The maximum memory of an instance; each chain has one instance. By default 4 GiB, which is all that a module can
   * address. Data that need more are refused with an error of kind `memory`.
   */
  readonly memoryBytes?: number;
}

const PAGE = 65_536;
const MAX_PAGES = 65_535;
/** The compiler makes one of a single element. */
const MAX_TABLE = 1024;

/**
 * Reads a compiled layout, and checks that its bytes are complete, that it imports nothing and runs nothing by itself,
 * its exports and their types, its memory, and its custom section `theodolite`. Only then is it passed to the engine.
 *
 * @throws HostError of kind `module` when the bytes are not such a module, or one of another ABI version.
 */
export async function loadModule(given: Uint8Array, limits: ModuleLimits = {}): Promise<LoadedModule> {
  const { moduleBytes = 2 ** 24, memoryBytes = 2 ** 32 } = limits;
  if (given.length > moduleBytes) {
    await refuse('tooLong', given.length, moduleBytes);
  }
  // A copy, because engines do not accept views of shared memory, and because the memory limit is written into it.
  const bytes = new Uint8Array(given);
  const binary = readBinary(bytes);
  const manifest = await readManifest(bytes, binary);
  await checkExports(binary);
  checkManifest(manifest);
  await limitMemory(bytes, binary, memoryBytes);
  try {
    return { module: await WebAssembly.compile(bytes), manifest };
  } catch (error) {
    return refuse('refusedByEngine', (error as Error).message);
  }
}

/** The manifest of a complete module of this version. */
async function readManifest(bytes: Uint8Array, { custom }: WasmBinary): Promise<unknown> {
  const sum = custom.get(CHECKSUM_SECTION);
  if (sum !== undefined) {
    const { contents, begin, end } = sum;
    const stored = contents.reduceRight((rest, byte) => rest * 256 + byte, 0);
    if (end !== bytes.length || stored !== crc32(bytes.subarray(0, begin))) {
      await refuse('changed');
    }
  }
  const section = custom.get(MANIFEST_SECTION);
  if (section === undefined) {
    return refuse('noManifest');
  }
  let manifest: unknown;
  try {
    manifest = parseJson(new TextDecoder().decode(section.contents));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return refuse('unreadable', error.message);
  }
  const abi = (manifest as Partial<Manifest> | null)?.abi;
  if (abi !== ABI_VERSION) await refuse('otherVersion', abi);
  if ((manifest as Partial<CommandManifest>).target !== undefined) await refuse('command');
  if (sum === undefined) await refuse('withoutSum');
  return manifest;
}

async function checkExports({ imported, hasStart, exports, memories, tables }: WasmBinary): Promise<void> {
  if (imported !== undefined) await refuse('importing', imported);
  if (hasStart) await refuse('starting');
  for (const [name, type] of Object.entries({ memory: 'memory', ...FUNCTIONS })) {
    const found = exports.get(name);
    if (found !== type) await refuse('exporting', name, found);
  }
  const [memory, another] = memories;
  const isBounded = memory !== undefined && another === undefined && memory.most <= MAX_PAGES;
  if (!isBounded || tables.some(({ most }) => most > MAX_TABLE)) await refuse('unbounded');
}

/** Writes the limit of the memory into the bytes. */
async function limitMemory(bytes: Uint8Array, { memories }: WasmBinary, memoryBytes: number): Promise<void> {
  const { least, most, at, size } = memories[0]!;
  const pages = Math.floor(memoryBytes / PAGE);
  if (least > pages) await refuse('tooMuchMemory', least * PAGE, memoryBytes);
  if (most <= pages) return;
  // The same number of bytes as before: LEB128 allows leading zeros.
  for (let digit = 0; digit < size; digit++) {
    bytes[at + digit] = ((pages >>> (7 * digit)) & 127) | (digit < size - 1 ? 128 : 0);
  }
}

/** Refuses a module; the words are loaded only then. */
async function refuse(why: Refusal, ...values: readonly unknown[]): Promise<never> {
  throw (await import('./refused-module.ts')).refusedModule(why, values);
}

/** From the bytes of a compiled layout to a module with its manifest. Nothing of the module runs here. */
import { ABI_VERSION, CHECKSUM_SECTION, FUNCTIONS, MANIFEST_SECTION } from '../module/abi.ts';
import { crc32 } from '../module/checksum.ts';
import { HostError, notAsSaid } from '../module/host-error.ts';
import type { CommandManifest, Manifest } from '../module/manifest.ts';
import { JsonError, parseJson } from '../module/parse-json.ts';
import { readBinary, type WasmBinary } from '../module/wasm-binary.ts';
import { checkManifest } from './check-manifest.ts';

/** A compiled layout that is ready to be given data. Structured cloning carries it to another thread. */
export interface LoadedModule {
  readonly module: WebAssembly.Module;
  readonly manifest: Manifest;
}

/** What a module may take, in bytes. */
export interface ModuleLimits {
  /** How long the module may be; 16 MiB when absent. */
  readonly moduleBytes?: number;
  /**
   * How much memory an instance may grow to, of which each chain has one; 4 GiB when absent, which is all that a module
   * can address. Data that need more are refused with an error of kind `memory`.
   */
  readonly memoryBytes?: number;
}

const PAGE = 65_536;
const MAX_PAGES = 65_535;
/** The compiler makes one of a single element. */
const MAX_TABLE = 1024;

const REMEDY = 'Give a module that `theodolite build` made.';

/**
 * Reads a compiled layout: that its bytes are whole, that it imports nothing and runs nothing by itself, its exports and
 * their types, what memory it wants, and its custom section `theodolite`. The engine sees it after that alone.
 *
 * @throws HostError of kind `module` when the bytes are not such a module, or one of another ABI version.
 */
export async function loadModule(given: Uint8Array, limits: ModuleLimits = {}): Promise<LoadedModule> {
  const { moduleBytes = 2 ** 24, memoryBytes = 2 ** 32 } = limits;
  if (given.length > moduleBytes) {
    throw refused(
      `This module has ${given.length} bytes, and may have ${moduleBytes}.`,
      'Raise the limit `moduleBytes`.',
    );
  }
  // A copy, because an engine takes no view of shared memory, and the limit of memory is written into it.
  const bytes = new Uint8Array(given);
  const binary = readBinary(bytes);
  const manifest = await readManifest(bytes, binary);
  checkExports(binary);
  checkManifest(manifest);
  limitMemory(bytes, binary, memoryBytes);
  try {
    return { module: await WebAssembly.compile(bytes), manifest };
  } catch (error) {
    throw refused(
      `This engine does not take the module (${(error as Error).message}).`,
      'Use an engine that has WebAssembly with SIMD.',
    );
  }
}

/** The manifest of a module that is whole and of this version. */
async function readManifest(bytes: Uint8Array, { custom }: WasmBinary): Promise<unknown> {
  const sum = custom.get(CHECKSUM_SECTION);
  if (sum !== undefined) {
    const { contents, begin, end } = sum;
    const stored = contents.reduceRight((rest, byte) => rest * 256 + byte, 0);
    if (end !== bytes.length || stored !== crc32(bytes.subarray(0, begin))) {
      throw refused(
        'The module is not as it was built: its checksum is of other bytes.',
        'Copy it again, or build the layout again.',
      );
    }
  }
  const section = custom.get(MANIFEST_SECTION);
  if (section === undefined) {
    throw refused(
      `This WebAssembly module is not a compiled layout: it has no custom section \`${MANIFEST_SECTION}\`.`,
      REMEDY,
    );
  }
  let manifest: unknown;
  try {
    manifest = parseJson(new TextDecoder().decode(section.contents));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw notAsSaid(`The module's manifest cannot be read: ${error.message}.`);
  }
  const abi = (manifest as Partial<Manifest> | null)?.abi;
  if (abi !== ABI_VERSION) throw (await import('./refused-module.ts')).otherVersion(abi);
  if ((manifest as Partial<CommandManifest>).target !== undefined)
    throw (await import('./refused-module.ts')).commandModule();
  if (sum === undefined) {
    throw notAsSaid('The module has no checksum: it is cut off, or was changed after it was built.');
  }
  return manifest;
}

function checkExports({ imported, hasStart, exports, memories, tables }: WasmBinary): void {
  if (imported !== undefined) {
    throw refused(
      `The module imports \`${imported}\`, but a compiled layout imports nothing.`,
      'Give a module that `theodolite build` made to be hosted, not to be a command.',
    );
  }
  if (hasStart) {
    throw refused(
      'The module runs by itself when it is instantiated, but a compiled layout does not.',
      REMEDY,
    );
  }
  for (const [name, type] of Object.entries({ memory: 'memory', ...FUNCTIONS })) {
    const found = exports.get(name);
    if (found === type) continue;
    throw notAsSaid(
      found === undefined
        ? `The module does not export \`${name}\`.`
        : `The module's export \`${name}\` is not of the type that the ABI gives it.`,
    );
  }
  const [memory, another] = memories;
  const isBounded = memory !== undefined && another === undefined && memory.most <= MAX_PAGES;
  if (!isBounded || tables.some(({ most }) => most > MAX_TABLE)) {
    throw notAsSaid('The memory of the module or its table may grow farther than the compiler lets any.');
  }
}

/** Writes into the bytes that the memory may not grow beyond the limit. */
function limitMemory(bytes: Uint8Array, { memories }: WasmBinary, memoryBytes: number): void {
  const { least, most, at, size } = memories[0]!;
  const pages = Math.floor(memoryBytes / PAGE);
  if (least > pages) {
    throw refused(
      `The module wants ${least * PAGE} bytes of memory to begin with, and may have ${memoryBytes}.`,
      'Raise the limit `memoryBytes`.',
    );
  }
  if (most <= pages) return;
  // The same number of bytes as before: LEB128 allows leading zeros.
  for (let digit = 0; digit < size; digit++) {
    bytes[at + digit] = ((pages >>> (7 * digit)) & 127) | (digit < size - 1 ? 128 : 0);
  }
}

function refused(message: string, remedy: string): HostError {
  return new HostError('module', message, remedy);
}

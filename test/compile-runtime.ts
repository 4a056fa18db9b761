/** Compiles an AssemblyScript entry against the repository's `runtime/` in memory, so that a test can call into it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openModuleStore } from '../compiler/assemble/module-store.ts';
import { openAsc } from '../compiler/assemble/open-asc.ts';
import { emitSentences } from '../compiler/emit/problem-code.ts';

const ROOT = new URL('../', import.meta.url);
const ENTRY = 'entry.ts';
const MODULE = 'entry.wasm';

/** The flags a layout's module is compiled with. */
const FLAGS = [
  ...['--runtime', 'stub', '--noAssert', '--enable', 'simd', '--use', 'abort='],
  // AS112 warns of v128 in the signatures of functions that one runtime file offers another.
  ...['--optimizeLevel', '0', '--disableWarning', '112'],
];

/** Sources that stand in the place of runtime files, by path: `runtime/layout.ts` for a target of the test's own. */
export type Replacements = Readonly<Record<string, string>>;

function readRuntime(path: string, replacements: Replacements): string | null {
  const replacement = replacements[path];
  if (replacement !== undefined) return replacement;
  if (path === 'runtime/wasi/sentences.ts') return emitSentences();
  if (!path.startsWith('runtime/')) return null;
  try {
    return readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');
  } catch {
    return null;
  }
}

/**
 * The bytes of the module that `entrySource` compiles to. The entry imports runtime files as `./runtime/math/exp`.
 *
 * @throws Error with the compiler's own diagnostics when the source does not compile.
 */
export async function compileRuntimeBinary(
  entrySource: string,
  replacements: Replacements = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const store = await openModuleStore();
  // What is not of the sources is what these say, with the sentences, which are generated.
  const key = [
    'an entry of tests',
    entrySource,
    ...FLAGS,
    ...Object.entries(replacements).flat(),
    emitSentences(),
  ];
  const kept = store?.read(key) ?? null;
  if (kept !== null) return new Uint8Array(kept);
  let binary: Uint8Array<ArrayBuffer> | undefined;
  const asc = await openAsc();
  const { error, stderr } = await asc.main([ENTRY, '--outFile', MODULE, ...FLAGS], {
    readFile: (name) => (name === ENTRY ? entrySource : readRuntime(name, replacements)),
    writeFile: (name, contents) => {
      if (name === MODULE) binary = new Uint8Array(contents as Uint8Array);
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined) {
    throw new Error(`${error?.message ?? 'no module was written'}\n${stderr.toString()}`);
  }
  store?.write(key, binary);
  return binary;
}

/**
 * An instance of the module that `entrySource` compiles to. It is instantiated without imports, as every layout's
 * module is.
 *
 * @throws Error with the compiler's own diagnostics when the source does not compile.
 */
export async function compileRuntime(
  entrySource: string,
  replacements: Replacements = {},
): Promise<WebAssembly.Instance> {
  const { instance } = await WebAssembly.instantiate(
    await compileRuntimeBinary(entrySource, replacements),
    {},
  );
  return instance;
}

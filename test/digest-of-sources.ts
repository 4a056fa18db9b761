/** A digest of the compiler as it stands in its sources. */
import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PRELUDE, packageFile } from '../compiler/package-file.ts';

const ROOT = new URL('../', import.meta.url);
/** What makes a module of generated AssemblyScript, with what writes into it. */
const FOLDERS = ['compiler/assemble/', 'module/'];

/** asc with its library, and Binaryen. */
const LIBRARIES = [
  'node_modules/assemblyscript/dist/asc.js',
  'node_modules/assemblyscript/dist/assemblyscript.js',
  'node_modules/binaryen/index.js',
];

/** The paths of what `packageFile` gives to asc. */
export function runtimePaths(): string[] {
  const runtime = namesIn(new URL('runtime/', ROOT)).map((name) => `runtime/${name}`);
  return ['asconfig.json', PRELUDE, ...runtime];
}

/** The digest of the libraries, which stay as they are while a process runs. */
let ofLibraries: string | null = null;

/**
 * Of all that determines a module besides its generated code: the runtime as `packageFile` gives it to asc, asc with
 * Binaryen, and the compiler's last phase.
 *
 * @param textOf the text of a file that `packageFile` gives, by its path
 * @throws the system's errors where a file cannot be read
 */
export function digestOfSources(textOf: (path: string) => string | null = packageFile): string {
  const hash = createHash('sha256');
  for (const path of runtimePaths()) add(hash, path, textOf(path)!);
  for (const folder of FOLDERS) addFolder(hash, new URL(folder, ROOT));
  ofLibraries ??= digestOfLibraries();
  return hash.update(ofLibraries).digest('hex');
}

function digestOfLibraries(): string {
  const hash = createHash('sha256');
  for (const path of LIBRARIES) add(hash, path, readFileSync(new URL(path, ROOT)));
  return hash.digest('hex');
}

function addFolder(hash: Hash, folder: URL): void {
  for (const name of namesIn(folder)) add(hash, name, readFileSync(new URL(name, folder)));
}

/** Files below a folder, in an order that is the same everywhere. */
function namesIn(folder: URL): string[] {
  const entries = readdirSync(fileURLToPath(folder), { recursive: true, withFileTypes: true });
  const start = fileURLToPath(folder).length;
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      `${parentPath}/${name}`.slice(start).replaceAll('\\', '/').replace(/^\//, ''),
    )
    .sort();
}

/** Names and lengths keep apart what lies next to each other. */
function add(hash: Hash, name: string, content: string | Uint8Array): void {
  hash.update(`${name}\n${content.length}\n`).update(content);
}

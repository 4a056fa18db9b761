/**
 * Puts the prelude and the runtime's AssemblyScript, which every compilation reads, into one module that replaces the
 * one that reads them from disk: a page has no disk, and one file is read faster than fifty.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PRELUDE } from '../dist/compiler/package-file.js';

/** A text of AssemblyScript in quotes, a comment, or the blanks before a line. */
const QUOTED_OR_UNREAD =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\/.*|\/\*[\s\S]*?\*\/|^ +/gm;

/** Replaces `compiler/package-file.js` in `dist`, after asc is vendored and before modules are joined. */
export function embedPackageFiles(dist) {
  const root = new URL('../', dist);
  const runtime = readdirSync(new URL('runtime/', root), { recursive: true })
    .map((name) => `runtime/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts'));
  const textOf = (path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    return path.endsWith('.ts') ? withoutComments(text) : text;
  };
  const paths = ['asconfig.json', PRELUDE, ...runtime.sort()];
  const texts = paths.map((path) => [path, textOf(path)]);
  writeFileSync(
    new URL('compiler/package-file.js', dist),
    `/** What every compilation reads of the package itself, written by scripts/embed-package-files.mjs. */
export const PRELUDE = ${JSON.stringify(PRELUDE)};
/** A digest of everything that turns generated AssemblyScript into a module. */
export const BUILD = ${JSON.stringify(digestOfBuild(dist, texts))};
const TEXTS = new Map(${JSON.stringify(texts, null, 1)});
/** The text of a file by its path in the package; null if there is none. */
export function packageFile(path) {
  return TEXTS.get(path) ?? null;
}
`,
  );
}

/** The digest of the texts, of asc with Binaryen, and of the compiler's last phase, which are in `dist` by now. */
function digestOfBuild(dist, texts) {
  const hash = createHash('sha256').update(JSON.stringify(texts));
  for (const folder of ['vendor/assemblyscript/', 'compiler/assemble/']) {
    const files = readdirSync(new URL(folder, dist), { recursive: true }).map((name) =>
      name.replaceAll('\\', '/'),
    );
    for (const file of files.filter((name) => /\.(m?js|wasm)$/.test(name)).sort()) {
      hash.update(file).update(readFileSync(new URL(folder + file, dist)));
    }
  }
  return hash.digest('hex');
}

/**
 * Replaces comments by blank lines: asc would skip comments in every compilation, and it reports line numbers. Nobody reads the
 * indentation either; it is a twentieth of the text.
 */
function withoutComments(text) {
  return text.replace(QUOTED_OR_UNREAD, (all, quoted) => quoted ?? all.replaceAll(/[^\n]/g, ''));
}

/**
 * Leaves comments and indentation out of the modules of an installation: a sixth of it without the libraries, whose build
 * is compact already. Names and syntax stay as they are, for the traces of defects; the documentation is in the type
 * declarations.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

/** Folders of `dist` that are compact, or not part of the package. */
const OTHERS = /^(?:vendor|bench|packages|scripts|stdlib-layouts)\//;

/** Rewrites the modules in `dist`. Run it after everything that looks for text in them. */
export function compactModules(dist) {
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = name.replaceAll('\\', '/');
    if (!path.endsWith('.js') || OTHERS.test(path)) continue;
    const file = new URL(path, dist);
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      ...{ format: 'esm', target: 'es2023', legalComments: 'none' },
      minifyWhitespace: true,
    });
    writeFileSync(file, code);
  }
}

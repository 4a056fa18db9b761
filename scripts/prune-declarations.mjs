/**
 * Keeps only the type declarations that an entry of the package reaches: nobody can import the others, which are half
 * of the files.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';

const SPECIFIER = /(?:from |import\()(['"])(\.[^'"]+)\1/g;

/** Deletes the others from `dist`. Run it after everything else is written. */
export function pruneDeclarations(dist) {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', dist), 'utf8'));
  const entries = Object.values(exports).flatMap((entry) => entry.types ?? []);
  const reached = new Set(entries.map((entry) => new URL(`../${entry}`, dist).href));
  for (const file of reached) {
    for (const [, , specifier] of readFileSync(new URL(file), 'utf8').matchAll(SPECIFIER)) {
      const found = new URL(specifier.replace(/(?:\.d)?\.[tj]s$/, '.d.ts'), file);
      if (existsSync(found)) reached.add(found.href);
    }
  }
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = new URL(name.replaceAll('\\', '/'), dist);
    if (name.endsWith('.d.ts') && !reached.has(file.href)) rmSync(file);
  }
}

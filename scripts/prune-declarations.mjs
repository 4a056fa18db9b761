/**
 * Keeps only the type declarations that an entry of the package reaches: nobody can import the others, which are half
 * of the files.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

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
  shortenOperations(new URL('compiler/graph/operations/operations.d.ts', dist));
}

/** Of the table of operations the types of nodes need the names and the numbers of inputs; tsc writes 46 kB of how each is derived. */
function shortenOperations(file) {
  const text = readFileSync(file, 'utf8');
  const table = /OPERATIONS: \{\n([\s\S]*?)\n\};/.exec(text);
  const rows = [...(table?.[1] ?? '').matchAll(/^ {4}(\w+): \{\n {8}readonly arity: (\d);/gm)];
  if (rows.length === 0) throw new Error(`${file} has no table of operations to shorten`);
  const short = rows.map(([, name, arity]) => `    ${name}: { readonly arity: ${arity} };`).join('\n');
  writeFileSync(
    file,
    text.replace(table[0], () => `OPERATIONS: {\n${short}\n};`),
  );
}

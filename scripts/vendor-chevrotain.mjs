/**
 * Chevrotain is taken from its own single-file build. Its package is hundreds of files that Node opens one by one: 0.3 s at
 * every start, against 0.01 s.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Copies it to `vendor/` in `dist`, and makes the grammar import it from there. */
export function vendorChevrotain(dist) {
  const vendor = new URL('vendor/', dist);
  /** The package's folder, above `lib/src/api.js`. */
  const chevrotain = new URL('../../', import.meta.resolve('chevrotain'));
  mkdirSync(vendor, { recursive: true });
  const library = readFileSync(new URL('lib/chevrotain.min.mjs', chevrotain), 'utf8');
  // Its map is not copied, and tools would look for it.
  writeFileSync(new URL('chevrotain.mjs', vendor), library.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n'));
  copyFileSync(new URL('LICENSE.txt', chevrotain), new URL('chevrotain.LICENSE.txt', vendor));
  const grammar = new URL('grammar/', dist);
  for (const name of readdirSync(grammar, { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const path = name.replaceAll('\\', '/');
    const file = new URL(path, grammar);
    const text = readFileSync(file, 'utf8');
    const up = '../'.repeat(path.split('/').length);
    const bundled = text.replaceAll("from 'chevrotain'", `from '${up}vendor/chevrotain.mjs'`);
    if (bundled !== text) writeFileSync(file, bundled);
  }
}

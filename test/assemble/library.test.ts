import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import asc, { libraryFiles } from 'assemblyscript/asc';
import { expect, it } from 'vitest';
import { withBoundedTable } from '../../compiler/assemble/bounded-table.ts';
import { storeModulesOf } from '../../compiler/assemble/module-store.ts';
import { compileSource, showSource } from '../../compiler/compile.ts';
import { packageFile } from '../../compiler/package-file.ts';

// What asc makes here is what is tested.
storeModulesOf(null);

/** As it is before the first compilation trims it: another process has compiled nothing. */
const WHOLE_LIBRARY = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      "import { libraryFiles } from 'assemblyscript/asc'; process.stdout.write(JSON.stringify(libraryFiles));",
    ],
    { encoding: 'utf8', maxBuffer: 1e8 },
  ),
) as Record<string, string>;

/** The module that the whole of AssemblyScript's library makes of a layout's program, as `show` gives its two files. */
async function assembleWithWholeLibrary(program: string): Promise<Uint8Array> {
  const end = program.search(/\/\*\*\n \* What the layout \w+ predicts/);
  const files: Record<string, string> = {
    'runtime/layout.ts': program.slice(0, end),
    'runtime/prediction.ts': program.slice(end),
  };
  Object.assign(libraryFiles, WHOLE_LIBRARY);
  let module = new Uint8Array();
  const { error } = await asc.main(['--config', 'asconfig.json', '--outFile', 'model.wasm'], {
    readFile: (name) => files[name] ?? packageFile(name),
    writeFile: (_, contents) => {
      module = Uint8Array.from(contents as Uint8Array);
    },
    listFiles: () => [],
  });
  expect(error).toBeNull();
  return withBoundedTable(module);
}

it.each([
  'stdlib-layouts/ocr/ocr.ml',
  'stdlib-layouts/object-permanence/object-permanence.ml',
  'stdlib-layouts/navigation/navigation.ml',
])('the trimmed library makes the same module of %s as the whole', async (name) => {
  const source = { name, text: readFileSync(name, 'utf8') };
  const whole = await assembleWithWholeLibrary(await showSource(source, 'assemblyscript'));
  const { bytes } = await compileSource(source);
  expect(Object.keys(libraryFiles).length).toBeLessThan(Object.keys(WHOLE_LIBRARY).length / 2);
  expect(whole.length).toBeGreaterThan(10_000);
  expect(Buffer.compare(bytes.subarray(0, whole.length), whole)).toBe(0);
});

/** The damaged files of `damage.test.ts` as pyarrow reads them: one that it refuses is refused here too, or holds the same table and is explained. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython, runPythonFile } from '../python.ts';
import { damagedCopy, readOf } from './damage.ts';
import { DAMAGE_CASES, DAMAGE_RUNS, DAMAGE_SEED } from './damage-cases.ts';

const SCRIPT = fileURLToPath(new URL('pyarrow-damage.py', import.meta.url));

/** What pyarrow refuses a file for though its table is whole, and why it is read here. */
const EXPLAINED: readonly (readonly [message: RegExp, why: string])[] = [
  [
    /^ArrowInvalid: (Invalid base64|Unrecognized type)|^OSError: (Invalid IPC stream|Unexpected null field)|^ArrowNotImplementedError: Integers with/,
    'pyarrow keeps a schema of its own as a text in the footer of Parquet, which belongs to no column and is not read',
  ],
  [
    /^OSError: Couldn't deserialize thrift/,
    'statistics and other fields of a footer or a page on which no value depends are not read',
  ],
  [/^OSError: Repetition level histogram/, 'statistics of sizes are not read'],
  [
    /^OSError: (Verification of flatbuffer-encoded Footer failed|Invalid flatbuffers message)/,
    "metadata beside the columns, such as those of pandas, are not read, nor are a table's unused bytes held to be zero",
  ],
];

const hasPyarrow = hasPython(['pyarrow.parquet'], 'that pyarrow refuses no damaged table that is read');
const folder = mkdtempSync(join(tmpdir(), 'theodolite-damage-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BINARY = Object.entries(DAMAGE_CASES).filter(([name]) => /\.(parquet|feather|arrows)$/.test(name));

describe.skipIf(!hasPyarrow)(
  'a damaged table that pyarrow refuses is refused, or holds the same rows',
  () => {
    /** By the name of the table: of the copies that are read, whether they hold the same rows. */
    const read = new Map<string, ReadonlyMap<string, boolean>>();
    /** By the name of the table: what pyarrow says of the copies that it refuses. */
    const refused = new Map<string, Readonly<Record<string, string>>>();

    // pyarrow is loaded once for all tables.
    beforeAll(async () => {
      for (const [name, { bytes }] of BINARY) read.set(name, await writeReadCopies(name, bytes));
      const names = BINARY.map(([name]) => name);
      const found = runPythonFile(SCRIPT, ...names.map((name) => join(folder, name)));
      for (const [index, each] of (found as Record<string, string>[]).entries())
        refused.set(names[index]!, each);
    });

    it.each(BINARY)('%s', (name) => {
      const copies = read.get(name)!;
      expect(copies.size).toBeGreaterThan(DAMAGE_RUNS / 10);
      const unexplained = Object.entries(refused.get(name)!).filter(
        ([file, message]) => !(copies.get(file) && EXPLAINED.some(([kind]) => kind.test(message))),
      );
      expect(unexplained).toEqual([]);
    });
  },
);

/** Writes the damaged copies that are read into a folder of the table's name; of each, whether it holds the same rows. */
async function writeReadCopies(name: string, bytes: Uint8Array): Promise<ReadonlyMap<string, boolean>> {
  const random = xoroshiro128plus(DAMAGE_SEED);
  const whole = JSON.stringify(await readOf(name, bytes));
  mkdirSync(join(folder, name));
  const read = new Map<string, boolean>();
  for (let run = 0; run < DAMAGE_RUNS; run++) {
    const copy = damagedCopy(bytes, random);
    const found = await readOf(name, copy);
    if (found === null) continue;
    writeFileSync(join(folder, name, `${run}-${name}`), copy);
    read.set(`${run}-${name}`, JSON.stringify(found) === whole);
  }
  return read;
}

/** The host and a command module before one table. */
import { compileSource } from '../../compiler/compile.ts';
import { loadModule } from '../../host/load.ts';
import { askHost } from './host-answer.ts';
import { buildCommand, type Outcome, openDirectory } from './run-module.ts';

/** Options that say how the table is read. */
export interface Reading {
  readonly outcome?: readonly string[];
  readonly rows?: readonly string[];
}

export interface Both {
  /** What either makes of a table, with notices left out, which the host gives elsewhere. */
  answer(table: string | Uint8Array, reading?: Reading): Promise<{ wanted: Outcome; found: Outcome }>;
  close(): void;
}

const SETTINGS = { warmup: 0, draws: 4, chains: 1, maxTreeDepth: 2 };
const OPTIONS = ['--warmup', '0', '--draws', '4', '--chains', '1', '--max-tree-depth', '2'];

export async function openBoth(layout: string): Promise<Both> {
  const directory = openDirectory();
  const loaded = await loadModule((await compileSource({ name: 'layout.ml', text: layout })).bytes);
  const module = await WebAssembly.compile(await buildCommand(layout));
  return {
    async answer(table, reading = {}) {
      const wanted = await askHost(loaded, directory.path, { table, settings: SETTINGS, ...reading });
      const given = [
        ...(reading.outcome ?? []).flatMap((each) => ['--outcome', each]),
        ...(reading.rows ?? []).flatMap((each) => ['--rows', each]),
      ];
      const found = await directory.run(module, [...given, ...OPTIONS], table);
      const stderr = found.stderr
        .replace(/^.* taken for .*\n/gm, '')
        .replaceAll(/the standard input/gi, 'table.csv');
      return { wanted, found: { ...found, stderr } };
    },
    close: () => directory.remove(),
  };
}

/** What the host makes of a table and options: the text that `fit --out` writes as draws.csv, or what the command says is wrong. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badInput, Failure } from '../../cli/failure.ts';
import { parseOutcomeChoice, parseRowFilter } from '../../cli/options/data-options.ts';
import { readTable } from '../../cli/tables/read-table.ts';
import { renderFailure } from '../../cli/terminal.ts';
import { withOptions } from '../../cli/words.ts';
import { FileError } from '../../files/file-error.ts';
import { columnsOfSubject } from '../../files/tables/layout-table.ts';
import { runChain } from '../../host/chain.ts';
import type { SamplerSettings } from '../../host/draws.ts';
import { cmdStanCsv } from '../../host/draws-csv.ts';
import type { LoadedModule } from '../../host/load.ts';
import { parametersOf } from '../../host/parameters.ts';
import { resolveSettings } from '../../host/sample.ts';
import { bindSampler } from '../../host/sampler-instance.ts';
import { orderColumns } from '../../module/columns.ts';
import { HostError } from '../../module/host-error.ts';
import type { Outcome } from './run-module.ts';

export interface Question {
  readonly table: string | Uint8Array;
  readonly settings: Partial<SamplerSettings>;
  readonly outcome?: readonly string[];
  readonly rows?: readonly string[];
}

/** @param directory where the table is put, as `table.csv` */
export async function askHost(loaded: LoadedModule, directory: string, question: Question): Promise<Outcome> {
  const path = join(directory, 'table.csv');
  writeFileSync(path, question.table);
  const { manifest } = loaded;
  try {
    const table = await readTable({
      path,
      manifest,
      outcomeChoices: (question.outcome ?? []).map(parseOutcomeChoice),
      filters: (question.rows ?? []).map((text) => parseRowFilter(text)),
      options: {},
      signal: new AbortController().signal,
    });
    const [subject] = table.subjects as [(typeof table.subjects)[0]];
    const settings = resolveSettings(question.settings);
    try {
      const columns = orderColumns(manifest, columnsOfSubject(table, subject));
      const parameters = parametersOf(manifest, table.levels);
      const chains = [];
      for (let chain = 1; chain <= settings.chains; chain++) {
        const chainRun = runChain(await bindSampler(loaded, { columns, levelNames: table.levels }), {
          ...settings,
          chain,
        });
        let piece = chainRun.next();
        while (piece.done !== true) piece = chainRun.next();
        chains.push({ id: chain, draws: piece.value });
      }
      const stdout = cmdStanCsv({
        layout: manifest.layout,
        latents: parameters.map(({ column }) => column),
        names: parameters.map(({ name }) => name),
        chains,
        settings,
      });
      return { status: 0, stdout, stderr: '' };
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      throw new Failure(1, [{ message: `${subject.name}: ${error.message}`, remedy: error.remedy }]);
    }
  } catch (error) {
    // As `main` has it: what a reader refuses is a mistake in the data.
    const failure =
      error instanceof FileError ? badInput(withOptions(error.message), withOptions(error.remedy)) : error;
    if (!(failure instanceof Failure)) throw failure;
    const stderr = renderFailure(failure, false).replaceAll(path, 'table.csv');
    return { status: failure.exitCode, stdout: '', stderr };
  }
}

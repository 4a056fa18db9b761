/** What a sweep is made over: the layouts that its alternatives make, and the table that all of them are fitted to. */
import { createHash } from 'node:crypto';
import type { Selection } from '../compiler/choose/alternatives.ts';
import type { Levels } from '../host/levels.ts';
import type { LoadedModule } from '../host/load.ts';
import { checkChoices } from './check-choices.ts';
import type { AmongOptions } from './commands/choose-option.ts';
import { type DataOptions, tableOptions } from './commands/data-options.ts';
import { LayoutMistakes, openLayout, readSource } from './open-layout.ts';
import { checkOutcomeNames } from './outcome-choice.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { columnsOf, readTable, type Table } from './read-table.ts';
import { tellReplaced } from './replaced-values.ts';
import { beforeStacking, stack } from './stack.ts';
import { version } from './version.ts';

/** One layout of a sweep with the data of one subject. */
export interface SweepCase {
  readonly loaded: LoadedModule;
  readonly columns: ReadonlyMap<string, Float64Array>;
  readonly levels: Levels;
}

export interface SweepData {
  readonly selections: readonly Selection[];
  readonly subjects: readonly string[];
  /** What the results depend on besides the seeds and the sampler's settings. */
  readonly header: Readonly<Record<string, unknown>>;
  /** The layout that a selection makes, compiled at the first call, with a subject's columns. */
  open(selection: Selection, subject: string): Promise<SweepCase>;
}

/** @throws LayoutMistakes, Failure, Interrupted */
export async function openSweepData(
  layoutPath: string,
  dataPath: string,
  { among, outcome, rows, stack: stacked, ...options }: AmongOptions & DataOptions,
  signal: AbortSignal,
): Promise<SweepData> {
  const source = await readSource(layoutPath);
  const [{ analyse }, { selectionsOf }] = await Promise.all([
    import('../compiler/analyse.ts'),
    import('../compiler/choose/selections.ts'),
  ]);
  const { syntax, layout, choices, diagnostics } = analyse(source);
  if (syntax === null || layout === null) throw new LayoutMistakes(source, diagnostics);
  await printDiagnostics(source, diagnostics);
  await checkChoices(
    choices,
    Object.entries(among).flatMap(([name, alternatives]) =>
      alternatives.map((alternative) => ({ [name]: alternative })),
    ),
  );
  const selections = selectionsOf(syntax, among);
  // Alternatives may differ in what a missing value is taken for, and so in what is read.
  const tables = new Map<string, Promise<Table>>();
  const read = async (selection: Selection) => {
    const { manifest, module } = await openLayout(layoutPath, selection);
    const outcomes = manifest.columns.filter(({ role }) => role === 'outcome');
    checkOutcomeNames(
      outcome,
      outcomes.map(({ name }) => name),
    );
    const wanted = JSON.stringify(manifest.columns);
    const reading =
      tables.get(wanted) ??
      readTable({
        ...{ path: dataPath, manifest: beforeStacking(manifest, stacked), choices: outcome },
        ...{ filters: rows, options: tableOptions(options), signal },
      }).then((table) => {
        tellReplaced(dataPath, manifest, table);
        return stack(table, stacked);
      });
    tables.set(wanted, reading);
    const table = await reading;
    return { module, table };
  };
  const { table } = await read(selections[0]!);
  let opened: {
    readonly key: string;
    readonly module: Promise<{ loaded: LoadedModule; table: Table }>;
  } | null = null;
  return {
    selections,
    subjects: table.subjects.map(({ name }) => name),
    header: {
      version: version(),
      layout: { name: layout.name, sha256: digest([source.text]) },
      choices: Object.fromEntries(
        choices.map(({ name, alternatives }) => [name, among[name] ?? alternatives]),
      ),
      data: { rows: table.rows, sha256: digestTable(table) },
      subjects: Object.fromEntries(
        table.subjects.map(({ name, columns }) => [name, Object.fromEntries(columns)]),
      ),
    },
    async open(selection, subject) {
      const key = JSON.stringify(selection);
      if (opened?.key !== key) {
        // Fits come in the order of the layouts: the one before is not asked for again.
        const module = read(selection).then(async (found) => ({
          table: found.table,
          loaded: (await found.module(columnsOf(found.table, found.table.subjects[0]!))).loaded,
        }));
        opened = { key, module };
      }
      const { loaded, table: own } = await opened.module;
      const chosen = own.subjects.find(({ name }) => name === subject)!;
      return { loaded, columns: columnsOf(own, chosen), levels: own.levels };
    },
  };
}

/** Of the columns that are read, with their names, whatever file they come from. */
function digestTable(table: Table): string {
  const levels = [...table.levels].flatMap(([name, names]) => [name, ...names]);
  const columns = [...table.demands, ...table.categories, ...table.outcomes];
  return digest([
    ...levels.map((text) => `${text.length}:${text}`),
    ...columns.flatMap(([name, values]) => [`${name.length}:${name}`, values]),
  ]);
}

function digest(parts: readonly (string | Float64Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts)
    hash.update(typeof part === 'string' ? part : new Uint8Array(Float64Array.from(part).buffer));
  return hash.digest('hex');
}

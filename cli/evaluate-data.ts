/** What an evaluation is made of: a module that predicts, the rows of each subject, and which of them are held out. */
import type { EvaluatedRows, PartRows } from '../evaluate/parts/rows.ts';
import { namedParts } from '../evaluate/splits/name-parts.ts';
import type { Split } from '../evaluate/splits/split.ts';
import type { LoadedModule } from '../host/load.ts';
import { tableOptions } from './commands/data-options.ts';
import type { EvaluateOptions } from './commands/evaluate.ts';
import { rowsOf } from './evaluate-rows.ts';
import { badInput } from './failure.ts';
import { listNames } from './list-names.ts';
import { openLayout } from './open-layout.ts';
import { checkOutcomeNames } from './outcome-choice.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { columnsOf, readTable, type Table } from './read-table.ts';
import { tellReplaced } from './replaced-values.ts';
import { beforeStacking, stack } from './stack.ts';
import { splitsOf } from './subject-splits.ts';

/** One subject's rows, and the rows that each part fits to and tests on. */
export interface SubjectToEvaluate {
  readonly name: string;
  readonly rows: EvaluatedRows;
  readonly parts: readonly PartRows[];
  /** Null where the table itself says which rows are held out. */
  readonly split: Split | null;
}

export interface Evaluation {
  readonly layout: string;
  readonly loaded: LoadedModule;
  /** The outcomes that are scored: those of 0 and 1. */
  readonly outcomes: readonly string[];
  readonly subjects: readonly SubjectToEvaluate[];
}

/** @throws LayoutMistakes, Failure, EvaluationError, Interrupted */
export async function openEvaluation(
  layoutPath: string,
  dataPath: string,
  options: EvaluateOptions,
  signal: AbortSignal,
): Promise<Evaluation> {
  const { manifest, source, warnings, module } = await openLayout(layoutPath, options.choose);
  if (source !== null) await printDiagnostics(source, warnings);
  const observed = manifest.columns.filter(({ role }) => role === 'outcome');
  checkOutcomeNames(
    options.outcome,
    observed.map(({ name }) => name),
  );
  const outcomes = observed.filter(({ kind }) => kind === 'binary').map(({ name }) => name);
  if (outcomes.length === 0) {
    throw badInput(
      `No outcome of the layout is 0 or 1, and these scores are of such outcomes: it has ${listNames(observed.map(({ name }) => name))}.`,
      'Compare layouts of other outcomes by `theodolite compare`.',
    );
  }
  const read = async (filters: EvaluateOptions['rows']): Promise<Table> => {
    const table = await readTable({
      ...{ path: dataPath, manifest: beforeStacking(manifest, options.stack), choices: options.outcome },
      ...{ filters, options: tableOptions(options), signal },
    });
    tellReplaced(dataPath, manifest, table);
    return stack(table, options.stack);
  };
  const tables = [
    await read(options.rows),
    ...(options.testRows.length === 0 ? [] : [await read(options.testRows)]),
  ];
  const first = tables[0]!;
  const { loaded } = await module(columnsOf(first, first.subjects[0]!), { predicts: true });
  const names = first.subjects.map(({ name }) => name);
  const rows = new Map(names.map((name) => [name, rowsOf(manifest, tables, name)]));
  const splits = tables.length === 1 ? await splitsOf(rows, outcomes[0]!, options) : null;
  return {
    layout: manifest.layout,
    loaded,
    outcomes,
    subjects: names.map((name) => {
      const own = rows.get(name)!;
      if (splits === null) return { name, rows: own, parts: [givenPart(tables)], split: null };
      const split = splits.get(name)!;
      return { name, rows: own, parts: [...namedParts(split).values()], split };
    }),
  };
}

function givenPart([training, test]: readonly Table[]) {
  const numbers = (count: number, first: number) => Array.from({ length: count }, (_, row) => first + row);
  return { training: numbers(training!.rows, 0), test: numbers(test!.rows, training!.rows) };
}

/** What an evaluation is made of: a module that predicts, the rows of each subject, and which of them are held out. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { EvaluatedRows, PartRows } from '../evaluate/parts/rows.ts';
import { digestRows } from '../evaluate/splits/digest.ts';
import { checkSplitRows, readSplit } from '../evaluate/splits/read-split.ts';
import { type Split, trainingRows } from '../evaluate/splits/split.ts';
import { splitRows } from '../evaluate/splits/split-rows.ts';
import { outcomeStrata } from '../evaluate/splits/strata.ts';
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
import { ResultFolder } from './result-folder.ts';
import { beforeStacking, stack } from './stack.ts';

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
  const splits = tables.length === 1 ? await splitsOf(rows, outcomes, options) : null;
  return {
    layout: manifest.layout,
    loaded,
    outcomes,
    subjects: names.map((name) => {
      const own = rows.get(name)!;
      if (splits === null) return { name, rows: own, parts: [givenPart(tables)], split: null };
      const split = splits.get(name)!;
      const parts = split.parts.map((part) => ({ training: trainingRows(split, part), test: part.test }));
      return { name, rows: own, parts, split };
    }),
  };
}

function givenPart([training, test]: readonly Table[]) {
  const numbers = (count: number, first: number) => Array.from({ length: count }, (_, row) => first + row);
  return { training: numbers(training!.rows, 0), test: numbers(test!.rows, training!.rows) };
}

/** The split of each subject, as it is stored or as it is drawn; what is drawn is stored where that is asked for. */
async function splitsOf(
  rows: ReadonlyMap<string, EvaluatedRows>,
  outcomes: readonly string[],
  options: EvaluateOptions,
): Promise<ReadonlyMap<string, Split>> {
  const { splits: file } = options;
  if (file !== undefined && existsSync(file)) return readSplits(file, rows);
  const drawn = new Map<string, Split>();
  for (const [name, own] of rows) {
    drawn.set(
      name,
      splitRows({
        instances: null,
        strata: outcomeStrata(own.numbers.get(outcomes[0]!)!),
        method:
          options.folds === undefined
            ? { kind: 'holdout', share: options.split! }
            : { kind: 'folds', folds: options.folds },
        repeats: options.repeats,
        seed: options.seed,
        digest: await digestOf(own),
      }),
    );
  }
  if (file !== undefined) {
    const content = `${JSON.stringify(Object.fromEntries(drawn))}\n`;
    new ResultFolder(dirname(file)).write([{ path: basename(file), content }]);
  }
  return drawn;
}

/** @throws Failure (input) when a subject has no split there; EvaluationError when it was made for other rows */
async function readSplits(
  file: string,
  rows: ReadonlyMap<string, EvaluatedRows>,
): Promise<ReadonlyMap<string, Split>> {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw badInput(
      `${file} cannot be read as JSON: ${(error as Error).message}.`,
      'Give another file to store splits in.',
    );
  }
  const found = new Map<string, Split>();
  for (const [name, own] of rows) {
    const split: unknown =
      stored !== null && typeof stored === 'object' ? Reflect.get(stored, name) : undefined;
    if (split === undefined) {
      throw badInput(
        `${file} has no split for ${name}.`,
        'Give the file that was stored for these columns, or another one to store splits in.',
      );
    }
    const checked = readSplit(JSON.stringify(split));
    checkSplitRows(checked, { count: own.count, digest: await digestOf(own) });
    found.set(name, checked);
  }
  return found;
}

function digestOf({ numbers, names }: EvaluatedRows): Promise<string> {
  return digestRows(new Map<string, Float64Array | readonly string[]>([...numbers, ...names]));
}

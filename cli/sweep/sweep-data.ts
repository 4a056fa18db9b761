/** The inputs of a sweep: the layouts that its alternatives make, and the tables to which all of them are fitted. */

import { scoredOutcomes } from '../../analysis/evaluate/parts/rows.ts';
import { HELD_OUT, type Split } from '../../analysis/evaluate/parts/split.ts';
import { checkParts, checkRows } from '../../analysis/sweep/check-parts.ts';
import { keepingTwo, type SweepSource } from '../../analysis/sweep/plan.ts';
import type { Selection } from '../../compiler/choose/alternatives.ts';
import { digestOfText } from '../../files/fits/column-digests.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import {
  columnsToCompileFor,
  type DividedTables,
  divideTableSubjects,
  readDividedTables,
  splitsText,
  tableRows,
} from '../evaluate/held-out-rows.ts';
import { LayoutMistakes, openLayout, printDiagnostics, readSource } from '../inputs/open-layout.ts';
import type { TableFiles } from '../inputs/table-files.ts';
import { type AmongOptions, checkChoices } from '../options/choose-option.ts';
import type { DataOptions } from '../options/data-options.ts';
import { holdsOut, type SplitOptions } from '../options/split-options.ts';
import { describeColumns } from '../process/journal.ts';
import { checkOutcomesOfMain } from '../tables/read-further-tables.ts';
import { version } from '../version.ts';

export interface SweepData {
  readonly source: SweepSource;
  /** Everything that the results depend on besides the seeds and the sampler's settings. */
  readonly header: Readonly<Record<string, unknown>>;
  /** The splits of the subjects as text; null if no rows are held out, or the table says which. */
  readonly splits: string | null;
}

type SweepDataOptions = AmongOptions & DataOptions & SplitOptions & { readonly seed: bigint };

/** @throws LayoutMistakes, Failure, EvaluationError, HostError, Interrupted */
export async function openSweepData(
  layoutPath: string,
  data: TableFiles,
  options: SweepDataOptions,
  signal: AbortSignal,
): Promise<SweepData> {
  const { among, outcome } = options;
  const source = await readSource(layoutPath);
  const [{ analyseSource }, { selectionsOf }] = await Promise.all([
    import('../../compiler/analyse.ts'),
    import('../../compiler/choose/alternatives.ts'),
  ]);
  const { syntax, layout, choices, diagnostics } = analyseSource(source);
  if (syntax === null || layout === null) throw new LayoutMistakes(source, diagnostics);
  await printDiagnostics(source, diagnostics);
  await checkChoices(
    choices,
    Object.entries(among).flatMap(([name, alternatives]) =>
      alternatives.map((alternative) => ({ [name]: alternative })),
    ),
  );
  const selections = selectionsOf(syntax, among);
  // Alternatives may replace missing values differently, and so read different data.
  const reading = new Map<string, Promise<DividedTables>>();
  const read = async (selection: Selection) => {
    const { whole, module } = await openLayout(layoutPath, selection);
    checkOutcomesOfMain(whole, outcome);
    const wanted = JSON.stringify(whole.columns);
    const tables = reading.get(wanted) ?? readDividedTables(data, whole, options, signal);
    reading.set(wanted, tables);
    const rows = new Map<string, ReturnType<typeof tableRows>>();
    const found = await tables;
    return {
      ...{ manifest: whole, module, found },
      rows(subject: string) {
        const own = rows.get(subject) ?? tableRows(whole, found, subject);
        rows.set(subject, own);
        return own;
      },
    };
  };
  const first = await read(selections[0]!);
  const isDivided = holdsOut(options);
  const outcomes = isDivided ? scoredOutcomes(first.manifest) : [];
  const divided = isDivided
    ? await divideTableSubjects(first.manifest, first.found, outcomes[0]!, options)
    : null;
  const { tables, beside } = first.found;
  const table = tables[0]!;
  const subjects = table.subjects.map(({ name }, place) => ({
    name,
    parts: divided === null ? null : divided[place]!.parts,
  }));
  checkRows(
    first,
    subjects.map(({ name }) => name),
  );
  checkParts(first, subjects, outcomes);
  const splits = (divided ?? []).flatMap(({ name, split }): [string, Split][] =>
    split === null ? [] : [[name, split]],
  );
  const splitText = splits.length === 0 ? null : splitsText(new Map(splits));
  return {
    source: {
      ...{ selections, subjects, outcomes, first },
      open: keepingTwo(async (selection) => {
        const { manifest, module, found, rows } = await read(selection);
        const columns = columnsToCompileFor(found, rows(subjects[0]!.name));
        const { loaded } = await module(columns, { predicts: isDivided });
        return { manifest, loaded, rows, layoutText: source.text };
      }),
    },
    splits: splitText,
    header: {
      version: version(),
      layout: { name: layout.name, sha256: digestOfText(source.text) },
      choices: Object.fromEntries(
        choices.map(({ name, alternatives }) => [name, among[name] ?? alternatives]),
      ),
      data: describeColumns(columnsIn(table), table.levels),
      ...(beside.length === 0
        ? {}
        : { tables: beside.map((each) => describeColumns(columnsIn(each), each.levels)) }),
      subjects: Object.fromEntries(
        table.subjects.map(({ name, columns }) => [name, Object.fromEntries(columns)]),
      ),
      split: divided === null ? null : headerOfSplit(tables[1], splits, splitText),
    },
  };
}

/** Which rows are held out. */
function headerOfSplit(
  test: Table | undefined,
  splits: readonly (readonly [string, Split])[],
  text: string | null,
): Readonly<Record<string, unknown>> {
  if (test !== undefined) return { kind: HELD_OUT, ...describeColumns(columnsIn(test), test.levels) };
  const { method, repeats, seed } = splits[0]![1];
  return { ...method, repeats, seed, sha256: digestOfText(text!) };
}

/** The columns that are read, outcomes by their names in the table. */
function columnsIn({ demands, categories, outcomes }: Table): ReadonlyMap<string, Float64Array> {
  return new Map([...demands, ...categories, ...outcomes]);
}

/** The rows of a sweep's subjects from columns that a program holds, and the layouts that read them. */
import type { Choice, Selection } from '../../compiler/choose/alternatives.ts';
import type { Prepared } from '../../compiler/compile.ts';
import { type LayoutInput, sourceOf } from '../../compiler/layout-input.ts';
import type { ColumnsInput } from '../../module/to-columns.ts';
import { readEvaluatedRows } from '../evaluate/parts/read-rows.ts';
import type { EvaluatedRows } from '../evaluate/parts/rows.ts';
import type { LayoutRows } from './source.ts';

/**
 * The layouts that are asked for, and what checks each of them.
 *
 * @throws LayoutError, ChoiceError
 */
export async function layoutsOf(layout: LayoutInput, among: Readonly<Record<string, readonly string[]>>) {
  const [{ prepare }, { parse }, { selectionsOf }, { checkSelection }] = await Promise.all([
    import('../../compiler/compile.ts'),
    import('../../grammar/parse.ts'),
    import('../../compiler/choose/selections.ts'),
    import('../../compiler/choose/choice-error.ts'),
  ]);
  const source = sourceOf(layout);
  const choices: readonly Choice[] = prepare(source).choices;
  for (const [name, alternatives] of Object.entries(among)) {
    for (const alternative of alternatives) checkSelection(choices, { [name]: alternative });
  }
  return {
    prepare: (selection: Selection) => prepare(source, { choices: selection }),
    selections: selectionsOf(parse(source).layout!, among),
  };
}

/** The rows of each subject as a layout reads them. Throws as `toNewColumns` does, at the first call for a subject. */
export function rowsOfColumn(
  { manifest }: Prepared,
  subjects: Readonly<Record<string, ColumnsInput>>,
): LayoutRows {
  const read = new Map<string, EvaluatedRows>();
  return {
    manifest,
    rows(subject) {
      const rows = read.get(subject) ?? readEvaluatedRows(manifest, subjects[subject]!);
      read.set(subject, rows);
      return rows;
    },
  };
}

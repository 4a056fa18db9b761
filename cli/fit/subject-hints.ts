/** Hints for each subject of a table, found before sampling, and how they are printed. */
import colors from 'picocolors';
import { rowsOfSubject } from '../../files/tables/further-tables.ts';
import type { Table } from '../../files/tables/layout-table.ts';
import { findHints } from '../../host/hints/find-hints.ts';
import type { Hint } from '../../host/hints/hint.ts';
import type { LoadedModule } from '../../host/load.ts';
import { HostError } from '../../module/host-error.ts';
import { listNames } from '../../module/names.ts';
import { printable } from '../printable.ts';
import type { Interruption } from '../process/interruption.ts';

/** The hints for each subject by its name, in the order of the subjects. */
type SubjectHints = ReadonlyMap<string, readonly Hint[]>;

/** @throws HostError that names the subject, Interrupted */
export async function findSubjectHints(
  loaded: LoadedModule,
  table: Table,
  interruption: Interruption,
): Promise<SubjectHints> {
  const hints = new Map<string, readonly Hint[]>();
  for (const subject of table.subjects) {
    try {
      hints.set(
        subject.name,
        await findHints(loaded, rowsOfSubject(table, subject), {
          levels: table.levels,
          signal: interruption.signal,
        }),
      );
    } catch (error) {
      if (!(error instanceof HostError) || error.kind === 'interrupted') throw error;
      throw new HostError(error.kind, `${subject.name}: ${error.message}`, error.remedy);
    }
    await interruption.check();
  }
  return hints;
}

/** One line per hint. A hint that several subjects share is printed once, with their names unless all share it. */
export function hintLines(hints: SubjectHints, color: boolean): string[] {
  const { cyan, bold } = colors.createColors(color);
  const subjects = new Map<string, string[]>();
  for (const [subject, ofSubject] of hints) {
    for (const { message, remedy } of ofSubject) {
      const text = `${message} ${remedy}`;
      subjects.set(text, [...(subjects.get(text) ?? []), subject]);
    }
  }
  return [...subjects].map(([text, names]) => {
    const whose = names.length === hints.size ? '' : `${listNames(names)}: `;
    return `${cyan(bold('hint'))}: ${printable(`${whose}${text}`)}\n`;
  });
}

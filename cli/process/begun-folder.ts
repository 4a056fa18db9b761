/** Whether the folder of work that can go on holds this work: a header says all on which its results depend. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { digestOfText, digestsOf } from '../../files/fits/column-digests.ts';
import { readRegularText } from '../../files/regular-file.ts';
import { readingProblem } from '../../files/system-problem.ts';
import type { Levels } from '../../module/levels.ts';
import { badInput } from '../failure.ts';

/** All on which results depend. */
export type WorkHeader = Readonly<Record<string, unknown>>;

/** The files of work that can go on, and what it is called. */
export interface BegunWork {
  readonly folder: string;
  readonly header: string;
  readonly journal: string;
  /** Such as `sweep`. */
  readonly noun: string;
}

/** The header as its file has it. */
export function headerText(header: WorkHeader): string {
  return `${JSON.stringify(header, null, 2)}\n`;
}

/** What a header says of columns, whatever file they come from; a column that differs is told by its name. */
export function describeColumns(columns: ReadonlyMap<string, Float64Array>, levels: Levels) {
  return {
    rows: [...columns.values()][0]?.length ?? 0,
    columns: digestsOf(columns),
    levels: Object.fromEntries(
      [...levels].map(([name, names]) => [name, digestOfText(JSON.stringify(names))]),
    ),
  };
}

/** @throws Failure (input) when the folder holds other work, or results without a header */
export function checkHeader({ folder, header, journal, noun }: BegunWork, wanted: WorkHeader): void {
  const file = join(folder, header);
  if (!existsSync(file)) {
    if (!existsSync(join(folder, journal))) return;
    throw badInput(
      `${join(folder, journal)} is there, and no ${header} that says what it is of.`,
      'Give another --out, or remove it.',
    );
  }
  const found = headerIn(file);
  if (found === headerText(wanted)) return;
  const difference = differingField(found, headerText(wanted));
  throw badInput(
    `${folder} holds another ${noun}${difference === null ? '' : `: its \`${difference}\` differs`}.`,
    'Give another --out, or the arguments that it was begun with.',
  );
}

/** @throws Failure (input), FileError */
function headerIn(file: string): string {
  try {
    return readRegularText(file, 'Give another --out.');
  } catch (error) {
    const problem = readingProblem(file, error);
    if (problem === null) throw error;
    throw badInput(problem.message, problem.remedy);
  }
}

/** The first field that differs, such as `settings.draws`; null where what was found is no JSON object. */
function differingField(found: string, wanted: string): string | null {
  const visit = (a: unknown, b: unknown, name: string): string | null => {
    if (isRecord(a) && isRecord(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const inside = visit(a[key], b[key], name === '' ? key : `${name}.${key}`);
        if (inside !== null) return inside;
      }
      return null;
    }
    return JSON.stringify(a) === JSON.stringify(b) ? null : name;
  };
  try {
    return visit(JSON.parse(found), JSON.parse(wanted), '') || null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The table of predictions that `evaluate` writes, and its reader: one line per held-out row, with the observed outcome
 * and each prediction.
 */
import type { HeldOutPart, HeldOutPredictions } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { PREDICTORS } from '../../analysis/evaluate/scores/scored-predictors.ts';
import { csvText } from '../../files/tables/csv-fields.ts';
import { readNumber } from '../../files/tables/read-cell.ts';
import { readTableFile } from '../../files/tables/read-table.ts';
import { withTableFile } from '../../files/tables/table-file.ts';
import { type Cell, cellText, type RowProblem, type TableForm } from '../../files/tables/table-visitor.ts';
import { VERDICT_STATUSES } from '../../host/diagnose/verdict-status.ts';
import { listNames } from '../../module/names.ts';
import { badInput, type Failure } from '../failure.ts';
import { unreadable } from '../inputs/read-file.ts';
import type { EvaluationWork, SubjectParts } from './evaluate-subjects.ts';

/** The columns before those of the predictors; `level` is present only with `--stack`. */
const KEPT_COLUMNS = {
  subject: 'subject',
  outcome: 'outcome',
  repeat: 'repeat',
  fold: 'fold',
  status: 'status',
  row: 'row',
  level: 'level',
  observed: 'observed',
} as const;

/**
 * CSV. Each row has its number in the table, from 1, so that the two can be joined. A predictor has empty fields in a
 * part where it could not be fitted, and no column if it was not used.
 *
 * @param category the category whose levels are the stacked columns; absent without stacking
 */
export function predictionsTable(
  { subjects: divided, rowNumbers }: EvaluationWork,
  evaluated: readonly SubjectParts[],
  category: string | undefined,
): string {
  const asked = PREDICTORS.filter((predictor) =>
    evaluated.some(({ parts }) =>
      parts.some(({ outcomes }) =>
        [...outcomes.values()].some(({ probabilities }) => probabilities[predictor] !== undefined),
      ),
    ),
  );
  const names = Object.values(KEPT_COLUMNS).filter(
    (name) => name !== KEPT_COLUMNS.level || category !== undefined,
  );
  const lines = evaluated.flatMap(({ name, parts, split }, place) => {
    const levels = category === undefined ? null : divided[place]!.rows.names.get(category)!;
    return parts.flatMap(({ status, outcomes }, index) => {
      const { repeat, fold } = split?.parts[index] ?? { repeat: 1, fold: 1 };
      return [...outcomes].flatMap(([outcome, { rows, outcomes: observed, probabilities }]) =>
        rows.map((row, at) => [
          ...[name, outcome, repeat, fold, status, rowNumbers[row]!],
          ...(levels === null ? [] : [levels[row]!]),
          observed[at]!,
          ...asked.map((predictor) => probabilities[predictor]?.[at] ?? null),
        ]),
      );
    });
  });
  return csvText([[...names, ...asked], ...lines]);
}

/** A part, filled while its rows are read. */
interface GrowingPart extends Pick<HeldOutPart, 'repeat' | 'fold' | 'status'> {
  readonly subject: string;
  readonly outcome: string;
  readonly outcomes: number[];
  /** One list per predictor, with NaN where it made no prediction. */
  readonly said: readonly number[][];
}

/**
 * By subject and outcome, in the order of the table.
 *
 * @throws Failure (input) when the table does not hold predictions; FileError when the file is not a table; Interrupted
 */
export async function readPredictions(
  path: string,
  signal: AbortSignal,
): Promise<readonly HeldOutPredictions[]> {
  const parts = new Map<string, GrowingPart>();
  let predictors: readonly string[] = [];
  let at: Places | undefined;
  let form: TableForm | undefined;
  const visitor = {
    begin(header: readonly string[], given: TableForm) {
      form = given;
      at = placesOf(header, path);
      predictors = at.predictors.map((place) => header[place]!);
      return header.keys();
    },
    row(cells: readonly Cell[], record: number) {
      signal.throwIfAborted();
      addRow(parts, cells, at!, (what) =>
        badInput(
          `${path}, ${form!.record} ${record}: ${what}`,
          'Give the file as `evaluate --predictions` wrote it.',
        ),
      );
    },
    flaw(row: number, problem: RowProblem) {
      const { message, remedy } = problem({ table: path, record: form!.record, row });
      throw badInput(message, remedy);
    },
  };
  try {
    await withTableFile(path, (file) => readTableFile(file, visitor, { signal }), { signal });
  } catch (error) {
    throw unreadable(path, 'table of predictions', error);
  }
  if (parts.size === 0) throw badInput(`${path} has a header and no rows.`, 'Evaluate again.');
  return grouped([...parts.values()], predictors);
}

/** The positions of the columns in a line. */
interface Places
  extends Readonly<Record<'subject' | 'outcome' | 'repeat' | 'fold' | 'status' | 'observed', number>> {
  readonly predictors: readonly number[];
}

/** @throws Failure (input) */
function placesOf(header: readonly string[], path: string): Places {
  const { subject, outcome, repeat, fold, status, observed } = KEPT_COLUMNS;
  const wanted = { subject, outcome, repeat, fold, status, observed };
  const predictors = PREDICTORS.map((name) => header.indexOf(name)).filter((place) => place >= 0);
  const lacking = Object.values(wanted).filter((name) => !header.includes(name));
  if (lacking.length > 0 || predictors.length === 0) {
    const absent = lacking.length > 0 ? lacking : [PREDICTORS[0]];
    throw badInput(
      `${path} holds no predictions of held-out rows: it has no column ${listNames(absent.map((name) => `\`${name}\``))}.`,
      'Give the file that `theodolite evaluate … --predictions predictions.csv` wrote.',
    );
  }
  const place = (name: string) => header.indexOf(name);
  return {
    ...{ subject: place(subject), outcome: place(outcome), repeat: place(repeat), fold: place(fold) },
    ...{ status: place(status), observed: place(observed), predictors },
  };
}

/** @throws what `wrong` makes of it, when a field is not what the column holds */
function addRow(
  parts: Map<string, GrowingPart>,
  cells: readonly Cell[],
  at: Places,
  wrong: (what: string) => Failure,
): void {
  const text = (place: number) => cellText(cells[place]!);
  const number = (place: number, name: string, isRight: (value: number) => boolean) => {
    const value = readNumber(text(place));
    if (value === null || !isRight(value)) throw wrong(`found ${JSON.stringify(text(place))} for ${name}.`);
    return value;
  };
  const isCount = (value: number) => Number.isInteger(value) && value >= 1;
  const isProbability = (value: number) => value >= 0 && value <= 1;
  const [subject, outcome] = [text(at.subject), text(at.outcome)];
  const repeat = number(at.repeat, 'the number of a repeat', isCount);
  const fold = number(at.fold, 'the number of a fold', isCount);
  const key = JSON.stringify([subject, outcome, repeat, fold]);
  let part = parts.get(key);
  if (part === undefined) {
    const status = VERDICT_STATUSES.find((each) => each === text(at.status));
    if (status === undefined) throw wrong(`found ${JSON.stringify(text(at.status))} as the status of a fit.`);
    part = { subject, outcome, repeat, fold, status, outcomes: [], said: at.predictors.map(() => []) };
    parts.set(key, part);
  }
  part.outcomes.push(
    number(at.observed, 'an outcome, which is 0 or 1', (value) => value === 0 || value === 1),
  );
  for (const [place, said] of part.said.entries()) {
    const cell = at.predictors[place]!;
    said.push(text(cell) === '' ? Number.NaN : number(cell, 'a probability', isProbability));
  }
}

function grouped(parts: readonly GrowingPart[], predictors: readonly string[]): HeldOutPredictions[] {
  const groups = new Map<string, HeldOutPredictions & { readonly parts: HeldOutPart[] }>();
  for (const { subject, outcome, repeat, fold, status, outcomes, said } of parts) {
    const key = JSON.stringify([subject, outcome]);
    const group = groups.get(key) ?? { subject, outcome, parts: [] };
    groups.set(key, group);
    const spoke = predictors.flatMap((name, place): [string, Float64Array][] =>
      said[place]!.some(Number.isNaN) ? [] : [[name, Float64Array.from(said[place]!)]],
    );
    group.parts.push({
      ...{ repeat, fold, status, outcomes: Float64Array.from(outcomes) },
      probabilities: Object.fromEntries(spoke),
    });
  }
  return [...groups.values()];
}

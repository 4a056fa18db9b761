/**
 * Problems with a table: every sentence about one, by code. Both readers take their words from here: the one in
 * TypeScript (files/tables, cli/tables), and the one in a command module (runtime/wasi), for which
 * `compiler/emit/problem-code.ts` generates them.
 */
import {
  type CellPlace,
  type Problem,
  type ProblemTemplate,
  type ProblemValues,
  problemOf,
} from './problem-text.ts';

const ABSENT_COLUMNS = '{table} has no column called {names}, {role} of the layout.{meant}';
const ITS_COLUMNS = 'Its columns are {columns}.';

const NOT_JSON = 'it is not JSON.';
const ONE_OBJECT = 'Write each {inLines:line as one|row as an} object, such as {"height": 1.5, "read": 1}.';

const NO_NUMBER = 'found "{cell}" where a number is wanted.';
const NOTHING = 'the value is missing.';
const MISSING_WORD = 'found "{word}", which stands for a missing value.';
const FILL_IN_VALUE =
  'Fill in {wanted}, take such rows out of the table, or say in the layout what a missing value is taken for, such as `missing = 0`.';
const FILL_IN_LEVEL =
  'Fill in the name of the group that the row belongs to, or take such rows out of the table.';
const OUT_OF_RANGE = 'found {cell}, which is not {wanted}.';

export const TABLE_PROBLEMS = {
  // The file and its text.
  empty: { message: '{table} is empty.', remedy: 'Give a CSV table whose first line names the columns.' },
  emptyOfRows: { message: '{table} is empty.', remedy: 'Give a table with at least one row.' },
  binary: {
    message: '{table} is not a text file.',
    remedy: 'Give {textFile}.',
  },
  utf16: {
    message: '{table} is in UTF-16, not in UTF-8.',
    remedy: '{save}; Windows PowerShell writes it with `| Out-File -Encoding utf8` in place of `>`.',
  },
  notUtf8: {
    message: '{table}, line {row}: it is not in UTF-8.',
    remedy: '{save}.',
  },
  unmatchedQuotes: {
    message: '{table}, line {row}: the quotes do not match.',
    remedy: 'Close every quoted field with a quote, and write a quote inside one twice.',
  },
  longRecord: {
    at: 'row',
    message: 'it is longer than {limit}.',
    remedy: '{mayBe}; where it is meant to be that long, raise the limit with {recordLimit}.',
  },

  // The columns.
  absentColumns: { message: ABSENT_COLUMNS, remedy: ITS_COLUMNS },
  absentColumnNames: {
    message: ABSENT_COLUMNS,
    remedy: 'Its first line holds numbers: put a line above it that names the columns.',
  },
  twoColumns: {
    message: '{table} has two columns called `{column}`.',
    remedy: 'Give each column a name of its own{isText: in the first line|}.',
  },
  absentFilterColumn: {
    message: '{table} has no column called `{column}` to choose rows by.{meant}',
    remedy: ITS_COLUMNS,
  },
  absentOutcome: {
    message: '{table} has no column called `{outcome}` for the outcome of that name.',
    remedy: 'Say which column holds it: {outcomeOption} {outcome}=COLUMN. The columns are {columns}.',
  },
  absentChoice: { message: '{table} has no column called `{column}`.{meant}', remedy: ITS_COLUMNS },

  // The rows.
  noRows: { message: '{table} has a header and no rows.', remedy: 'Give at least one row under the header.' },
  noRowsOfColumns: { message: '{table} has columns and no rows.', remedy: 'Give at least one row.' },
  noRowChosen: { message: 'No row of {table} has {asked}.', remedy: 'Choose a value that there is: {held}.' },
  fieldCount: {
    at: 'row',
    message: 'it has {count} {count:field|fields} where the header has {width}.',
    remedy: 'Give every row one field for each column; quote a field that holds the separator.',
  },
  notJson: { at: 'row', message: NOT_JSON, remedy: ONE_OBJECT },
  numberOutsideJson: {
    at: 'row',
    message: 'it is not JSON, which has no NaN and no Infinity.',
    remedy: 'Write null for a missing value.',
  },
  objectInPieces: {
    at: 'row',
    message: 'its object does not end on the line.',
    remedy: 'Write each object whole on a line of its own, or all of them as one list.',
  },
  noObject: { at: 'row', message: 'it is {kind} where an object is wanted.', remedy: ONE_OBJECT },
  twoKeys: {
    at: 'row',
    message: 'it has the key `{known}` twice.',
    remedy: 'Give each key of an object a name of its own.',
  },
  excessiveJson: {
    at: 'row',
    message: '{known}.',
    remedy: 'Give numbers, booleans and text, each under a key of its own.',
  },

  // A cell without a value.
  noValue: { at: 'cell', message: NOTHING, remedy: FILL_IN_VALUE },
  missingWord: { at: 'cell', message: MISSING_WORD, remedy: FILL_IN_VALUE },
  noLevel: { at: 'cell', message: NOTHING, remedy: FILL_IN_LEVEL },
  missingWordForLevel: { at: 'cell', message: MISSING_WORD, remedy: FILL_IN_LEVEL },

  // A cell with an unsuitable value.
  unheldWhole: {
    at: 'cell',
    message: 'found {cell}, which no double holds exactly.',
    remedy: 'Give whole numbers up to 2^53 in size.',
  },
  noNumber: { at: 'cell', message: NO_NUMBER, remedy: 'Write {wanted}.' },
  noOutcomeWord: {
    at: 'cell',
    message: 'found "{cell}", which is neither a success nor a failure.',
    remedy: 'Write 1 or 0; or say what stands for success with `successes`, and anything else is a failure.',
  },
  thousands: {
    at: 'cell',
    message: NO_NUMBER,
    remedy: 'Write {whole}, or {decimal} if the comma is a decimal one.',
  },
  decimalComma: { at: 'cell', message: NO_NUMBER, remedy: 'Write a decimal point: {decimal}.' },
  answer: { at: 'cell', message: NO_NUMBER, remedy: 'Write 1 for yes and 0 for no{isText:|, or a boolean}.' },
  quotedNumber: { at: 'cell', message: NO_NUMBER, remedy: 'Give it as a number, and not as text.' },
  quotedBoolean: { at: 'cell', message: NO_NUMBER, remedy: 'Write a boolean, and not text.' },
  nested: { at: 'cell', message: 'found {kind} where a number is wanted.', remedy: 'Write {wanted}.' },
  noScalar: { at: 'cell', message: 'found {kind}.', remedy: 'Give numbers, booleans or text.' },
  notBinary: {
    at: 'cell',
    message: OUT_OF_RANGE,
    remedy:
      'An outcome is 1 for success and 0 for failure: choose another column with {outcomeOption} {outcome}=COLUMN.',
  },
  notOfDistribution: {
    at: 'cell',
    message: OUT_OF_RANGE,
    remedy:
      'By its distribution the outcome is {wanted}: choose another column with {outcomeOption} {outcome}=COLUMN, or another distribution.',
  },
  outOfRange: {
    at: 'cell',
    message: OUT_OF_RANGE,
    remedy: 'Correct the value, or widen what the layout declares for `{column}`.',
  },
  notOfKind: {
    at: 'cell',
    message: OUT_OF_RANGE,
    remedy: 'Correct the value, or declare the demand that reads `{column}` as another kind.',
  },
  aboveTrials: {
    at: 'cell',
    message: 'found {value}, which is more than the {most} of `{trials}` in the same row.',
    remedy: 'Correct one of them, or choose another column with {outcomeOption} {outcome}=COLUMN.',
  },
  noLevelName: {
    at: 'cell',
    message: 'found {kind} where the name of a group is wanted.',
    remedy: 'Give text, or a number that stands for the group.',
  },
  unlistedLevel: {
    at: 'cell',
    message: 'found "{cell}", a level that the layout does not list.',
    remedy: 'It lists {known}: correct the cell, or list the level where it stands in their order.',
  },
  unlistedValue: {
    at: 'cell',
    message: 'found "{cell}", which is none of the values that the layout lists.',
    remedy: 'It lists {known}: correct the cell, or list the value in its place.',
  },
  severalValuesOfLevel: {
    at: 'cell',
    message: 'found {cell} for the level {level} of `{names}`, and {held} in {record} {lo}.',
    remedy:
      'Each level of `{names}` has one value of `{column}`: correct the table, or declare it without `[{names}]`, as a demand of each row.',
  },
  severalGroupsOfLevel: {
    at: 'cell',
    message: 'the level {level} of `{names}` belongs to {cell} here, and to {held} in {record} {lo}.',
    remedy:
      'Each level of `{names}` belongs to one of `{column}`: correct the table, or give levels of different groups names of their own.',
  },
  sameOrderOfLevels: {
    message:
      '{table}: the levels {level} and {word} of `{names}` have the same value of `{column}`, {value}, by which they are ordered.',
    remedy: 'Give each level of `{names}` a value of its own.',
  },
  unknownLevel: {
    at: 'cell',
    message: 'found {word}, a level that the fit did not have.',
    remedy: 'It had {known}: leave out the row, or fit again to data that have rows of this level.',
  },
} as const satisfies Readonly<Record<string, ProblemTemplate>>;

export type TableProblem = keyof typeof TABLE_PROBLEMS;

/** Sentences about a table that are not problems, and phrases for slots of problems. */
export const TABLE_PHRASES = {
  /** A note after the table has been read. */
  replaced:
    '{table}, column `{column}`: {count} {count:missing value is|missing values are} taken for {value}{unit}.',
  /** The values of a column, for `noRowChosen`. */
  holds: '`{column}` holds {known}',
} as const;

/** What CSV text is called and how to save it, for problems that other text formats have too. */
export const CSV_TEXT = {
  textFile: 'a CSV file in UTF-8; a spreadsheet can export one',
  save: 'Save it as UTF-8, which spreadsheets call "CSV UTF-8"',
  mayBe: 'Look in it for a quote that nothing closes',
} as const;

/** A problem with a table. */
export function tableProblem<Code extends TableProblem>(
  code: Code,
  values: ProblemValues<(typeof TABLE_PROBLEMS)[Code]>,
): Problem {
  return problemOf(TABLE_PROBLEMS[code] as ProblemTemplate, values as never);
}

/** The codes of problems with a cell. */
type CellProblem = {
  [Code in TableProblem]: (typeof TABLE_PROBLEMS)[Code] extends { readonly at: 'cell' } ? Code : never;
}[TableProblem];

/** A problem with a cell whose place is filled in later. */
export type PlacedLater = (place: CellPlace) => Problem;

export function cellProblem<Code extends CellProblem>(
  code: Code,
  values: Omit<ProblemValues<(typeof TABLE_PROBLEMS)[Code]>, keyof CellPlace>,
): PlacedLater {
  return (place) => tableProblem(code, { ...values, ...place } as never);
}

/**
 * Sentences with named slots, and how a slot is filled. A catalogue of problems is plain data, so that its words stand once: the readers in TypeScript
 * fill the slots with `problemOf`, and `compiler/emit/problem-code.ts` writes a function of AssemblyScript for each problem.
 *
 * `{name}` is a slot. `{name:one|several}` is the first text where the slot holds 1 or true, and else the second.
 */

/** One thing that is wrong: a sentence of what, and a sentence of what to do. */
export interface Problem {
  readonly message: string;
  readonly remedy: string;
}

/** A problem as a catalogue has it: two sentences with slots, and which place its message begins with, if any. */
export interface ProblemTemplate {
  /** `row` is the table and the row, `cell` the column too. */
  readonly at?: keyof typeof PLACES;
  readonly message: string;
  readonly remedy: string;
}

/** What stands before the message of a problem with a row or with a cell. */
export const PLACES = {
  row: '{table}, {record} {row}: ',
  cell: '{table}, {record} {row}, {field} `{column}`: ',
} as const;

/**
 * What a slot of each name holds, in every sentence:
 * - `text` is written as it is, and `cell` on one line, cut where it is long
 * - `whole` is a whole number from 0, `number` any number, and `size` a number of bytes
 * - `fixed` differs from reader to reader, and not from table to table: what a format calls its rows, or how a setting is written
 */
export const SLOTS = {
  table: 'text',
  record: 'fixed',
  field: 'fixed',
  isText: 'fixed',
  outcomeOption: 'fixed',
  recordLimit: 'fixed',
  inLines: 'fixed',
  textFile: 'fixed',
  save: 'fixed',
  mayBe: 'fixed',
  exampleRows: 'fixed',
  row: 'whole',
  column: 'text',
  // Of a cell.
  cell: 'cell',
  word: 'text',
  kind: 'text',
  wanted: 'text',
  whole: 'text',
  decimal: 'text',
  value: 'number',
  unit: 'text',
  outcome: 'text',
  trials: 'text',
  most: 'number',
  // Of the columns and the rows.
  names: 'text',
  role: 'text',
  columns: 'text',
  known: 'text',
  meant: 'text',
  asked: 'text',
  held: 'text',
  count: 'whole',
  width: 'whole',
  limit: 'size',
  // Of an option.
  option: 'text',
  argument: 'text',
  lo: 'whole',
  hi: 'whole',
  // Of the data as a whole.
  subject: 'text',
  statistic: 'text',
  level: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'cell' | 'whole' | 'number' | 'size' | 'fixed'>>;

export type Slot = keyof typeof SLOTS;

/** The names of the slots in a text. */
type SlotsOf<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? Extract<Found extends `${infer Name}:${string}` ? Name : Found, Slot> | SlotsOf<Rest>
  : never;

/** What the slots of a text are filled with. */
export type Values<Text extends string> = { readonly [Name in SlotsOf<Text>]: string | number | boolean };

/** What the slots of a problem are filled with. */
export type ProblemValues<Template extends ProblemTemplate> = Values<
  | Template['message']
  | Template['remedy']
  | (Template['at'] extends keyof typeof PLACES ? (typeof PLACES)[Template['at']] : never)
>;

/** Where a cell is. */
export type CellPlace = Values<(typeof PLACES)['cell']>;

/** A piece of a sentence: a text that stands in it, or a slot with the two texts that it may choose between. */
export type SentencePiece =
  | string
  | { readonly slot: Slot; readonly choice: readonly [string, string] | null };

const SLOT = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/;

/** A sentence as pieces, in their order. */
export function piecesOf(sentence: string): SentencePiece[] {
  const parts = sentence.split(SLOT);
  const pieces: SentencePiece[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const [text = '', name, one, several] = parts.slice(at, at + 4);
    if (text !== '') pieces.push(text);
    if (name === undefined) continue;
    if (!(name in SLOTS)) throw new Error(`\`${name}\` is no slot of a sentence: ${sentence}`);
    pieces.push({ slot: name as Slot, choice: one === undefined ? null : [one, several ?? ''] });
  }
  return pieces;
}

/** A sentence with its slots filled. */
export function filledSentence<const Sentence extends string>(
  sentence: Sentence,
  values: Values<NoInfer<Sentence>>,
): string {
  const given: Readonly<Record<string, string | number | boolean>> = values;
  return piecesOf(sentence)
    .map((piece) => (typeof piece === 'string' ? piece : filled(piece, given[piece.slot]!)))
    .join('');
}

function filled({ slot, choice }: Exclude<SentencePiece, string>, value: string | number | boolean): string {
  if (choice !== null) return choice[value === 1 || value === true ? 0 : 1];
  if (SLOTS[slot] === 'size') return sizeText(Number(value));
  return SLOTS[slot] === 'cell' ? shortened(String(value)) : String(value);
}

/** A problem with its slots filled. */
export function problemOf<const Template extends ProblemTemplate>(
  template: Template,
  values: ProblemValues<NoInfer<Template>>,
): Problem {
  const place = template.at === undefined ? '' : PLACES[template.at];
  const fill = filledSentence as (sentence: string, values: object) => string;
  return { message: fill(place + template.message, values), remedy: fill(template.remedy, values) };
}

/** UTF-16 units of a cell that are shown. */
const SHOWN = 40;

function shortened(cell: string): string {
  const line = cell.replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

const MIB = 1 << 20;

/** A number of bytes in words: `16 MiB`, `1000 bytes`. */
export function sizeText(bytes: number): string {
  return bytes >= MIB && bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}

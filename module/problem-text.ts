/**
 * Sentences with named slots, and how slots are filled. A catalogue of problems is plain data, so that its words exist
 * once: readers in TypeScript fill the slots with `problemOf`, and `compiler/emit/problem-code.ts` generates an
 * AssemblyScript function for each problem.
 *
 * `{name}` is a slot. `{name:one|several}` is the first text if the slot holds 1 or true, otherwise the second.
 */

/** A problem: one sentence that says what is wrong, and one that says what to do. */
export interface Problem {
  readonly message: string;
  readonly remedy: string;
}

/** The template of a problem: two sentences with slots, and the kind of place that its message begins with, if any. */
export interface ProblemTemplate {
  /** `row` names the table and the row, `cell` also the column. */
  readonly at?: keyof typeof PLACES;
  readonly message: string;
  readonly remedy: string;
}

/** The beginning of the message of a problem with a row or a cell. */
export const PLACES = {
  row: '{table}, {record} {row}: ',
  cell: '{table}, {record} {row}, {field} `{column}`: ',
} as const;

/**
 * How each slot is written, in every sentence:
 * - `text` as it is, and `cell` on one line, shortened if it is long
 * - `whole` is a whole number from 0, `number` any number, and `size` a number of bytes
 * - `fixed` depends on the reader, not on the table: what a format calls its rows, or how a setting is written
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
  // A cell.
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
  // The columns and the rows.
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
  // An option.
  option: 'text',
  argument: 'text',
  lo: 'whole',
  hi: 'whole',
  // The data as a whole.
  subject: 'text',
  statistic: 'text',
  level: 'text',
} as const satisfies Readonly<Record<string, 'text' | 'cell' | 'whole' | 'number' | 'size' | 'fixed'>>;

export type Slot = keyof typeof SLOTS;

/** The names of the slots in a text. */
type SlotsOf<Text extends string> = Text extends `${string}{${infer Found}}${infer Rest}`
  ? Extract<Found extends `${infer Name}:${string}` ? Name : Found, Slot> | SlotsOf<Rest>
  : never;

/** The values for the slots of a text. */
export type Values<Text extends string> = { readonly [Name in SlotsOf<Text>]: string | number | boolean };

/** The values for the slots of a problem. */
export type ProblemValues<Template extends ProblemTemplate> = Values<
  | Template['message']
  | Template['remedy']
  | (Template['at'] extends keyof typeof PLACES ? (typeof PLACES)[Template['at']] : never)
>;

/** The place of a cell. */
export type CellPlace = Values<(typeof PLACES)['cell']>;

/** A piece of a sentence: literal text, or a slot with the two texts that it chooses between. */
export type SentencePiece =
  | string
  | { readonly slot: Slot; readonly choice: readonly [string, string] | null };

const SLOT = /\{(\w+)(?::([^|{}]*)\|([^{}]*))?\}/;

/** A sentence as a list of pieces. */
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

/** Maximum number of UTF-16 units shown of a cell. */
const SHOWN = 40;

function shortened(cell: string): string {
  const line = cell.replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
}

const MIB = 1 << 20;

/** A number of bytes as text: `16 MiB`, `1000 bytes`. */
export function sizeText(bytes: number): string {
  return bytes >= MIB && bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}

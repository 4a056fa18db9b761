/** `--outcome NAME=COLUMN,…`: which columns hold an outcome, one fit to each. */

import { orderLevels } from '../../module/levels.ts';
import { didYouMean } from '../did-you-mean.ts';
import { badInput, badUsage } from '../failure.ts';
import { listNames } from '../words.ts';

/** One outcome of the layout with the columns asked for, as written: names, or patterns with `*` and `?`. */
export interface OutcomeChoice {
  readonly outcome: string;
  readonly columns: readonly string[];
  /** The columns as one text, for a column whose name holds a comma. */
  readonly text: string;
}

/** One fit: the column each outcome is read from. Its name is the column of the outcome with most columns. */
export interface Subject {
  readonly name: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** @throws Failure (usage) when the text is not `NAME=COLUMN,…`. */
export function parseOutcomeChoice(text: string): OutcomeChoice {
  const equals = text.indexOf('=');
  const outcome = text.slice(0, equals).trim();
  const listed = text.slice(equals + 1).trim();
  const columns = listed.split(',').map((column) => column.trim());
  if (equals < 1 || outcome === '' || columns.some((column) => column === '')) {
    throw badUsage(
      `\`--outcome ${text}\` does not say which outcome is in which columns.`,
      'Write NAME=COLUMN or NAME=COLUMN,COLUMN, such as --outcome read=tesseract,gocr.',
    );
  }
  return { outcome, columns, text: listed };
}

/** @throws Failure (usage) when a choice names an outcome that the layout does not observe, or one twice. */
export function checkOutcomeNames(choices: readonly OutcomeChoice[], outcomes: readonly string[]): void {
  const seen = new Set<string>();
  for (const { outcome } of choices) {
    if (!outcomes.includes(outcome)) {
      throw badUsage(
        `The layout observes no outcome called \`${outcome}\`.${didYouMean(outcome, outcomes)}`,
        `Its ${outcomes.length === 1 ? 'outcome is' : 'outcomes are'} ${listNames(outcomes)}: write --outcome ${outcomes[0]}=COLUMN.`,
      );
    }
    if (seen.has(outcome)) {
      throw badUsage(
        `\`--outcome ${outcome}=…\` is given twice.`,
        `Write all its columns in one: --outcome ${outcome}=COLUMN,COLUMN.`,
      );
    }
    seen.add(outcome);
  }
}

/**
 * The fits to make: patterns are resolved against the header in natural order (agent2 before agent10), an outcome
 * without a choice is read from the column of its own name.
 *
 * @throws Failure (input) when a column is missing, or outcomes have different numbers of columns.
 */
export function resolveSubjects(
  choices: readonly OutcomeChoice[],
  outcomes: readonly string[],
  header: readonly string[],
  file: string,
): Subject[] {
  if (outcomes.length === 0) return [];
  const columnsOf = outcomes.map((outcome) => {
    const choice = choices.find((each) => each.outcome === outcome);
    if (choice !== undefined) {
      const wanted = header.includes(choice.text) ? [choice.text] : choice.columns;
      return [...new Set(wanted.flatMap((column) => matching(column, header, file)))];
    }
    if (header.includes(outcome)) return [outcome];
    throw badInput(
      `${file} has no column called \`${outcome}\` for the outcome of that name.`,
      `Say which column holds it: --outcome ${outcome}=COLUMN. The columns are ${listNames(header)}.`,
    );
  });
  const fits = Math.max(...columnsOf.map((columns) => columns.length));
  const odd = columnsOf.findIndex((columns) => columns.length !== fits && columns.length !== 1);
  if (odd >= 0) {
    throw badInput(
      `The outcome \`${outcomes[odd]}\` has ${columnsOf[odd]!.length} columns where another has ${fits}.`,
      'Give every outcome as many columns, in the same order, or one column for all fits.',
    );
  }
  const naming = columnsOf.find((columns) => columns.length === fits)!;
  return naming.map((name, fit) => ({
    name,
    columns: new Map(
      outcomes.map((outcome, index) => [outcome, columnsOf[index]![fit] ?? columnsOf[index]![0]!]),
    ),
  }));
}

function matching(column: string, header: readonly string[], file: string): string[] {
  if (header.includes(column)) return [column];
  if (!/[*?]/.test(column)) {
    throw badInput(
      `${file} has no column called \`${column}\`.${didYouMean(column, header)}`,
      `Its columns are ${listNames(header)}.`,
    );
  }
  const matches = header.filter((name) => matchesPattern(column, name));
  if (matches.length === 0) {
    throw badInput(`No column of ${file} matches \`${column}\`.`, `Its columns are ${listNames(header)}.`);
  }
  return orderLevels(matches);
}

/** `*` stands for any characters and `?` for one. Takes at most pattern × name steps, since neither is ours. */
function matchesPattern(pattern: string, name: string): boolean {
  // reached[i]: the pattern so far can stand for the first i characters of the name.
  let reached = Array.from({ length: name.length + 1 }, (_, i) => i === 0);
  for (const character of pattern) {
    const first = reached.indexOf(true);
    if (first < 0) return false;
    reached = reached.map((_, i) =>
      character === '*'
        ? i >= first
        : i > 0 && reached[i - 1]! && (character === '?' || name[i - 1] === character),
    );
  }
  return reached[name.length]!;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PLACES, type ProblemTemplate, piecesOf } from '../../module/problem-text.ts';
import { TABLE_PROBLEMS } from '../../module/table-problems.ts';

const TESTS = fileURLToPath(new URL('..', import.meta.url));

/** What the command prints of a problem: the message and the remedy, each one line. */
interface Said {
  readonly title: string;
  readonly text: string;
}

/** Every error of the stored messages, with the title of the test that stored it. */
function storedErrors(): Said[] {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.txt'),
  );
  return files
    .sort()
    .flatMap((name) =>
      [...readFileSync(join(TESTS, name), 'utf8').matchAll(/^error: .*\n {2}= help: .*$/gm)].map(
        ([text]) => ({ title: name.replace(/^.*[\\/]|\.txt$/g, '').replaceAll('-', ' '), text }),
      ),
    );
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What matches a sentence, whatever its slots hold. */
function patternOf(sentence: string): string {
  return piecesOf(sentence)
    .map((piece) => {
      if (typeof piece === 'string') return escaped(piece);
      // What kind of value it is, in words, and not a value in quotes.
      if (piece.slot === 'kind') return '[\\w ]+';
      return piece.choice === null ? '.*?' : `(?:${piece.choice.map(escaped).join('|')})`;
    })
    .join('');
}

const saidBy = ({ at, message, remedy }: ProblemTemplate) =>
  new RegExp(
    `^error: ${patternOf(`${at === undefined ? '' : PLACES[at]}${message}`)}\\n {2}= help: ${patternOf(remedy)}$`,
  );

const headingOf = (code: string) => code.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Those that only a program or an embedded table meets, or whose remedy the command words with its own options. */
const WITHOUT_EXAMPLE = ['noRowsOfColumns', 'noOutcomeWord', 'quotedBoolean', 'noScalar', 'unlistedValue'];

it('the page of messages about tables has every kind, with an example of what the command prints', async () => {
  const stored = storedErrors();
  const problems = Object.entries(TABLE_PROBLEMS).map(([code, template]) => {
    const pattern = saidBy(template);
    return {
      code,
      template: template as ProblemTemplate,
      found: stored.filter(({ text }) => pattern.test(text)),
    };
  });
  // What several kinds could have said belongs to the one with the narrowest words.
  const taken = new Map<string, Said>();
  const used = new Set<string>();
  for (const { code, found } of problems.toSorted((a, b) => a.found.length - b.found.length)) {
    const own = found
      .filter(({ text }) => !used.has(text))
      .toSorted((a, b) => a.text.length - b.text.length)[0];
    if (own === undefined) continue;
    used.add(own.text);
    taken.set(code, own);
  }
  expect(problems.map(({ code }) => code).filter((code) => !taken.has(code))).toEqual(WITHOUT_EXAMPLE);
  const parts = problems.map(({ code, template: { at, message, remedy } }) => {
    const said = taken.get(code);
    const [title, text] =
      said === undefined
        ? [
            'In braces stands what the table has there',
            `error: ${at === undefined ? '' : PLACES[at]}${message}\n  = help: ${remedy}`,
          ]
        : [said.title, said.text];
    return `## \`${headingOf(code)}\`\n\n${title.slice(0, 1).toUpperCase()}${title.slice(1)}.\n\n\`\`\`text\n${text}\n\`\`\`\n`;
  });
  const page = `# What is said of tables

Every kind of message about a table, in the order in which a reader meets them: the file and its text, the columns, the rows, and then the cells. Each says where
it is, what is wrong, and what to do; the command and the command module use the same words. A test writes this page from the stored messages. Messages about layouts are on
[another page](errors.md), and [Tables](tables.md) says how each format is read.

${parts.join('\n')}`;
  await expect(page).toMatchFileSnapshot('../../docs/reference/table-errors.md');
});

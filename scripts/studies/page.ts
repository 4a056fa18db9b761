/**
 * A page whose commands are run as they stand there: a study, or another page that has the comment `<!-- npm run studies -->`. Each
 * block of `sh` may be followed by what its commands print, in a block of `text`. A comment before that block says which lines are
 * shown: `<!-- shown: 1-8 /horizon/ last-2 -->`, or all of them without a comment. A layout or a table below the words
 * "Save this as `NAME`" is a file for the commands.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of which this is so, by their paths in `docs` without an ending, such as `start/profile`. */
export function runPages(docs: string): string[] {
  return readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
    .filter(
      (path) =>
        path.startsWith('studies/') ||
        readFileSync(join(docs, path), 'utf8').includes('<!-- npm run studies -->'),
    )
    .map((path) => path.slice(0, -'.md'.length))
    .sort();
}

/** The files that the reader is asked to save, with their texts. */
export function savedFiles(page: string): Map<string, string> {
  const found = page.matchAll(/[Ss]ave this as `([\w.-]+)`[^\n]*(?:\n[^\n]+)*\n\n```\w*\n([\s\S]*?)^```$/gm);
  return new Map([...found].map(([, name, text]) => [name!, text!]));
}

/** A block of commands, as words without `npx` and `node`. */
export interface CommandBlock {
  readonly commands: readonly StudyCommand[];
  /** Which lines of the output the page shows; null if it shows none. */
  readonly shown: string | null;
  /** What the page shows now. */
  readonly text: string | null;
}

export interface StudyCommand {
  readonly program: 'theodolite' | 'node';
  readonly words: readonly string[];
}

const BLOCK = /^```sh\n([\s\S]*?)^```\n(?:\n(?:<!-- shown: (.*?) -->\n)?```text\n([\s\S]*?)^```\n)?/gm;

/** The blocks of commands of a page, from top to bottom. @throws Error for a command that is of neither program */
export function commandBlocks(page: string): CommandBlock[] {
  return [...page.matchAll(BLOCK)].map(([, commands, shown, text]) => ({
    commands: commandsIn(commands!),
    shown: text === undefined ? null : (shown ?? '1-'),
    text: text ?? null,
  }));
}

/** The page with these outputs, one per block. */
export function withOutputs(page: string, outputs: readonly string[]): string {
  let block = 0;
  return page.replace(BLOCK, (whole, _commands, shown: string | undefined, text: string | undefined) => {
    const output = outputs[block++]!;
    if (text === undefined) return whole;
    const lines = `${shownLines(output, shown ?? '1-')}\n`;
    return withoutTimes(lines) === withoutTimes(text)
      ? whole
      : whole.replace(/(```text\n)[\s\S]*(```\n)$/, (_, before, after) => `${before}${lines}${after}`);
  });
}

/** Sampling takes another time in each run. */
export const withoutTimes = (text: string) => text.replace(/\b[\d.]+ s\b/g, 'some s');

/** The figures that a page shows, by their names. */
export function figuresIn(page: string, study: string): string[] {
  return [...page.matchAll(/!\[[^\]]*\]\(([\w-]+)\/([\w-]+\.svg)\)/g)]
    .filter(([, folder]) => folder === study)
    .map(([, , file]) => file!);
}

/**
 * The chosen lines, with `…` in place of those between.
 *
 * @param shown line numbers from 1 such as `3`, `1-8` and `5-`, `last-2` for the last two, and regular expressions
 * without spaces between slashes
 * @throws Error if a choice takes no line
 */
export function shownLines(output: string, shown: string): string {
  const lines = output.trimEnd().split('\n');
  const taken = new Set<number>();
  for (const choice of shown.split(' ')) {
    const chosen = [...lines.keys()].filter((line) => takes(choice, line, lines));
    if (chosen.length === 0) throw new Error(`\`${choice}\` takes no line of:\n${output}`);
    for (const line of chosen) taken.add(line);
  }
  const kept: string[] = [];
  let last = -1;
  for (const line of [...taken].sort((a, b) => a - b)) {
    if (lines.slice(last + 1, line).some((left) => left.trim() !== '')) kept.push('…');
    kept.push(lines[line]!.trimEnd());
    last = line;
  }
  if (lines.slice(last + 1).some((left) => left.trim() !== '')) kept.push('…');
  return kept.join('\n');
}

function takes(choice: string, line: number, lines: readonly string[]): boolean {
  const [, pattern] = /^\/(.+)\/$/.exec(choice) ?? [];
  if (pattern !== undefined) return new RegExp(pattern).test(lines[line]!);
  const [, count] = /^last-(\d+)$/.exec(choice) ?? [];
  if (count !== undefined) return line >= lines.length - Number(count);
  const [, from, dash, to] = /^(\d+)(-?)(\d*)$/.exec(choice) ?? [];
  if (from === undefined) throw new Error(`\`${choice}\` says no lines.`);
  const end = to !== '' ? Number(to) : dash === '-' ? lines.length : Number(from);
  return line + 1 >= Number(from) && line + 1 <= end;
}

function commandsIn(block: string): StudyCommand[] {
  return block
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const words = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) =>
        word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double),
      );
      if (words[0] === 'node') return { program: 'node', words: words.slice(1) };
      if (words[0] === 'npx' && words[1] === 'theodolite')
        return { program: 'theodolite', words: words.slice(2) };
      throw new Error(`\`${line}\` is neither of theodolite nor of a script.`);
    });
}

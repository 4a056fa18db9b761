/** Text behind the options in the help of a command, as wide as the terminal. */
import type { AddHelpTextContext } from 'commander';

const USUAL_WIDTH = 80;

/**
 * For `addHelpText`: lines that are too long are broken between words. What follows goes below the description where a line
 * is a name and its description, with two blanks or more between them.
 */
export function furtherHelp(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => {
    const width = command.configureOutput().getOutHelpWidth?.() ?? USUAL_WIDTH;
    return text
      .split('\n')
      .map((line) => broken(line, width))
      .join('\n');
  };
}

function broken(line: string, width: number): string {
  const [begin] = /^ *(?:\S+(?: \S+)* {2,})?/.exec(line)!;
  const lines: string[] = [];
  let current = begin;
  for (const word of line.slice(begin.length).split(' ')) {
    const isFirst = current === begin || current.trim() === '';
    if (!isFirst && current.length + 1 + word.length > width) {
      lines.push(current);
      current = ' '.repeat(begin.length) + word;
    } else current += isFirst ? word : ` ${word}`;
  }
  return [...lines, current].join('\n');
}

/** The help of a command: its place in the list, headings for its options, an example, and text that is as wide as the terminal. */
import type { AddHelpTextContext, Command } from 'commander';

/** What the list of commands says of one, and its help. */
export interface ArrangedHelp {
  /** The heading below which the list has it. */
  readonly group: string;
  /** The arguments and options of a use of it. */
  readonly example: string;
}

/** The headings of options in the help of a command, with the names that the options have in a program; all others are `Options`. */
const OPTION_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Rows and columns:': [
    'outcome',
    'subject',
    'by',
    'cells',
    'columns',
    'stack',
    'each',
    'rows',
    'success',
    'bind',
    'join',
    'table',
    'weight',
    'count',
    'data',
    'fitted',
    'fittedRows',
  ],
  'Format of the table:': ['format', 'delimiter', 'recordLimit', 'unpackedLimit'],
  'Layout:': ['choose', 'layout', 'among'],
  'Method:': [
    'method',
    'chains',
    'warmup',
    'draws',
    'targetAccept',
    'maxTreeDepth',
    'scouts',
    'starts',
    'confidence',
    'seed',
    'seeds',
    'workers',
  ],
  'Held-out rows:': ['split', 'folds', 'group', 'repeats', 'testRows', 'splits', 'baselines', 'randomForest'],
  'What is written:': [
    'out',
    'output',
    'json',
    'drawsAs',
    'profileOut',
    'predictions',
    'title',
    'paper',
    'theme',
    'width',
  ],
  'Several machines:': ['shard', 'merge'],
};
/** The help of a command with fewer options has no headings. */
const MIN_GROUPED = 8;

export function arrangeHelp(command: Command, { group, example }: ArrangedHelp): void {
  command.helpGroup(group).addHelpText('after', `\nExample:\n  theodolite ${command.name()} ${example}\n`);
  if (command.options.length < MIN_GROUPED) return;
  for (const option of command.options) {
    const found = Object.entries(OPTION_GROUPS).find(([, names]) => names.includes(option.attributeName()));
    if (found !== undefined) option.helpGroup(found[0]);
  }
}

const USUAL_WIDTH = 80;

/**
 * For `addHelpText`: lines that are too long are broken between words. What follows goes below the description where a line
 * is a name and its description, with two blanks or more between them.
 */
export function furtherHelp(text: string): (context: AddHelpTextContext) => string {
  return ({ command }) => {
    const help = command.createHelp();
    const width = command.configureOutput().getOutHelpWidth?.() ?? USUAL_WIDTH;
    const broken = (line: string) => {
      const [begin] = /^ *(?:\S+(?: \S+)* {2,})?/.exec(line)!;
      const { length } = begin;
      return (
        begin + help.boxWrap(line.slice(length), width - length).replaceAll('\n', `\n${' '.repeat(length)}`)
      );
    };
    return text.split('\n').map(broken).join('\n');
  };
}

/** The help of each command: its headings, and an example that works. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeProgram } from '../../cli/program.ts';
import { openWorkspace, type Workspace } from './run-command.ts';

const { commands } = await describeProgram();
const helpOf = (command: (typeof commands)[number]) => {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }).outputHelp();
  return help;
};
/** A server ends only when its editor does. */
const ENDING = commands.filter((command) => command.name() !== 'language-server');

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace();
  const jump = (prior: string) => `/// Jumps.
layout Jump
demand height in [0, 4]
capability leap ~ ${prior}
observe success ~ bernoulli(margin(leap, height, steepness = 3))
`;
  workspace.write('layout.ml', jump('normal(2, 1)'));
  workspace.write('other.ml', jump('normal(2, 2)'));
  const heights = Array.from({ length: 60 }, (_, row) => (row % 20) / 5);
  const lines = heights.map((height, row) => `${height},${height < 1.5 + (row % 3) / 2 ? 1 : 0}`);
  workspace.write('results.csv', `height,success\n${lines.join('\n')}\n`);
  workspace.write('planned.csv', `height\n${heights.join('\n')}\n`);
  for (const name of ['point', 'profile']) workspace.write(`${name}.json`, '{"leap": 2}');
  for (const [layout, folder] of [
    ['layout.ml', 'results'],
    ['layout.ml', 'first'],
    ['other.ml', 'second'],
  ] as const)
    expect((await workspace.run('fit', layout, 'results.csv', '--out', folder)).status).toBe(0);
});
afterAll(() => workspace.remove());

describe('the help', () => {
  it.each(ENDING.map((command) => [command.name(), command] as const))(
    'of %s has an example that works',
    async (name, command) => {
      const [, example] = /^Example:\n {2}theodolite (.*)$/m.exec(helpOf(command)) ?? [];
      expect(example).toMatch(new RegExp(`^${name} `));
      const { status, stderr } = await workspace.run(...example!.split(' '));
      // Checks may fail, and chains of few rows may need care: the command line is right.
      expect([0, 6], stderr).toContain(status);
    },
  );

  it('lists commands and options below headings', () => {
    const fit = helpOf(commands.find((command) => command.name() === 'fit')!);
    expect([...fit.matchAll(/^(\S.*):$/gm)].map(([, heading]) => heading)).toMatchInlineSnapshot(`
      [
        "Arguments",
        "Rows and columns",
        "Format of the table",
        "Layout",
        "Method",
        "What is written",
        "Several machines",
        "Options",
        "Example",
        "Exit status",
      ]
    `);
    expect(helpOf(commands[0]!.parent!).match(/^\S.*:$/gm)).toMatchInlineSnapshot(`
      [
        "Options:",
        "Before a fit:",
        "Fits and what they say:",
        "Many fits, and planning:",
        "For editors:",
        "Commands:",
        "Exit status:",
      ]
    `);
  });

  it('breaks no word, and is no wider than a terminal', () => {
    for (const command of [commands[0]!.parent!, ...commands])
      for (const line of helpOf(command).split('\n')) {
        // What cannot be broken, such as a list of names without blanks, may be longer.
        if (line.trim().includes(' ')) expect(line.length, line).toBeLessThanOrEqual(80);
      }
  });
});

/** The second half of `docs/reference/command.md` is the command's own help. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeProgram } from '../../cli/program.ts';

const PAGE = new URL('../../docs/reference/command.md', import.meta.url);
const MARK = '<!-- help -->\n';

it('the page of the command has the help of every command', async () => {
  const { commands } = await describeProgram();
  const sections = commands.map((command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 110 }).outputHelp();
    // The page has the exit statuses once.
    const own = help.replace(/\nExit status:\n(?: {2}.*\n)+/, '').trim();
    return `### ${command.name()}\n\n\`\`\`text\n${own}\n\`\`\`\n`;
  });
  expect(sections.length).toBeGreaterThan(15);
  const page = readFileSync(PAGE, 'utf8');
  const written = page.slice(0, page.indexOf(MARK) + MARK.length);
  expect(written).toContain(MARK);
  const whole = `${written}\n## All options\n\n${sections.join('\n')}`;
  await expect(whole).toMatchFileSnapshot('../../docs/reference/command.md');
});

/** The pages of studies: that their commands work as they are typed, on fewer rows of the same kind, and draw the figures shown. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandBlocks, figuresIn, shownLines, withOutputs } from '../../scripts/studies/page.ts';
import { openWorkspace } from '../cli/run-command.ts';

const FOLDER = 'docs/studies';
const STUDIES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -3));
const pageOf = (study: string) => readFileSync(`${FOLDER}/${study}.md`, 'utf8');

describe.each(STUDIES)('the study of %s', (study) => {
  const page = pageOf(study);

  it('shows all of its figures and no others', () => {
    expect(figuresIn(page, study).sort()).toEqual(readdirSync(`${FOLDER}/${study}`).sort());
  });

  it('links to files that are there', () => {
    const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(join(FOLDER, path)))).toEqual([]);
  });

  it('has commands that work, and say what it shows of them', async () => {
    const workspace = openWorkspace();
    try {
      symlinkSync(`${process.cwd()}/stdlib-layouts`, join(workspace.path, 'stdlib-layouts'));
      for (const { commands, shown } of commandBlocks(page)) {
        let output = '';
        for (const { program, words } of commands) {
          if (program === 'theodolite') {
            const outcome = await workspace.run(...words);
            // A warning, or a check that a small table fails, is no defect of the page.
            expect([outcome.status, outcome.stderr]).toEqual([0, expect.any(String)]);
            output += outcome.stdout;
          } else {
            const small = words[0]!.endsWith('/simulate.mjs') ? ['--small'] : [];
            const options = { cwd: workspace.path, encoding: 'utf8' } as const;
            output += execFileSync(process.execPath, [...words, ...small], options);
          }
        }
        if (shown !== null) expect(shownLines(output, shown)).not.toBe('');
      }
      for (const figure of figuresIn(page, study)) expect(workspace.read(figure)).toMatch(/^<svg /);
    } finally {
      workspace.remove();
    }
  }, 300_000);
});

describe('what a page shows of an output', () => {
  const output = 'head\n\na 1\na 2\nb 3, sampled in 0.5 s\nlast\n';

  it('is the lines that it names, with a mark where others are left out', () => {
    expect(shownLines(output, '1 /^b/')).toBe('head\n…\nb 3, sampled in 0.5 s\n…');
    expect(shownLines(output, '1-3 last-1')).toBe('head\n\na 1\n…\nlast');
    expect(shownLines(output, '1-')).toBe(output.trimEnd());
    expect(() => shownLines(output, '/^c/')).toThrow('`/^c/` takes no line');
  });

  it('is written anew where anything but a time has changed', () => {
    const page = (text: string) =>
      `# A\n\n\`\`\`sh\nnpx theodolite x 'a b'\n\`\`\`\n\n<!-- shown: /^b/ last-1 -->\n\`\`\`text\n${text}\`\`\`\n\nEnd.\n`;
    const [block] = commandBlocks(page(''));
    expect(block!.commands).toEqual([{ program: 'theodolite', words: ['x', 'a b'] }]);
    const made = page('…\nb 3, sampled in 0.5 s\nlast\n');
    expect(withOutputs(page(''), [output])).toBe(made);
    expect(withOutputs(made, [output.replace('0.5', '7')])).toBe(made);
    expect(withOutputs(made, [output.replace('b 3', 'b 4')])).toContain('b 4');
  });
});

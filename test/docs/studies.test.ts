/** The pages of studies, and others whose commands are run: that they work as they are typed, on fewer rows of the same kind, and draw the figures shown. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commandBlocks,
  figuresIn,
  runPages,
  savedFiles,
  shownLines,
  withOutputs,
  withoutTimes,
} from '../../scripts/studies/page.ts';
import { openWorkspace } from '../cli/run-command.ts';
import { triesAll } from '../random-cases.ts';

const PAGES = runPages('docs');

describe.each(PAGES)('the page %s', (name) => {
  const page = readFileSync(`docs/${name}.md`, 'utf8');
  const figures = figuresIn(page, basename(name));
  const isSmaller = page.includes('/simulate.mjs');

  it('shows all of its figures and no others', () => {
    const folder = `docs/${name}`;
    expect([...figures].sort()).toEqual(existsSync(folder) ? readdirSync(folder).sort() : []);
  });

  // A study fits populations: `npm run test:slow` does so.
  const isLong = name.startsWith('studies/');
  it.skipIf(isLong && !triesAll())(
    'has commands that work, and say what it shows of them',
    async () => {
      const workspace = openWorkspace();
      try {
        symlinkSync(`${process.cwd()}/stdlib-layouts`, join(workspace.path, 'stdlib-layouts'));
        for (const [file, text] of savedFiles(page)) workspace.write(file, text);
        for (const { commands, shown, text } of commandBlocks(page)) {
          let output = '';
          for (const { program, words } of commands) {
            if (program === 'theodolite') {
              const outcome = await workspace.run(...words);
              // A warning is no defect of the page, nor a predictive check that fails: what it fails by is shown.
              const status = words[0] === 'predictive-check' && outcome.status === 6 ? 6 : 0;
              expect([outcome.status, outcome.stderr]).toEqual([status, expect.any(String)]);
              output += outcome.stdout;
            } else {
              const small = words[0]!.endsWith('/simulate.mjs') ? ['--small'] : [];
              const options = { cwd: workspace.path, encoding: 'utf8' } as const;
              output += execFileSync(process.execPath, [...words, ...small], options);
            }
          }
          if (shown === null) continue;
          if (isSmaller) expect(shownLines(output, shown)).not.toBe('');
          else expect(withoutTimes(shownLines(output, shown))).toBe(withoutTimes(text!).trimEnd());
        }
        for (const figure of figures) expect(workspace.read(figure)).toMatch(/^<svg /);
      } finally {
        workspace.remove();
      }
    },
    300_000,
  );
});

describe('a file that the reader is asked to save', () => {
  it('is the block below those words', () => {
    const page =
      'Save this as `a.ml`: it is\nshort.\n\n```\nlayout A\n```\n\nAnd save this as `b.csv`.\n\n```text\nx\n1\n```\n';
    expect([...savedFiles(page)]).toEqual([
      ['a.ml', 'layout A\n'],
      ['b.csv', 'x\n1\n'],
    ]);
  });
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

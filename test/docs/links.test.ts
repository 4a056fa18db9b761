/** Every relative link of every page leads to a file that is there, and every fragment to a heading. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn, linksIn } from '../../scripts/docs/markdown-page.ts';

const PAGES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(path));

const anchors = new Map<string, ReadonlySet<string>>();
function anchorsOf(path: string): ReadonlySet<string> {
  let known = anchors.get(path);
  if (known === undefined) {
    known = anchorsIn(readFileSync(path, 'utf8'));
    anchors.set(path, known);
  }
  return known;
}

/** What is wrong with a link on a page, or null. */
function problemOf(page: string, link: string): string | null {
  const [path, anchor] = link.split('#') as [string, string?];
  const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
  if (!existsSync(target)) return `${link}: no such file`;
  if (anchor === undefined || !target.endsWith('.md')) return null;
  return anchorsOf(target).has(anchor) ? null : `${link}: no such heading`;
}

describe('every page', () => {
  it('is found', () => {
    expect(PAGES).toContain('README.md');
    expect(PAGES.length).toBeGreaterThan(50);
  });

  it.each(PAGES)('%s links to files and headings that are there', (page) => {
    const links = linksIn(readFileSync(page, 'utf8')).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.map((link) => problemOf(page, link)).filter((problem) => problem !== null)).toEqual([]);
  });
});

describe('a link', () => {
  it('is found in text, in pictures and in HTML, and not in code', () => {
    const page = [
      'A [link](a.md) and ![picture](b.svg "title"), `[no](c.md)`.',
      '```md',
      '[no](d.md)',
      '```',
      '<img src="e.svg">',
      '[`code`](f.md#g)',
    ].join('\n');
    expect(linksIn(page)).toEqual(['a.md', 'b.svg', 'f.md#g', 'e.svg']);
  });

  it('to a heading has the anchor that GitHub gives it', () => {
    const page =
      '# A page\n## `--shard`, and R-hat\n## Same\n## Same\n## [Link](x.md) of *words*\n```sh\n# none\n```\n';
    expect([...anchorsIn(page)]).toEqual(['a-page', '--shard-and-r-hat', 'same', 'same-1', 'link-of-words']);
  });

  it('to a file or a heading that is not there is noticed', () => {
    expect(problemOf('README.md', 'nowhere.md')).toBe('nowhere.md: no such file');
    expect(problemOf('README.md', 'CONTRIBUTING.md#nothing')).toBe(
      'CONTRIBUTING.md#nothing: no such heading',
    );
    expect(statSync('CONTRIBUTING.md').isFile()).toBe(true);
  });
});

/** The table of contents of the site has every page once, and every page is one that a reader can find. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTENTS, LISTED, sitePlaceOf } from '../../scripts/docs/contents.ts';
import { titleIn } from '../../scripts/docs/markdown-page.ts';
import { pagesOf } from '../../scripts/docs/stage.ts';

const PAGES = pagesOf('.');

describe('the table of contents', () => {
  it('names each page once, and only pages that are there', () => {
    expect(new Set(LISTED).size).toBe(LISTED.length);
    expect(LISTED.filter((page) => !PAGES.includes(page))).toEqual([]);
  });

  it('leaves no page of docs out', () => {
    const inDocs = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');
    expect(inDocs.filter((page) => !LISTED.includes(page))).toEqual([]);
  });

  it('has the pages of a section in its folder', () => {
    for (const { folder, groups } of CONTENTS)
      for (const { source } of groups.flatMap(({ pages }) => pages))
        expect(source).toMatch(new RegExp(`^(docs/${folder}|examples)/`));
  });
});

describe('every page of the site', () => {
  it.each(PAGES.filter((page) => page.endsWith('.md')))('%s has a title', (page) => {
    expect(titleIn(readFileSync(page, 'utf8'))).not.toBeNull();
  });

  it('has a place of its own', () => {
    const places = PAGES.map(sitePlaceOf);
    expect(places).not.toContain(null);
    expect(new Set(places).size).toBe(places.length);
  });
});

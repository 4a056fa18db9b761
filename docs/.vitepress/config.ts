/** The site of the documentation, which `npm run docs` builds from the pages that it has staged in `source`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { API_ENTRIES, CONTENTS, type SiteSection, sitePlaceOf } from '../../scripts/docs/contents.ts';
import { anchorOf } from '../../scripts/docs/markdown-page.ts';
import { textMateGrammar } from '../../scripts/textmate-grammar.ts';
import { showLayouts } from './show-layouts.ts';

/** Folders of pages that belong to a section by another name. */
const MEMBERS: Readonly<Record<string, string>> = {
  guides: '(guides|examples)',
  reference: '(reference|layouts)',
};

const SOURCE = join(import.meta.dirname, 'source');

const addressOf = (source: string) => `/${sitePlaceOf(source)!.replace(/\.md$/, '')}`;

function sidebarOf({ groups }: SiteSection): DefaultTheme.SidebarItem[] {
  return groups.map(({ title, pages }) => ({
    text: title,
    items: pages.map(({ source, label }) => ({
      ...{ text: label, link: addressOf(source) },
      ...(source === 'docs/reference/api.md' ? { collapsed: true, items: API_ITEMS } : {}),
    })),
  }));
}

const API_ITEMS = API_ENTRIES.map(({ name, place }) => ({
  text: name,
  link: `/${place.replace(/\.md$/, '')}`,
}));

export default defineConfig({
  title: 'Theodolite',
  description: 'Measurement layouts: from demands and results to a profile of what a system can do.',
  lang: 'en-GB',
  base: process.env.THEODOLITE_DOCS_BASE ?? '/',
  srcDir: '.vitepress/source',
  metaChunk: true,
  appearance: true,
  head: [['link', { rel: 'icon', href: `${process.env.THEODOLITE_DOCS_BASE ?? '/'}icon.svg` }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'theodolite-layout' } } },
  vite: {
    logLevel: 'warn',
    build: { chunkSizeWarningLimit: 4000 },
    define: { __PLAYGROUND__: JSON.stringify(existsSync(join(SOURCE, 'public/playground'))) },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { stan: 'cpp' },
    languages: [{ ...textMateGrammar(), name: 'layout', aliases: ['ml'] } as never],
    config: showLayouts,
  },
  themeConfig: {
    nav: CONTENTS.map((section) => ({
      text: section.title,
      link: addressOf(section.groups[0]!.pages[0]!.source),
      activeMatch: `^/${MEMBERS[section.folder] ?? section.folder}/`,
    })),
    sidebar: {
      ...Object.fromEntries(CONTENTS.map((section) => [`/${section.folder}/`, sidebarOf(section)])),
      '/examples/': sidebarOf(CONTENTS.find(({ folder }) => folder === 'guides')!),
      '/layouts/': sidebarOf(CONTENTS.find(({ folder }) => folder === 'reference')!),
    },
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Pages for readers before lists of all there is. The page calls this by its text, so it reads nothing else.
            boostDocument: (id: string) =>
              /\/(contributing|reference\/errors|reference\/api)/.test(id)
                ? 0.2
                : /\/(start|guides)\//.test(id)
                  ? 1.5
                  : 1,
          },
        },
      },
    },
    docFooter: { prev: 'Before', next: 'Next' },
    externalLinkIcon: false,
  },
});

/** `docs/explanation/seeds.md` points to what there is. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyseSource } from '../../compiler/analyse.ts';

const PAGE = readFileSync('docs/explanation/seeds.md', 'utf8');

/** As GitHub makes anchors of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

describe('the list of the source documents', () => {
  const links = [...PAGE.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);

  it('has links', () => expect(links.length).toBeGreaterThan(30));

  it.each([...new Set(links)])('%s is there', (link) => {
    const [path, anchor] = link.split('#');
    const file = new URL(path!, new URL('../../docs/explanation/', import.meta.url));
    expect(existsSync(file)).toBe(true);
    if (anchor === undefined) return;
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
      anchorOf(text!),
    );
    expect(headings).toContain(anchor);
  });

  it('names choices that the layouts have', () => {
    const choices = new Map<string, readonly string[]>();
    for (const [, layout] of PAGE.matchAll(/stdlib-layouts\/([\w-]+)\/README/g))
      for (const name of [
        layout!,
        'instances',
        'normalisations',
        'capabilities-and-propensities',
        '1-object-permanence',
      ]) {
        const path = `stdlib-layouts/${layout}/${name}.ml`;
        if (!existsSync(path)) continue;
        const found = analyseSource({ name: path, text: readFileSync(path, 'utf8') }).choices;
        for (const { name: choice, alternatives } of found)
          choices.set(choice, [...(choices.get(choice) ?? []), ...alternatives]);
      }
    const named = [...PAGE.matchAll(/--choose (\w+)=(\w+)/g)];
    expect(named.length).toBeGreaterThan(4);
    for (const [, choice, alternative] of named) expect(choices.get(choice!)).toContain(alternative);
  });
});

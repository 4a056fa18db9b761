import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLOT_KINDS } from '../../cli/plot/plot-kinds.ts';
import { CHAPTERS } from '../../scripts/gallery/chapters.ts';
import { galleryPage } from '../../scripts/gallery/page.ts';

const PAGE = readFileSync('docs/guides/gallery.md', 'utf8');
const SHOWN = CHAPTERS.flatMap(({ shown }) => shown);

describe('docs/guides/gallery.md', () => {
  it('shows all of its figures and no others', () => {
    const linked = [...PAGE.matchAll(/!\[(?:[^\]\\]|\\.)*\]\(gallery\/([\w-]+\.svg)\)/g)].map(
      ([, file]) => file,
    );
    expect(linked).toEqual(SHOWN.map(({ file }) => `${file}.svg`));
    expect(readdirSync('docs/guides/gallery').sort()).toEqual([...linked].sort());
  });

  it('has each figure under its own title', () => {
    const titles = [...PAGE.matchAll(/^### (.*)$/gm)].map(([, title]) => title!.replace(/\\(.)/g, '$1'));
    const drawn = SHOWN.map(({ file }) => {
      const [, title] = /<title id="[^"]*">([^<]*)</.exec(
        readFileSync(`docs/guides/gallery/${file}.svg`, 'utf8'),
      )!;
      return title!.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
    });
    expect(titles).toEqual(drawn);
  });

  it('says the commands that drew them', () => {
    const commands = PAGE.replace(/ \\\n +/g, ' ');
    for (const { file, plot } of SHOWN) {
      expect(PLOT_KINDS.map(({ name }) => name)).toContain(plot[0]);
      expect(commands).toContain(`npx theodolite plot ${plot.join(' ')} -o ${file}.svg\n`);
    }
    for (const { title, out } of CHAPTERS) {
      expect(PAGE).toContain(`\n## ${title}\n`);
      expect(commands).toMatch(new RegExp(`npx theodolite fit .*--out ${out}\n`));
    }
  });
});

describe('the page of the gallery', () => {
  const [chapter] = CHAPTERS;
  const shown = { file: 'x', plot: ['forest', 'results/<x>'], words: 'Words.' };
  const drawn = { shown, svg: '<svg/>', title: 'A <b> of *x*', caption: 'Of `y`.', alt: 'z '.repeat(200) };
  const fit = ['fit', 'a.ml', '--outcome', 'success=agent*', '--rows', `split=${'train'.repeat(20)}`];
  const page = galleryPage([{ chapter: chapter!, fits: [fit], figures: [drawn] }]);

  it('takes no name for markup', () => {
    expect(page).toContain('### A \\<b\\> of \\*x\\*\n');
    expect(page).toContain('Of \\`y\\`.');
  });

  it('puts a long description below the figure, and quotes what a shell would read', () => {
    expect(page).toContain('![A \\<b\\> of \\*x\\*](gallery/x.svg)');
    expect(page).toContain('<details><summary>In words</summary>');
    expect(page).toContain("npx theodolite plot forest 'results/<x>' -o x.svg\n");
    expect(page).toContain("npx theodolite fit a.ml --outcome 'success=agent*' --rows \\\n  split=train");
  });
});

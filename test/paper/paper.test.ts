/** What a paper needs: methods that are true of the fits, tables, and documents that programs can open. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { DOMParser } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { zipped } from '../../reporting/paper/docx.ts';
import { latexFigure, latexParagraph, latexTable } from '../../reporting/paper/latex.ts';
import { methodsOf } from '../../reporting/paper/methods.ts';
import { paperOf } from '../../reporting/paper/paper.ts';
import {
  bibtexOf,
  piecesOf,
  REFERENCES,
  type ReferenceKey,
  referenceText,
} from '../../reporting/paper/references.ts';
import { paperTables } from '../../reporting/paper/tables.ts';
import { gatherReport } from '../../reporting/report/report-data.ts';
import type { ReportFit } from '../../reporting/report/subjects.ts';
import { inter } from '../figures/inter.ts';
import { expectedRows, GOCR, type MadeFit, madeFit, OCRAD, TESSERACT } from '../report/made-fits.ts';

const MISFIT: MadeFit['checks'] = {
  replications: 200,
  outcomes: {
    read: {
      ...{ checks: 9, failed: 2, findings: [] },
      worst: {
        ...{
          check: 'mean where `blur_px` is 2',
          rows: 30,
          observed: 1,
          expected: 0.5,
          lower: 0.4,
          upper: 0.6,
        },
        message:
          'expected 50 % of successes (40 to 60 %) where `blur_px` is 2, and observed 100 % of 30 rows',
      },
    },
  },
};
const engines = (): ReportFit[] => [
  madeFit({ name: 'gocr', normals: GOCR, successes: 43, expected: expectedRows('gocr', [0.5, 0.2]) }),
  madeFit({ name: 'ocrad', normals: OCRAD, successes: 50, checks: MISFIT! }),
  madeFit({ name: 'tess_eract & <co>', normals: TESSERACT, successes: 65 }),
];
const methods = (fits: readonly ReportFit[]) => methodsOf(gatherReport(fits)).paragraphs.join('\n\n');

/** The files of an archive as text, by their paths, as another program unpacks them. */
async function unzipped(archive: Uint8Array): Promise<Map<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false });
  const found = new Map<string, string>();
  for (const entry of await reader.getEntries()) {
    const bytes = await (entry as { getData(writer: Uint8ArrayWriter): Promise<Uint8Array> }).getData(
      new Uint8ArrayWriter(),
    );
    found.set(entry.filename, new TextDecoder().decode(bytes));
  }
  await reader.close();
  return found;
}

describe('the methods', () => {
  it('of three fits, one of which is a misfit', async () => {
    await expect(methods(engines())).toMatchFileSnapshot('messages/three-fits.txt');
  });

  it('of one fit', async () => {
    await expect(methods(engines().slice(0, 1))).toMatchFileSnapshot('messages/one-fit.txt');
  });

  it('leave out fits that did not converge, and say so', async () => {
    const lost = madeFit({ name: 'lost', normals: GOCR, status: 'failed' });
    await expect(methods([...engines().slice(0, 1), lost])).toMatchFileSnapshot(
      'messages/a-fit-that-failed.txt',
    );
  });

  it('have the numbers of the summaries', () => {
    const fits = engines();
    const parameters = fits.flatMap(({ summary }) => Object.values(summary.parameters));
    const text = methods(fits);
    expect(text).toContain(`was ${Math.max(...parameters.map(({ rhat }) => rhat!)).toFixed(3)},`);
    const least = Math.min(...parameters.flatMap(({ essBulk, essTail }) => [essBulk!, essTail!]));
    expect(text).toContain(`or the tails, ${Math.floor(least)}.`);
    const diverging = fits.map((fit, place) => ({
      ...fit,
      summary: {
        ...fit.summary,
        sampler: { ...fit.summary.sampler!, divergences: place, warmups: [300, 1000] },
      },
    }));
    expect(methods(diverging)).toContain('3 transitions diverged.');
    expect(methods(diverging)).toContain('at most 1000 iterations of warm-up (300 to 1000 were taken)');
  });

  it('cite only works that are in the file of references, each with what BibTeX requires', () => {
    const { paragraphs, cited } = methodsOf(gatherReport(engines()));
    const keys = paragraphs.flatMap((text) =>
      piecesOf(text).flatMap((piece) => (piece.kind === 'citation' ? piece.keys : [])),
    );
    expect(new Set(keys)).toEqual(new Set(cited));
    expect(cited.length).toBeGreaterThan(5);
    const bibtex = bibtexOf(Object.keys(REFERENCES) as ReferenceKey[]);
    const required = {
      article: ['journal', 'volume'],
      book: ['publisher'],
      inproceedings: ['booktitle'],
      misc: ['eprint'],
    };
    for (const [key, { type }] of Object.entries(REFERENCES)) {
      const [, entry] = new RegExp(`@${type}\\{${key},\\n(.*?)\\n\\}`, 's').exec(bibtex)!;
      for (const field of ['author', 'title', 'year', ...required[type]])
        expect(entry).toMatch(new RegExp(`^  ${field} = \\{.+\\},$`, 'm'));
      expect(entry!.split('{').length).toBe(entry!.split('}').length);
      expect(referenceText(key as ReferenceKey)).not.toMatch(/[{}\\$]|undefined/);
    }
  });
});

describe('the tables', () => {
  it('as LaTeX', async () => {
    const tables = paperTables(gatherReport(engines()));
    expect(tables.map(({ name }) => name)).toEqual(['priors', 'profiles', 'comparisons', 'diagnostics']);
    await expect(tables.map(latexTable).join('\n')).toMatchFileSnapshot('messages/tables.tex');
  });

  it('as numbers have each parameter of each subject, to all digits', () => {
    const fits = engines();
    const acuity = fits[0]!.summary.parameters.acuity!;
    const { numbers } = paperTables(gatherReport(fits)).find(({ name }) => name === 'profiles')!;
    expect(numbers.rows).toHaveLength(12);
    expect(numbers.rows[0]!.slice(0, 6)).toEqual([
      ...['gocr', 'acuity', '1 / px'],
      ...[acuity.q50, acuity.mean, acuity.sd],
    ]);
  });

  it('have as many cells in each row as in the head', () => {
    for (const { head, rows, numbers } of paperTables(gatherReport(engines()))) {
      for (const row of rows) expect(row).toHaveLength(head.length);
      for (const row of numbers.rows) expect(row).toHaveLength(numbers.head.length);
    }
  });
});

describe('LaTeX', () => {
  it('divides a table that is wider than a page, with the first column in each part', () => {
    const places = Array.from({ length: 9 }, (_, place) => place);
    const text = latexTable({
      ...{ name: 'wide', title: 'Wide', note: '' },
      head: ['Subject', ...places.map((place) => `Ability ${place}`)],
      rows: [['Ada', ...places.map((place) => `${place}.123 [0.100, 9.999]`)]],
      numbers: { head: [], rows: [] },
    });
    expect(text.match(/caption\{.*/g)).toEqual([
      'caption{Wide (1 of 3).}',
      'caption{Wide (2 of 3).}',
      'caption{Wide (3 of 3).}',
    ]);
    expect(text.match(/label\{.*/g)).toEqual(['label{tab:wide}', 'label{tab:wide-2}', 'label{tab:wide-3}']);
    expect(
      text
        .match(/^ +Ada .*/gm)!
        .join(' ')
        .match(/\d\.123/g),
    ).toEqual(places.map((place) => `${place}.123`));
    expect(text.match(/^ +Subject & Ability/gm)).toHaveLength(3);
  });

  it('leaves a figure that is too tall for a page to the reader', () => {
    const drawn = (height: number) => ({
      title: 'T',
      caption: 'C.',
      alt: '',
      svg: `<svg viewBox="0 0 100 ${height}">`,
    });
    expect(latexFigure('figures/t.pdf', drawn(300))).toBe('% figures/t.pdf is too tall for one page.\n');
    expect(latexFigure('figures/t.pdf', drawn(200))).toContain('\\includegraphics');
  });

  it('prints every sign, and takes no name for a command', () => {
    expect(latexParagraph('a_b & 5 % of $x #1 {y} \\input{z} ~^ "q" [@nobody; z]')).toBe(
      "a\\_b \\& 5\\,\\% of \\$x \\#1 \\{y\\} \\textbackslash{}input\\{z\\} \\textasciitilde{}\\textasciicircum{} ``q'' [@nobody; z]",
    );
    expect(latexParagraph('so [maxT; @westfall1993] in Table [#priors] of `a_b`')).toBe(
      'so \\citep[maxT;][]{westfall1993} in Table \\ref{tab:priors} of \\texttt{a\\_b}',
    );
  });
});

describe('the files of a paper', () => {
  it('are the same each time, and all that a document of LaTeX takes in are there', async () => {
    const { files, missing } = await paperOf(engines(), await inter());
    expect(missing).toEqual([]);
    const again = await paperOf(engines(), await inter());
    expect(again.files).toEqual(files);
    const paths = new Set(files.map(({ path }) => path));
    const document = files.find(({ path }) => path === 'paper.tex')!.content as string;
    const taken = [
      ...document.matchAll(/\\(input|includegraphics|bibliography)(?:\[[^\]]*\])?\{([^}]*)\}/g),
    ].map(([, command, file]) => `${file}${{ input: '.tex', bibliography: '.bib' }[command!] ?? ''}`);
    expect(taken.length).toBeGreaterThan(8);
    expect(taken.filter((path) => !paths.has(path))).toEqual([]);
    expect([...paths].filter((path) => path.startsWith('figures/')).sort()).toEqual([
      ...['figures/layout.pdf', 'figures/layout.svg', 'figures/overview.pdf', 'figures/overview.svg'],
      ...['figures/profiles.pdf', 'figures/profiles.svg'],
      ...['figures/success-by-demand.pdf', 'figures/success-by-demand.svg'],
    ]);
    for (const { content } of files) expect(String(content)).not.toMatch(/NaN|undefined|\[object/);
  });

  it('have a document for Word, of whole XML with all tables and the words of the methods', async () => {
    const { files } = await paperOf(engines(), await inter());
    const parts = await unzipped(files.find(({ path }) => path === 'paper.docx')!.content as Uint8Array);
    expect(parts.has('[Content_Types].xml')).toBe(true);
    for (const [name, text] of parts) {
      const root = new DOMParser().parseFromString(text, 'text/xml').documentElement as unknown as Element;
      expect(`${name} ${text.match(/<(?!\?|\/)[^>]*[^/]>/g)!.length}`).toBe(
        `${name} ${text.match(/<\//g)!.length}`,
      );
      expect(root).not.toBeNull();
    }
    const body = parts.get('word/document.xml')!;
    expect(body.match(/<w:tbl>/g)).toHaveLength(4);
    const text = body.replace(/<\/w:p>/g, '\n').replace(/<[^>]*>/g, '');
    expect(text).toContain('(Burden et al. 2023)');
    expect(text).toContain('tess_eract &amp; &lt;co&gt;');
    expect(text).toContain('Table 1 gives the priors.');
    expect(text).toContain('Hernández-Orallo, José');
    expect(text).not.toMatch(/\[@|\[#|`/);
  });

  it('are zipped as others unzip them', async () => {
    const files = [
      { path: 'ä/one.txt', content: 'Größe '.repeat(1000) },
      { path: 'empty.txt', content: '' },
    ];
    expect([...(await unzipped(zipped(files)))]).toEqual(files.map(({ path, content }) => [path, content]));
  });
});

/** What a paper about fits needs: methods with citations, tables and figures, as files. */
import { csvText } from '../../files/tables/csv-fields.ts';
import { forestData } from '../figures/data/forest.ts';
import type { FigureSvg } from '../figures/index.ts';
import { forest, openFrame, overview, WIDTHS } from '../figures/index.ts';
import { successByDemand } from '../figures/kinds/success-by-demand.ts';
import { embedFonts } from '../figures/node/embed-fonts.ts';
import { pdf, type Typefaces } from '../figures/node/pdf.ts';
import { missingLetters } from '../figures/node/typeface.ts';
import { mainGroup, overviewOf } from '../report/answer.ts';
import { layoutFigure, overviewData, sampled, spokenForest, successFigures } from '../report/figures.ts';
import { gatherReport } from '../report/report-data.ts';
import type { ReportFit } from '../report/subjects.ts';
import { answerWords } from '../report/words/answer.ts';
import { capital } from '../report/words/phrases.ts';
import { docx } from './docx.ts';
import { latexDocument, latexFigure, latexParagraph, latexTable } from './latex.ts';
import { methodsOf } from './methods.ts';
import { bibtexOf, citationText, piecesOf } from './references.ts';
import { paperTables } from './tables.ts';

export interface PaperFile {
  /** With `/`, below the folder of the paper. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface Paper {
  readonly files: readonly PaperFile[];
  /** Letters in figures that the included font lacks. */
  readonly missing: readonly string[];
}

/** @param fits at least one; all of one layout with the same choices, and made by one method */
export async function paperOf(fits: readonly ReportFit[], faces: Typefaces, title?: string): Promise<Paper> {
  const data = gatherReport(fits);
  const group = mainGroup(data);
  const shown = group && overviewOf(group);
  const words = group && shown && answerWords(group, shown);
  const heading = title ?? (words === null ? fits[0]!.manifest.layout : capital(words.title));
  const { paragraphs, cited } = methodsOf(data);
  const tables = paperTables(data);
  const figures = await figuresOf(fits, data);
  const drawn = figures.flatMap(([name, { svg, title: about }]): PaperFile[] => [
    { path: `figures/${name}.pdf`, content: pdf(svg, about, faces) },
    { path: `figures/${name}.svg`, content: embedFonts(svg, faces) },
  ]);
  const numbers = new Map(tables.map(({ name }, place) => [name, place + 1]));
  return {
    files: [
      { path: 'methods.tex', content: `${paragraphs.map(latexParagraph).join('\n\n')}\n` },
      {
        path: 'methods.txt',
        content: `${paragraphs.map((text) => plainText(text, numbers)).join('\n\n')}\n`,
      },
      ...(fits[0]!.layoutText === undefined ? [] : [{ path: 'layout.ml', content: fits[0]!.layoutText }]),
      { path: 'references.bib', content: bibtexOf(cited) },
      ...tables.flatMap((table): PaperFile[] => [
        { path: `tables/${table.name}.tex`, content: latexTable(table) },
        { path: `tables/${table.name}.csv`, content: csvText([table.numbers.head, ...table.numbers.rows]) },
      ]),
      {
        path: 'paper.tex',
        content: latexDocument(
          heading,
          tables.map(({ name }) => name),
          figures.map(([name, figure]) => latexFigure(`figures/${name}.pdf`, figure)).join(''),
        ),
      },
      { path: 'paper.docx', content: docx({ title: heading, paragraphs, tables, cited }) },
      ...drawn,
    ],
    missing: [...new Set(figures.flatMap(([, { svg }]) => missingLetters(svg)))],
  };
}

function plainText(text: string, numbers: ReadonlyMap<string, number>): string {
  return piecesOf(text)
    .map((piece) => {
      if (piece.kind === 'table') return String(numbers.get(piece.name) ?? '');
      if (piece.kind !== 'citation') return piece.text;
      return `(${[...(piece.before === '' ? [] : [piece.before]), ...piece.keys.map(citationText)].join('; ')})`;
    })
    .join('');
}

/** Each figure with the name of its file. */
async function figuresOf(
  fits: readonly ReportFit[],
  data: ReturnType<typeof gatherReport>,
): Promise<(readonly [name: string, figure: FigureSvg])[]> {
  const frame = await openFrame({ theme: 'light', width: WIDTHS.normal });
  const group = mainGroup(data);
  const shown = group && overviewOf(group);
  const drawable = fits.filter((fit) => sampled(fit).length === fit.parameters.length);
  const demands = data.groups.flatMap(({ usable }) => successFigures(usable));
  const graph = await layoutFigure(fits[0]!, frame);
  return [
    ...(shown === null ? [] : [['overview', overview(overviewData(shown), frame)] as const]),
    ...(drawable.length === 0
      ? []
      : [['profiles', forest(spokenForest(forestData(drawable, { sort: 'value' })), frame)] as const]),
    ...demands.map(
      (each, place) =>
        [
          demands.length === 1 ? 'success-by-demand' : `success-by-demand-${place + 1}`,
          successByDemand(each, frame),
        ] as const,
    ),
    ...(graph === null ? [] : [['layout', graph] as const]),
  ];
}

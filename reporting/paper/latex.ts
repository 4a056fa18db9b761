/** Paragraphs, tables and figures of a paper as LaTeX. */
import { visibleText } from '../figures/draw/text.ts';
import type { FigureSvg } from '../figures/index.ts';
import { piecesOf } from './references.ts';
import type { PaperTable } from './tables.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '–': '--',
  '−': '$-$',
  '…': '\\ldots{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

/** Text as LaTeX prints it. */
export function latexText(text: string): string {
  return visibleText(text)
    .replace(/[\\~^–−…<>|]|[&%$#_{}]/g, (sign) => SPECIAL[sign] ?? `\\${sign}`)
    .replace(/(\d) \\%/g, '$1\\,\\%')
    .replace(/"([^"]*)"/g, "``$1''");
}

/** @param text with citations, tables and code as `piecesOf` reads them */
export function latexParagraph(text: string): string {
  return piecesOf(text)
    .map((piece) => {
      if (piece.kind === 'code') return latexCode(piece.text);
      if (piece.kind === 'table') return `\\ref{tab:${piece.name}}`;
      if (piece.kind === 'text') return latexText(piece.text);
      const before = piece.before === '' ? '' : `[${latexText(piece.before)};][]`;
      return `\\citep${before}{${piece.keys.join(', ')}}`;
    })
    .join('');
}

/** Code may break after each sixteen characters, as a digest must. */
function latexCode(text: string): string {
  return `\\texttt{${(text.match(/.{1,16}/gu) ?? []).map(latexText).join('\\allowbreak{}')}}`;
}

/** So many letters fit on a line of a page, in the small type of tables. */
const LINE = 108;

/** A table with rules as in books: the package `booktabs`. One that is wider than a page is divided by its columns. */
export function latexTable(table: PaperTable): string {
  const parts = columnParts(table);
  return parts
    .map((columns, part) =>
      onePart(
        {
          ...table,
          name: part === 0 ? table.name : `${table.name}-${part + 1}`,
          title: parts.length === 1 ? table.title : `${table.title} (${part + 1} of ${parts.length})`,
          head: columns.map((place) => table.head[place]!),
          rows: table.rows.map((row) => columns.map((place) => row[place]!)),
        },
        parts.length,
      ),
    )
    .join('');
}

/** The columns of each part: all, or the first and as many others as there is room for. */
function columnParts({ head, rows }: PaperTable): number[][] {
  const widths = head.map(
    (title, place) => 2 + Math.max(title.length, ...rows.map((row) => row[place]!.length)),
  );
  const all = [...head.keys()];
  // A column of sentences takes what the others leave.
  const isText = widths.some((_, place) => rows.some((row) => row[place]!.length > LONGEST));
  if (isText || widths.reduce((sum, width) => sum + width, 0) <= LINE) return [all];
  const parts: number[][] = [];
  let room = 0;
  for (const place of all.slice(1)) {
    if (parts.length === 0 || widths[place]! > room) {
      parts.push([0]);
      room = LINE - widths[0]!;
    }
    parts.at(-1)!.push(place);
    room -= widths[place]!;
  }
  return parts;
}

/** Longer text has a column that breaks lines. */
const LONGEST = 40;

function onePart({ name, title, note, head, rows }: Omit<PaperTable, 'numbers'>, parts: number): string {
  const columns = head.map((_, place) => {
    const longest = Math.max(...rows.map((row) => row[place]!.length));
    if (longest > LONGEST) return '>{\\raggedright\\arraybackslash}X';
    return place > 0 && rows.every((row) => /^[−\d–-]/.test(row[place]!)) ? 'r' : 'l';
  });
  const isWide = columns.some((column) => column.endsWith('X'));
  const line = (cells: readonly string[]) => `${cells.map(latexParagraph).join(' & ')} \\\\`;
  const environment = isWide ? 'tabularx' : 'tabular';
  // Parts of one table stay in their order wherever they float to.
  const place = parts > 1 ? '[p]' : '';
  return `% Needs the packages booktabs${isWide ? ', array and tabularx' : ''}.
\\begin{table}${place}
  \\centering\\small
  \\caption{${latexText(`${title}.${note === '' ? '' : ` ${note}`}`)}}
  \\label{tab:${name}}
  \\begin{${environment}}${isWide ? '{\\linewidth}' : ''}{@{}${columns.join('')}@{}}
    \\toprule
    ${line(head)}
    \\midrule
${rows.map((row) => `    ${line(row)}\n`).join('')}    \\bottomrule
  \\end{${environment}}
\\end{table}
`;
}

/** A figure that is this many times as high as wide cannot be read on one page. */
const TALLEST = 2.2;

/** The figure, or a comment on one that is too tall. */
export function latexFigure(file: string, { title, caption, svg }: FigureSvg): string {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg)!;
  if (Number(height) > TALLEST * Number(width)) return `% ${file} is too tall for one page.\n`;
  const label = file.replace(/^.*\//, '').replace(/\.pdf$/, '');
  return `\\begin{figure}
  \\centering
  \\includegraphics[width=\\linewidth,height=0.85\\textheight,keepaspectratio]{${file}}
  \\caption{${latexText(`${title}. ${caption}`)}}
  \\label{fig:${label}}
\\end{figure}
`;
}

/** A document that holds everything, to look at and to copy from. */
export function latexDocument(title: string, tables: readonly string[], figures: string): string {
  return `\\documentclass{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage{array,booktabs,tabularx,graphicx}
\\usepackage[margin=25mm]{geometry}
\\usepackage[round]{natbib}
% Outlines of letters, not bitmaps, where they are installed.
\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}
\\title{${latexText(title)}}
\\author{}
\\date{}
\\begin{document}
\\maketitle
\\section*{Methods}
\\input{methods}
${tables.map((name) => `\\input{tables/${name}}`).join('\n')}
${figures}\\clearpage
\\bibliographystyle{plainnat}
\\bibliography{references}
\\end{document}
`;
}

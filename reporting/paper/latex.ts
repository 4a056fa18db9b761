/** Paragraphs, tables and figures of a paper as LaTeX. */
import { visibleText } from '../figures/draw/text.ts';
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

/** A table with rules as in books: the package `booktabs`. */
export function latexTable({ name, title, note, head, rows }: PaperTable): string {
  // Long text has a column that breaks lines.
  const columns = head.map((_, place) => {
    const longest = Math.max(...rows.map((row) => row[place]!.length));
    if (longest > 40) return '>{\\raggedright\\arraybackslash}X';
    return place > 0 && rows.every((row) => /^[−\d–-]/.test(row[place]!)) ? 'r' : 'l';
  });
  const isWide = columns.some((column) => column.endsWith('X'));
  const line = (cells: readonly string[]) => `${cells.map(latexParagraph).join(' & ')} \\\\`;
  const environment = isWide ? 'tabularx' : 'tabular';
  return `% Needs the packages booktabs${isWide ? ', array and tabularx' : ''}.
\\begin{table}
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

export function latexFigure(file: string, title: string, caption: string): string {
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
\\title{${latexText(title)}}
\\date{}
\\begin{document}
\\maketitle
\\section*{Methods}
\\input{methods}
${tables.map((name) => `\\input{tables/${name}}`).join('\n')}
${figures}\\bibliographystyle{plainnat}
\\bibliography{references}
\\end{document}
`;
}

/** The works that a methods paragraph cites, as BibTeX and as text, and how paragraphs cite them. */

interface Reference {
  readonly type: 'article' | 'book' | 'inproceedings' | 'misc' | 'techreport';
  /** As in a sentence: `Hoffman and Gelman`. */
  readonly short: string;
  readonly year: number;
  readonly author: string;
  readonly title: string;
  /** Further fields of BibTeX, in their order. */
  readonly fields: Readonly<Record<string, string>>;
}

export const REFERENCES = {
  burden2023: {
    ...{ type: 'misc', short: 'Burden et al.', year: 2023 },
    author:
      "Burden, John and Voudouris, Konstantinos and Burnell, Ryan and Rutar, Danaja and Cheke, Lucy and Hern{\\'a}ndez-Orallo, Jos{\\'e}",
    title: 'Inferring Capabilities from Task Performance with {B}ayesian Triangulation',
    fields: { eprint: '2309.11975', archiveprefix: 'arXiv' },
  },
  hoffman2014: {
    ...{ type: 'article', short: 'Hoffman and Gelman', year: 2014 },
    author: 'Hoffman, Matthew D. and Gelman, Andrew',
    title: 'The No-{U}-Turn Sampler: Adaptively Setting Path Lengths in {H}amiltonian {M}onte {C}arlo',
    fields: { journal: 'Journal of Machine Learning Research', volume: '15', pages: '1593--1623' },
  },
  betancourt2017: {
    ...{ type: 'misc', short: 'Betancourt', year: 2017 },
    author: 'Betancourt, Michael',
    title: 'A Conceptual Introduction to {H}amiltonian {M}onte {C}arlo',
    fields: { eprint: '1701.02434', archiveprefix: 'arXiv' },
  },
  delmoral2006: {
    ...{ type: 'article', short: 'Del Moral, Doucet and Jasra', year: 2006 },
    author: 'Del Moral, Pierre and Doucet, Arnaud and Jasra, Ajay',
    title: 'Sequential {M}onte {C}arlo Samplers',
    fields: {
      journal: 'Journal of the Royal Statistical Society: Series B',
      ...{ volume: '68', number: '3', pages: '411--436' },
    },
  },
  tierney1986: {
    ...{ type: 'article', short: 'Tierney and Kadane', year: 1986 },
    author: 'Tierney, Luke and Kadane, Joseph B.',
    title: 'Accurate Approximations for Posterior Moments and Marginal Densities',
    fields: {
      journal: 'Journal of the American Statistical Association',
      ...{ volume: '81', number: '393', pages: '82--86' },
    },
  },
  yao2018: {
    ...{ type: 'inproceedings', short: 'Yao et al.', year: 2018 },
    author: 'Yao, Yuling and Vehtari, Aki and Simpson, Daniel and Gelman, Andrew',
    title: 'Yes, but Did It Work? {E}valuating Variational Inference',
    fields: {
      booktitle: 'Proceedings of the 35th International Conference on Machine Learning',
      pages: '5581--5590',
    },
  },
  vehtari2021: {
    ...{ type: 'article', short: 'Vehtari et al.', year: 2021 },
    author:
      'Vehtari, Aki and Gelman, Andrew and Simpson, Daniel and Carpenter, Bob and B{\\"u}rkner, Paul-Christian',
    title:
      'Rank-Normalization, Folding, and Localization: An Improved $\\widehat{R}$ for Assessing Convergence of {MCMC}',
    fields: { journal: 'Bayesian Analysis', volume: '16', number: '2', pages: '667--718' },
  },
  gelman1996: {
    ...{ type: 'article', short: 'Gelman, Meng and Stern', year: 1996 },
    author: 'Gelman, Andrew and Meng, Xiao-Li and Stern, Hal',
    title: 'Posterior Predictive Assessment of Model Fitness via Realized Discrepancies',
    fields: { journal: 'Statistica Sinica', volume: '6', number: '4', pages: '733--760' },
  },
  westfall1993: {
    ...{ type: 'book', short: 'Westfall and Young', year: 1993 },
    author: 'Westfall, Peter H. and Young, S. Stanley',
    title: 'Resampling-Based Multiple Testing: Examples and Methods for $p$-Value Adjustment',
    fields: { publisher: 'Wiley', address: 'New York' },
  },
  chen1999: {
    ...{ type: 'article', short: 'Chen and Shao', year: 1999 },
    author: 'Chen, Ming-Hui and Shao, Qi-Man',
    title: '{M}onte {C}arlo Estimation of {B}ayesian Credible and {HPD} Intervals',
    fields: {
      journal: 'Journal of Computational and Graphical Statistics',
      ...{ volume: '8', number: '1', pages: '69--92' },
    },
  },
  liu1989: {
    ...{ type: 'article', short: 'Liu and Nocedal', year: 1989 },
    author: 'Liu, Dong C. and Nocedal, Jorge',
    title: 'On the Limited Memory {BFGS} Method for Large Scale Optimization',
    fields: { journal: 'Mathematical Programming', volume: '45', pages: '503--528' },
  },
} as const satisfies Readonly<Record<string, Reference>>;

export type ReferenceKey = keyof typeof REFERENCES;

/** `Hoffman and Gelman 2014`. */
export function citationText(key: ReferenceKey): string {
  const { short, year } = REFERENCES[key];
  return `${short} ${year}`;
}

/** The entry of a list of references, as text. */
export function referenceText(key: ReferenceKey): string {
  const { author, year, title, fields }: Reference = REFERENCES[key];
  const { journal, booktitle, publisher, volume, number, pages, eprint } = fields;
  const where = [
    journal ?? (booktitle === undefined ? undefined : `In ${booktitle}`) ?? publisher ?? `arXiv:${eprint}`,
    ...(volume === undefined ? [] : [number === undefined ? volume : `${volume}(${number})`]),
    ...(pages === undefined ? [] : [pages.replace('--', '–')]),
  ];
  return plain(`${author.split(' and ').join('; ')} (${year}). ${title}. ${where.join(', ')}.`);
}

/** Without the marks of LaTeX. */
function plain(text: string): string {
  const marks: Readonly<Record<string, string>> = { "'": '\u0301', '"': '\u0308' };
  return text
    .replace(/\{\\(['"])(\w)\}/g, (_, mark: string, letter: string) =>
      `${letter}${marks[mark]}`.normalize('NFC'),
    )
    .replace('$\\widehat{R}$', 'R-hat')
    .replace(/\$(\w)\$/g, '$1')
    .replace(/[{}]/g, '');
}

/** A file of BibTeX with these works, by their keys in alphabetical order. */
export function bibtexOf(keys: readonly ReferenceKey[]): string {
  const entries = [...keys].sort().map((key) => {
    const { type, author, title, year, fields }: Reference = REFERENCES[key];
    // The usual styles of BibTeX print no `eprint`, which other programs read.
    const shown = fields.eprint === undefined ? {} : { howpublished: `arXiv:${fields.eprint}` };
    const all = Object.entries({ author, title, ...shown, ...fields, year: String(year) });
    const lines = all.map(([name, value]) => `  ${name} = {${value}},\n`);
    return `@${type}{${key},\n${lines.join('')}}\n`;
  });
  return entries.join('\n');
}

/** A piece of a paragraph: text, code, a citation or a reference to a table. */
export type ParagraphPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'citation'; readonly before: string; readonly keys: readonly ReferenceKey[] };

const MARKS = /`([^`]*)`|\[#(\w+)\]|\[([^\][]*@\w+[^\][]*)\]/g;

/** Pieces of a text in which `[words; @key; @key]` are citations, `[#name]` a table, and what is between backquotes code. */
export function piecesOf(text: string): ParagraphPiece[] {
  const pieces: ParagraphPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, table, citation] = match;
    const cited = citation === undefined ? null : citationOf(citation);
    if (citation !== undefined && cited === null) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + whole.length;
    if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (table !== undefined) pieces.push({ kind: 'table', name: table });
    else pieces.push(cited!);
  }
  if (end < text.length) pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces;
}

/** Null if it names a work that is not known, as the name of a subject might. */
function citationOf(text: string): ParagraphPiece | null {
  const parts = text.split(';').map((part) => part.trim());
  const keys = parts.filter((part) => part.startsWith('@')).map((part) => part.slice(1));
  if (keys.length === 0 || keys.some((key) => !Object.hasOwn(REFERENCES, key))) return null;
  return {
    kind: 'citation',
    before: parts.filter((part) => !part.startsWith('@')).join('; '),
    keys: keys as ReferenceKey[],
  };
}

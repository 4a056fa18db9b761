/** Methods, tables and references of a paper as a document for Word (ECMA-376). */
import { crc32, deflateRawSync } from 'node:zlib';
import { visibleText } from '../figures/draw/text.ts';
import { citationText, piecesOf, type ReferenceKey, referenceText } from './references.ts';
import type { PaperTable } from './tables.ts';

export interface PaperText {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly PaperTable[];
  readonly cited: readonly ReferenceKey[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export function docx(paper: PaperText): Uint8Array {
  return zipped([
    {
      path: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    },
    {
      path: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    },
    {
      path: 'docProps/core.xml',
      content: `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(paper.title)}</dc:title><dc:creator>theodolite</dc:creator><dc:language>en</dc:language></cp:coreProperties>`,
    },
    {
      path: 'word/_rels/document.xml.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    { path: 'word/styles.xml', content: STYLES },
    { path: 'word/document.xml', content: bodyOf(paper) },
  ]);
}

function escaped(text: string): string {
  return visibleText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}

function style(id: string, name: string, content: string): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${content}</w:style>`;
}

/** Sizes are in half points, distances in twentieths of a point. */
const STYLES = `${XML}<w:styles xmlns:w="${MAIN}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${style('Title', 'Title', '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>')}${style('Heading1', 'heading 1', '<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="28"/></w:rPr>')}${style('Caption', 'caption', '<w:pPr><w:keepNext/><w:spacing w:before="240" w:after="60"/></w:pPr><w:rPr><w:sz w:val="20"/></w:rPr>')}${style('TableText', 'Table Text', '<w:pPr><w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr>')}${style('Bibliography', 'Bibliography', '<w:pPr><w:ind w:left="360" w:hanging="360"/></w:pPr>')}</w:styles>`;

function run(text: string, properties = ''): string {
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
}

const CODE = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>';

/** @param numbers of the tables, by their names */
function runs(text: string, numbers: ReadonlyMap<string, number>): string {
  return piecesOf(text.replace(/(\d) %/g, '$1\u00a0%'))
    .map((piece) => {
      if (piece.kind === 'text') return run(piece.text);
      if (piece.kind === 'code') return run(piece.text, CODE);
      if (piece.kind === 'table') return run(String(numbers.get(piece.name) ?? ''));
      const before = piece.before === '' ? '' : `${piece.before}; `;
      return run(`(${before}${piece.keys.map(citationText).join('; ')})`);
    })
    .join('');
}

function paragraph(styleId: string, content: string): string {
  return `<w:p><w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>${content}</w:p>`;
}

function bodyOf({ title, paragraphs, tables, cited }: PaperText): string {
  const numbers = new Map(tables.map(({ name }, place) => [name, place + 1]));
  const references = cited.map(referenceText).sort((a, b) => (a < b ? -1 : 1));
  return `${XML}<w:document xmlns:w="${MAIN}"><w:body>${[
    paragraph('Title', run(title)),
    paragraph('Heading1', run('Methods')),
    ...paragraphs.map((text) => paragraph('Normal', runs(text, numbers))),
    paragraph('Heading1', run('Tables')),
    ...tables.flatMap((table) => [
      paragraph(
        'Caption',
        `${run(`Table ${numbers.get(table.name)}. ${table.title}.`, '<w:b/>')}${table.note === '' ? '' : runs(` ${table.note}`, numbers)}`,
      ),
      tableOf(table, numbers),
    ]),
    paragraph('Heading1', run('References')),
    ...references.map((text) => paragraph('Bibliography', run(text))),
  ].join(
    '',
  )}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr></w:body></w:document>`;
}

/** The width of the text of a page, in twentieths of a point. */
const TEXT_WIDTH = 9638;
/** Cells with more letters break their lines; of shorter ones the narrowest column has so many. */
const LETTERS = { most: 40, least: 6 } as const;

/** A table with rules above, below and under its head; the head is repeated on each page. */
function tableOf({ head, rows }: PaperTable, numbers: ReadonlyMap<string, number>): string {
  const letters = head.map((name, place) =>
    Math.min(
      LETTERS.most,
      Math.max(LETTERS.least, name.length + 2, ...rows.map((row) => row[place]!.length + 2)),
    ),
  );
  const sum = letters.reduce((all, each) => all + each, 0);
  const widths = letters.map((each) => Math.round((TEXT_WIDTH * each) / sum));
  const rule = (side: string, size: number) =>
    `<w:${side} w:val="single" w:sz="${size}" w:space="0" w:color="auto"/>`;
  const cell = (content: string, place: number, borders: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[place]}" w:type="dxa"/>${borders === '' ? '' : `<w:tcBorders>${borders}</w:tcBorders>`}</w:tcPr>${paragraph('TableText', content)}</w:tc>`;
  const heads = head.map((name, place) => cell(run(name, '<w:b/>'), place, rule('bottom', 4))).join('');
  const lines = rows.map(
    (row) =>
      `<w:tr><w:trPr><w:cantSplit/></w:trPr>${row.map((text, place) => cell(runs(text, numbers), place, '')).join('')}</w:tr>`,
  );
  return `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${rule('top', 8)}${rule('bottom', 8)}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${heads}</w:tr>${lines.join('')}</w:tbl>`;
}

export interface ZippedFile {
  readonly path: string;
  readonly content: string;
}

/** The first of January 1980, the least date that a ZIP archive can have. */
const DATE = 0x0021;
const DEFLATED = 8;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** An archive as in PKWARE's APPNOTE 6.3, without its extensions for more than 65 535 files or 4 GB. */
export function zipped(files: readonly ZippedFile[]): Uint8Array {
  const parts: Buffer[] = [];
  const listed: Buffer[] = [];
  let place = 0;
  for (const { path, content } of files) {
    const bytes = Buffer.from(content, 'utf8');
    const packed = deflateRawSync(bytes, { level: 9 });
    const name = Buffer.from(path, 'utf8');
    const common = Buffer.alloc(26);
    for (const [at, value] of [
      [0, 20],
      [2, FLAGS],
      [4, DEFLATED],
      [6, 0],
      [8, DATE],
    ] as const)
      common.writeUInt16LE(value, at);
    for (const [at, value] of [
      [10, crc32(bytes)],
      [14, packed.length],
      [18, bytes.length],
    ] as const)
      common.writeUInt32LE(value, at);
    common.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(place, 10);
    listed.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, entry, name);
    place += 4 + common.length + name.length + packed.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(place, 12);
  return Uint8Array.from(Buffer.concat([...parts, directory, Buffer.from('PK\u0005\u0006', 'latin1'), end]));
}

/** Figures as PDF: vectors, with text that can be selected and the letters that it needs of the included font. */
import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { DOMParser } from 'linkedom';
import { type DrawnMark, drawnSvg, type TextStyle } from './drawn-svg.ts';
import { FONT_FILES, readTypeface, type Typeface } from './typeface.ts';

/** Points per pixel of a figure, of which there are 96 to an inch. */
const POINT = 0.75;
/** How far letters of a slanted text lean, as the tangent of 12 degrees. */
const LEAN = 0.2126;

/** The faces of the included font, by whether they are bold. */
export interface Typefaces {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

/** @param files the regular and the bold face; by default those that come with theodolite */
export async function openTypefaces(files: readonly URL[] = FONT_FILES): Promise<Typefaces> {
  const [regular, bold] = await Promise.all(files.map((file) => readFile(file)));
  return { regular: readTypeface(regular!), bold: readTypeface(bold!) };
}

/**
 * A PDF of one page, of the size of the figure. The same figure gives the same bytes with the same Node.
 *
 * @param svg of a figure in a theme with its own colours, not `page`
 * @param title of the document
 * @throws RangeError for what no figure has, such as a picture
 */
export function pdf(svg: string, title: string, faces: Typefaces): Uint8Array {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement as unknown as Element;
  const [width, height] = [Number(root.getAttribute('width')), Number(root.getAttribute('height'))];
  const writer = new PageWriter(faces);
  writer.write(`${num(POINT)} 0 0 ${num(-POINT)} 0 ${num(height * POINT)} cm`);
  for (const each of drawnSvg(root)) writer.draw(each);
  return documentOf(writer, { width: width * POINT, height: height * POINT, title });
}

/** The widths of the words, as they are set. */
export function widthOfText(
  text: string,
  { size, bold }: Pick<TextStyle, 'size' | 'bold'>,
  faces: Typefaces,
): number {
  const face = bold ? faces.bold : faces.regular;
  let width = 0;
  for (const letter of text) width += face.widthOf(face.glyphOf(letter.codePointAt(0)!));
  return (width / face.unitsPerEm) * size;
}

/** A number with as few digits as show. */
function num(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return String(rounded === 0 ? 0 : rounded);
}

/** The content of a page, and the letters and the opacities that it uses. */
class PageWriter {
  readonly lines: string[] = [];
  /** By face, the characters by the number of their glyph. */
  readonly used = { regular: new Map<number, number>(), bold: new Map<number, number>() };
  /** By the words of both opacities. */
  readonly opacities = new Map<string, readonly [fill: number, stroke: number]>();
  readonly #faces: Typefaces;

  constructor(faces: Typefaces) {
    this.#faces = faces;
  }

  write(line: string): void {
    this.lines.push(line);
  }

  draw(drawn: DrawnMark): void {
    const { fill, stroke, matrix } = drawn;
    if (fill === null && stroke === null) return;
    this.write('q');
    this.write(`${matrix.map(num).join(' ')} cm`);
    const opacity = [fill?.opacity ?? 1, stroke?.opacity ?? 1] as const;
    if (opacity.some((each) => each < 1)) {
      const key = `A${opacity.map((each) => Math.round(1000 * each)).join('_')}`;
      this.opacities.set(key, opacity);
      this.write(`/${key} gs`);
    }
    if (fill !== null) this.write(`${fill.color.map(num).join(' ')} rg`);
    if (stroke !== null) {
      this.write(`${stroke.color.map(num).join(' ')} RG ${num(stroke.width)} w`);
      this.write(`${stroke.cap} J ${stroke.join} j ${num(Math.max(1, stroke.miterLimit))} M`);
      if (stroke.dashes.length > 0) this.write(`[${stroke.dashes.map(num).join(' ')}] 0 d`);
    }
    if (drawn.kind === 'path') {
      this.write(
        drawn.segments.map(({ points, operator }) => [...points.map(num), operator].join(' ')).join(' '),
      );
      this.write(fill === null ? 'S' : stroke === null ? 'f' : 'B');
    } else this.#words(drawn);
    this.write('Q');
  }

  #words({
    text,
    line,
    before,
    x,
    y,
    style,
    fill,
    stroke,
  }: Extract<DrawnMark, { readonly kind: 'text' }>): void {
    const { size, bold, italic, anchor, strokeFirst } = style;
    const face = bold ? this.#faces.bold : this.#faces.regular;
    const used = bold ? this.used.bold : this.used.regular;
    const codes = [...text].map((letter) => {
      const code = letter.codePointAt(0)!;
      const glyph = face.glyphOf(code);
      used.set(glyph, code);
      return glyph.toString(16).padStart(4, '0');
    });
    const share = { start: 0, middle: 0.5, end: 1 }[anchor];
    const start = x - share * widthOfText(line, style, this.#faces) + widthOfText(before, style, this.#faces);
    const shown = (mode: number) =>
      this.write(
        `BT ${mode} Tr /${bold ? 'FB' : 'FR'} ${num(size)} Tf 1 0 ${italic ? num(LEAN) : 0} -1 ${num(start)} ${num(y)} Tm <${codes.join('')}> Tj ET`,
      );
    if (stroke !== null && strokeFirst) shown(1);
    if (fill !== null) shown(stroke !== null && !strokeFirst ? 2 : 0);
    else if (!strokeFirst) shown(1);
  }

  face(isBold: boolean): Typeface {
    return isBold ? this.#faces.bold : this.#faces.regular;
  }
}

interface PageWords {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** A whole document (ISO 32000-1): its objects, their places, and where to begin. */
function documentOf(page: PageWriter, { width, height, title }: PageWords): Uint8Array {
  const objects: (string | Uint8Array)[] = [];
  const add = (content: string | Uint8Array) => objects.push(content);
  const stream = (content: Uint8Array, entries = '') => {
    const packed = deflateSync(content, { level: 9 });
    return add(
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n`, 'latin1'),
        packed,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  };
  const content = stream(Buffer.from(page.lines.join('\n'), 'latin1'));
  const fonts = [false, true].flatMap((isBold) => {
    const used = isBold ? page.used.bold : page.used.regular;
    if (used.size === 0) return [];
    return [`/${isBold ? 'FB' : 'FR'} ${embedded(page.face(isBold), used, isBold, { add, stream })} 0 R`];
  });
  const states = [...page.opacities].map(
    ([key, [fill, stroke]]) => `/${key} << /ca ${num(fill)} /CA ${num(stroke)} >>`,
  );
  const own = objects.length + 1;
  add(
    `<< /Type /Page /Parent ${own + 1} 0 R /MediaBox [0 0 ${num(width)} ${num(height)}] /Contents ${content} 0 R /Resources << /Font << ${fonts.join(' ')} >> /ExtGState << ${states.join(' ')} >> >> /Group << /S /Transparency /CS /DeviceRGB >> >>`,
  );
  add(`<< /Type /Pages /Kids [${own} 0 R] /Count 1 >>`);
  const root = add(
    `<< /Type /Catalog /Pages ${own + 1} 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  const info = add(`<< /Title ${hexText(title)} /Creator (theodolite) >>`);
  return fileOf(objects, root, info);
}

/** Text as UTF-16 with a byte order mark. */
function hexText(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}

function fileOf(objects: readonly (string | Uint8Array)[], root: number, info: number): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  let length = parts[0]!.length;
  const places = objects.map((content, index) => {
    const place = length;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`, 'latin1'),
      typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
      Buffer.from('\nendobj\n', 'latin1'),
    ]);
    parts.push(part);
    length += part.length;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Uint8Array.from(Buffer.concat(parts));
}

/** The number of the object of a font with the glyphs that are used. */
function embedded(
  face: Typeface,
  used: ReadonlyMap<number, number>,
  isBold: boolean,
  { add, stream }: { add(content: string): number; stream(content: Uint8Array, entries?: string): number },
): number {
  const name = `THEODO+Inter-${isBold ? 'SemiBold' : 'Regular'}`;
  const thousand = (units: number) => num((1000 * units) / face.unitsPerEm);
  const font = face.subset(new Set(used.values()));
  const file = stream(font, `/Length1 ${font.length} `);
  const glyphs = [...used.keys()].sort((a, b) => a - b);
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags 32 /FontBBox [${face.box.map(thousand).join(' ')}] /ItalicAngle 0 /Ascent ${thousand(face.ascent)} /Descent ${thousand(face.descent)} /CapHeight ${thousand(face.ascent)} /StemV ${isBold ? 120 : 80} /FontFile2 ${file} 0 R >>`,
  );
  const widths = glyphs.map((glyph) => `${glyph} [${thousand(face.widthOf(glyph))}]`).join(' ');
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
  );
  const letters = stream(Buffer.from(lettersOf(glyphs, used), 'latin1'));
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${letters} 0 R >>`,
  );
}

/** A block of a mapping has at most so many lines. */
const MAX_BLOCK = 100;

/** Which letter each glyph is, so that text can be selected and searched. */
function lettersOf(glyphs: readonly number[], used: ReadonlyMap<number, number>): string {
  const lines = glyphs.map((glyph) => {
    const letter = Buffer.from(String.fromCodePoint(used.get(glyph)!), 'utf16le')
      .swap16()
      .toString('hex');
    return `<${glyph.toString(16).padStart(4, '0')}> <${letter}>`;
  });
  const blocks = Array.from({ length: Math.ceil(lines.length / MAX_BLOCK) }, (_, place) => {
    const block = lines.slice(place * MAX_BLOCK, (place + 1) * MAX_BLOCK);
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

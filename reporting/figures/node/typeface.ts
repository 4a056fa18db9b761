/** A TrueType font: the widths of its glyphs, and a font of some of its letters, small enough to embed in a figure. */
import { deflateSync } from 'node:zlib';

/** A font: the widths of its glyphs, and fonts of some of them, in which all others keep their numbers and are empty. */
export interface Typeface {
  readonly unitsPerEm: number;
  /** Of the highest and the lowest letter, in units of the em. */
  readonly ascent: number;
  readonly descent: number;
  /** xMin, yMin, xMax, yMax over all glyphs, in units of the em. */
  readonly box: readonly [number, number, number, number];
  /** The number of the glyph of a character; 0 if the font has none. */
  glyphOf(codePoint: number): number;
  /** In units of the em. */
  widthOf(glyph: number): number;
  /** A TrueType font with the glyphs of these characters. */
  subset(codePoints: ReadonlySet<number>): Uint8Array;
}

type Tables = ReadonlyMap<string, Uint8Array>;

/** Reads a font with outlines in `glyf`, as the ones that come with theodolite. */
export function readTypeface(font: Uint8Array): Typeface {
  // A Buffer's slices would share its memory.
  const tables = tablesOf(new Uint8Array(font));
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((name) => view(tables, name)) as [
    DataView,
    DataView,
    DataView,
    DataView,
  ];
  const glyphs = maxp.getUint16(4);
  const measured = hhea.getUint16(34);
  const characters = readCharacters(view(tables, 'cmap'));
  const glyphOf = (codePoint: number) => characters.get(codePoint) ?? 0;
  return {
    unitsPerEm: head.getUint16(18),
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    box: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    glyphOf,
    widthOf: (glyph) => hmtx.getUint16(4 * Math.min(glyph, measured - 1)),
    subset: (codePoints) => subsetOf(tables, glyphs, codePoints, glyphOf),
  };
}

function tablesOf(font: Uint8Array): Tables {
  const data = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = data.getUint16(4);
  return new Map(
    Array.from({ length: count }, (_, place): [string, Uint8Array] => {
      const record = 12 + 16 * place;
      const name = String.fromCharCode(...font.subarray(record, record + 4));
      const start = data.getUint32(record + 8);
      return [name, font.subarray(start, start + data.getUint32(record + 12))];
    }),
  );
}

function view(tables: Tables, name: string): DataView {
  const table = tables.get(name)!;
  return new DataView(table.buffer, table.byteOffset, table.byteLength);
}

/** The glyph of each character, from the subtable of format 12, or else 4 (OpenType 1.9, cmap). */
function readCharacters(cmap: DataView): ReadonlyMap<number, number> {
  const starts = Array.from({ length: cmap.getUint16(2) }, (_, place) => cmap.getUint32(8 + 8 * place));
  const byFormat = (format: number) => starts.find((start) => cmap.getUint16(start) === format);
  const found = new Map<number, number>();
  const long = byFormat(12);
  if (long !== undefined) {
    for (let group = 0; group < cmap.getUint32(long + 12); group++) {
      const at = long + 16 + 12 * group;
      const [first, last, glyph] = [cmap.getUint32(at), cmap.getUint32(at + 4), cmap.getUint32(at + 8)];
      for (let code = first; code <= last; code++) found.set(code, glyph + code - first);
    }
    return found;
  }
  const short = byFormat(4)!;
  const segments = cmap.getUint16(short + 6);
  for (let twice = 0; twice < segments; twice += 2) {
    const last = cmap.getUint16(short + 14 + twice);
    const first = cmap.getUint16(short + 16 + segments + twice);
    const delta = cmap.getInt16(short + 16 + 2 * segments + twice);
    const place = short + 16 + 3 * segments + twice;
    const offset = cmap.getUint16(place);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const glyph = offset === 0 ? code : cmap.getUint16(place + offset + 2 * (code - first));
      if (glyph !== 0) found.set(code, (glyph + delta) & 0xffff);
    }
  }
  return found;
}

function subsetOf(
  tables: Tables,
  count: number,
  codePoints: ReadonlySet<number>,
  glyphOf: (codePoint: number) => number,
): Uint8Array {
  const characters = [...codePoints]
    .map((code) => [code, glyphOf(code)] as const)
    .filter(([, glyph]) => glyph !== 0)
    .sort(([a], [b]) => a - b);
  const [glyf, loca] = [view(tables, 'glyf'), view(tables, 'loca')];
  const isLong = view(tables, 'head').getInt16(50) === 1;
  const startOf = (glyph: number) => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));
  const outline = (glyph: number) => tables.get('glyf')!.subarray(startOf(glyph), startOf(glyph + 1));
  const kept = new Set([0, ...characters.map(([, glyph]) => glyph)]);
  for (const glyph of kept) {
    const start = startOf(glyph);
    if (start < startOf(glyph + 1)) for (const part of componentsOf(glyf, start)) kept.add(part);
  }
  const places = new DataView(new ArrayBuffer(4 * (count + 1)));
  const outlines: Uint8Array[] = [];
  let length = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    places.setUint32(4 * glyph, length);
    if (!kept.has(glyph)) continue;
    const padded = new Uint8Array((outline(glyph).length + 3) & ~3);
    padded.set(outline(glyph));
    outlines.push(padded);
    length += padded.length;
  }
  places.setUint32(4 * count, length);
  const head = tables.get('head')!.slice();
  // Offsets in `loca` are long.
  new DataView(head.buffer).setInt16(50, 1);
  const changed: [string, Uint8Array][] = [
    ['cmap', charactersTable(characters)],
    ['glyf', Uint8Array.from(Buffer.concat(outlines))],
    ['head', head],
    ['hmtx', widthsTable(tables, kept)],
    ['loca', new Uint8Array(places.buffer)],
    ['post', namelessPost(tables)],
  ];
  const same = ['OS/2', 'cvt ', 'fpgm', 'hhea', 'maxp', 'name', 'prep'].flatMap((name) => {
    const table = tables.get(name);
    return table === undefined ? [] : [[name, table] as [string, Uint8Array]];
  });
  return fontOf(new Map([...changed, ...same].sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The same font without the names of its glyphs, which nobody reads: a tenth of it. */
export function withoutGlyphNames(font: Uint8Array): Uint8Array {
  const tables = new Map(tablesOf(new Uint8Array(font)));
  tables.set('post', namelessPost(tables));
  return fontOf(new Map([...tables].sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** The table `post` of version 3, which has no names of glyphs. */
function namelessPost(tables: Tables): Uint8Array {
  const post = tables.get('post')!.slice(0, 32);
  new DataView(post.buffer).setUint32(0, 0x00030000);
  return post;
}

/** The glyphs of which a composite glyph is put together (OpenType 1.9, glyf). */
function componentsOf(glyf: DataView, start: number): number[] {
  if (glyf.getInt16(start) >= 0) return [];
  const parts: number[] = [];
  for (let at = start + 10; ; ) {
    const flags = glyf.getUint16(at);
    parts.push(glyf.getUint16(at + 2));
    const scale = flags & 0x80 ? 8 : flags & 0x40 ? 4 : flags & 0x8 ? 2 : 0;
    at += 4 + (flags & 1 ? 4 : 2) + scale;
    if (!(flags & 0x20)) return parts;
  }
}

/** The table `cmap` with a subtable of format 12. */
function charactersTable(characters: readonly (readonly [code: number, glyph: number])[]): Uint8Array {
  const table = new DataView(new ArrayBuffer(28 + 12 * characters.length));
  const words = [
    [0, 0],
    [2, 1],
    [4, 3],
    [6, 10],
    [12, 12],
  ] as const;
  for (const [at, value] of words) table.setUint16(at, value);
  table.setUint32(8, 12);
  table.setUint32(16, table.byteLength - 12);
  table.setUint32(24, characters.length);
  for (const [place, [code, glyph]] of characters.entries()) {
    const at = 28 + 12 * place;
    table.setUint32(at, code);
    table.setUint32(at + 4, code);
    table.setUint32(at + 8, glyph);
  }
  return new Uint8Array(table.buffer);
}

/** Widths of other glyphs are 0, so that the table takes little room when it is compressed. */
function widthsTable(tables: Tables, kept: ReadonlySet<number>): Uint8Array {
  const table = tables.get('hmtx')!.slice();
  const measured = view(tables, 'hhea').getUint16(34);
  for (let glyph = 0; glyph < measured; glyph++)
    if (!kept.has(glyph)) table.fill(0, 4 * glyph, 4 * glyph + 4);
  return table;
}

/** A font file with its tables (OpenType 1.9, font file). */
function fontOf(tables: Tables): Uint8Array {
  const count = tables.size;
  const power = 2 ** Math.floor(Math.log2(count));
  const padded = (length: number) => (length + 3) & ~3;
  const size = [...tables.values()].reduce((sum, { length }) => sum + padded(length), 12 + 16 * count);
  const font = new Uint8Array(size);
  const data = new DataView(font.buffer);
  data.setUint32(0, 0x00010000);
  data.setUint16(4, count);
  data.setUint16(6, 16 * power);
  data.setUint16(8, Math.log2(power));
  data.setUint16(10, 16 * (count - power));
  let at = 12 + 16 * count;
  let place = 12;
  let headAt = 0;
  for (const [name, table] of tables) {
    font.set(table, at);
    if (name === 'head') {
      headAt = at;
      data.setUint32(at + 8, 0);
    }
    font.set(Buffer.from(name, 'latin1'), place);
    data.setUint32(place + 4, checksum(font.subarray(at, at + padded(table.length))));
    data.setUint32(place + 8, at);
    data.setUint32(place + 12, table.length);
    at += padded(table.length);
    place += 16;
  }
  data.setUint32(headAt + 8, (0xb1b0afba - checksum(font)) >>> 0);
  return font;
}

function checksum(bytes: Uint8Array): number {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
  return sum;
}

/** The font as WOFF 1.0 (W3C 2012), for web pages and SVG. */
export function woffOf(font: Uint8Array): Uint8Array {
  const source = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = source.getUint16(4);
  const records = Array.from({ length: count }, (_, place) => {
    const at = 12 + 16 * place;
    const start = source.getUint32(at + 8);
    const table = font.subarray(start, start + source.getUint32(at + 12));
    const packed = deflateSync(table, { level: 9 });
    return {
      ...{ tag: source.getUint32(at), checksum: source.getUint32(at + 4), length: table.length },
      content: packed.length < table.length ? packed : table,
    };
  });
  const padded = (length: number) => (length + 3) & ~3;
  const size = records.reduce((sum, { content }) => sum + padded(content.length), 44 + 20 * count);
  const woff = new Uint8Array(size);
  const data = new DataView(woff.buffer);
  data.setUint32(0, 0x774f4646);
  data.setUint32(4, source.getUint32(0));
  data.setUint32(8, size);
  data.setUint16(12, count);
  data.setUint32(16, font.length);
  data.setUint16(20, 1);
  let at = 44 + 20 * count;
  for (const [place, { tag, checksum: sum, length, content }] of records.entries()) {
    for (const [word, value] of [tag, at, content.length, length, sum].entries())
      data.setUint32(44 + 20 * place + 4 * word, value);
    woff.set(content, at);
    at += padded(content.length);
  }
  return woff;
}

/** Where the build puts the font that comes with theodolite: regular, then bold. */
export const FONT_FILES: readonly URL[] = ['inter-regular.ttf', 'inter-semibold.ttf'].map(
  (name) => new URL(`../../../vendor/${name}`, import.meta.url),
);

/** The distinct letters of a figure that the included font lacks: it has Latin, Greek and Cyrillic. */
export function missingLetters(svg: string): string[] {
  const words = svg.replace(/<[^>]*>/g, '');
  const others = words.match(
    /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu,
  );
  return [...new Set(others ?? [])];
}

/** A figure as a picture in PNG, the same bytes on every machine: drawn by resvg as Wasm, with a font that comes along. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { FONT } from '../draw/theme.ts';

/** Where the build puts the letters. */
const FONTS = ['inter-regular.ttf', 'inter-semibold.ttf'].map(
  (name) => new URL(`../../../vendor/${name}`, import.meta.url),
);

let opened: Promise<Uint8Array[]> | null = null;

/** Once: the library takes its module no second time. */
function openFonts(): Promise<Uint8Array[]> {
  opened ??= (async () => {
    const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
    const [fonts] = await Promise.all([
      Promise.all(FONTS.map((font) => readFile(font))),
      readFile(wasm).then((bytes) => initWasm(bytes)),
    ]);
    return fonts;
  })();
  return opened;
}

/**
 * The bytes of the picture.
 *
 * @param svg of a theme with colours of its own, not `page`
 * @param scale pixels of the picture for one of the figure
 */
export async function png(svg: string, scale: number): Promise<Uint8Array> {
  const fontBuffers = await openFonts();
  const drawn = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter', defaultFontSize: FONT.size },
  });
  const image = drawn.render();
  try {
    return image.asPng().slice();
  } finally {
    image.free();
    drawn.free();
  }
}

/** The letters of a figure's words that the pictures' font lacks, each once: it has those of Latin, Greek and Cyrillic. */
export function missingLetters(svg: string): string[] {
  const words = svg.replace(/<[^>]*>/g, '');
  const others = words.match(
    /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/gu,
  );
  return [...new Set(others ?? [])];
}

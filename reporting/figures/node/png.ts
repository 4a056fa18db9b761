/** Figures as PNG: rendered by resvg in Wasm with an included font, so that the bytes are the same on every machine. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { FONT } from '../draw/theme.ts';
import { FONT_FILES } from './typeface.ts';

let opened: Promise<Uint8Array[]> | null = null;

/** Loads the module and the fonts once: the library cannot be initialised twice. */
function openFonts(): Promise<Uint8Array[]> {
  opened ??= (async () => {
    const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
    const [fonts] = await Promise.all([
      Promise.all(FONT_FILES.map((font) => readFile(font))),
      readFile(wasm).then((bytes) => initWasm(bytes)),
    ]);
    return fonts;
  })();
  return opened;
}

/**
 * Renders a figure as PNG.
 *
 * @param svg in a theme with its own colours, not `page`
 * @param scale pixels of the picture per pixel of the figure
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

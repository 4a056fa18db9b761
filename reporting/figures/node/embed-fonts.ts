/** A figure as SVG that brings along the letters that it needs of the included font, so that it looks the same everywhere. */
import { DOMParser } from 'linkedom';
import { drawnSvg } from './drawn-svg.ts';
import type { Typefaces } from './pdf.ts';
import { woffOf } from './typeface.ts';

/** @param svg of a figure in a theme with its own colours, not `page` */
export function embedFonts(svg: string, faces: Typefaces): string {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement as unknown as Element;
  const letters = { regular: new Set<number>(), bold: new Set<number>() };
  for (const each of drawnSvg(root)) {
    if (each.kind !== 'text') continue;
    const own = each.style.bold ? letters.bold : letters.regular;
    for (const letter of each.text) own.add(letter.codePointAt(0)!);
  }
  const rules = (['regular', 'bold'] as const).flatMap((name) => {
    if (letters[name].size === 0) return [];
    const font = Buffer.from(woffOf(faces[name].subset(letters[name]))).toString('base64');
    const weight = name === 'bold' ? '600' : '400';
    return [
      `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/woff;base64,${font}) format("woff"); }`,
    ];
  });
  return svg.replace(/<svg\b[^>]*>/, (start) => `${start}<style>${rules.join(' ')}</style>`);
}

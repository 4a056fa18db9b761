/** Figures as PDF, and as SVG with the letters that they need. */
import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnSvg } from '../../reporting/figures/node/drawn-svg.ts';
import { embedFonts } from '../../reporting/figures/node/embed-fonts.ts';
import { pdf, type Typefaces, widthOfText } from '../../reporting/figures/node/pdf.ts';
import { readTypeface } from '../../reporting/figures/node/typeface.ts';
import { CHROMIUM, openBrowser } from '../browser/open-browser.ts';
import { inter } from './inter.ts';

const STORED = new URL('stored/', import.meta.url);
const NAMES = readdirSync(STORED).filter((name) => name.endsWith('.svg'));
const stored = (name: string) => readFileSync(new URL(name, STORED), 'utf8');
const SVG = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" font-size="10" fill="#000000">${content}</svg>`;

/** The objects of a PDF, found by its table of places, with their streams unpacked. */
function objectsOf(file: Uint8Array): string[] {
  const bytes = Buffer.from(file);
  const text = bytes.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const places = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  return places.map((place, index) => {
    expect(text.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`));
    const object = text.slice(place, text.indexOf('\nendobj', place));
    const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
    const start = text.indexOf('stream\n', place) + 'stream\n'.length;
    return Number.isNaN(length)
      ? object
      : `${object.slice(0, object.indexOf('stream'))}${inflateSync(bytes.subarray(start, start + length)).toString('latin1')}`;
  });
}

let faces: Typefaces;
beforeAll(async () => {
  faces = await inter();
});

describe('a figure as PDF', () => {
  it.each(NAMES)('%s is whole, with its font in it, and every letter can be copied', async (name) => {
    const file = pdf(stored(name), name, faces);
    expect(pdf(stored(name), name, faces)).toEqual(file);
    const objects = objectsOf(file);
    const content = objects[0]!;
    expect(content).not.toMatch(/NaN|undefined|Infinity/);
    expect(content.match(/^q$/gm)!.length).toBe(content.match(/^Q$/gm)!.length);
    const fonts = objects.filter((object) => object.includes('/Subtype /Type0'));
    expect(fonts.length).toBeGreaterThan(0);
    expect(objects.filter((object) => object.includes('/FontFile2'))).toHaveLength(fonts.length);
    const known = new Set(
      objects.flatMap((object) =>
        [...object.matchAll(/^<([0-9a-f]{4})> <[0-9a-f]+>$/gm)].map(([, glyph]) => glyph),
      ),
    );
    const shown = [...content.matchAll(/<([0-9a-f]+)> Tj/g)].flatMap(([, codes]) => codes!.match(/.{4}/g)!);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((glyph) => !known.has(glyph))).toEqual([]);
  });

  it('puts text where its anchor says, and the rest of a line behind', async () => {
    const style = { size: 10, bold: false };
    const width = widthOfText('right', style, faces);
    expect(width).toBeGreaterThan(15);
    const placesOf = async (svg: string) =>
      [...objectsOf(pdf(SVG(svg), 't', faces))[0]!.matchAll(/ -1 (\S+) (\S+) Tm/g)].map(([, x, y]) => [
        Number(x),
        Number(y),
      ]);
    const [[x, y]] = (await placesOf('<text x="100" y="20" text-anchor="end">right</text>')) as [number[]];
    expect([x, y]).toEqual([expect.closeTo(100 - width, 2), 20]);
    const [[first], [second]] = (await placesOf(
      '<text x="5">right<tspan fill="#ff0000">left</tspan></text>',
    )) as [number[], number[]];
    expect([first, second]).toEqual([5, expect.closeTo(5 + width, 2)]);
  });

  it.each([
    ['a picture', '<image href="x.png"/>'],
    ['a colour by name', '<rect width="9" height="9" fill="red"/>'],
    ['a skew', '<g transform="skewX(9)"><rect width="9" height="9"/></g>'],
  ])('refuses %s, which no figure has', async (_, content) => {
    expect(() => pdf(SVG(content), 't', faces)).toThrow(RangeError);
  });
});

describe('what an SVG draws', () => {
  const pathsOf = (content: string) =>
    drawnSvg(parseHTML(SVG(content)).document.documentElement as unknown as Element).flatMap((each) =>
      each.kind === 'path' ? [each.segments] : [],
    );

  it('has relative commands at their places, and arcs as curves of the same circle', () => {
    const [segments] = pathsOf('<path d="M10,10h5v5l-1,-1H3Z"/>');
    expect(segments!.map(({ operator, points }) => `${operator}${points}`)).toEqual([
      ...['m10,10', 'l15,10', 'l15,15', 'l14,14', 'l3,14', 'h'],
    ]);
    const [arc] = pathsOf('<path d="M10,0A10,10 0 1 1 0,-10"/>');
    expect(arc!.filter(({ operator }) => operator === 'c')).toHaveLength(3);
    for (const { points } of arc!) expect(Math.hypot(points.at(-2)!, points.at(-1)!)).toBeCloseTo(10, 9);
    expect(arc!.at(-1)!.points.slice(-2)).toEqual([expect.closeTo(0, 9), expect.closeTo(-10, 9)]);
  });
});

describe('a part of a font', () => {
  it('has the outlines of its letters and no others, and widths as the whole has them', async () => {
    const { regular } = faces;
    const letters = new Set([...'aé1'].map((letter) => letter.codePointAt(0)!));
    const font = regular.subset(letters);
    const part = readTypeface(font);
    for (const letter of letters) {
      expect(part.glyphOf(letter)).toBe(regular.glyphOf(letter));
      expect(part.widthOf(part.glyphOf(letter))).toBe(regular.widthOf(regular.glyphOf(letter)));
    }
    expect(part.glyphOf('b'.codePointAt(0)!)).toBe(0);
    expect(font.length).toBeLessThan(40_000);
    // The whole is as it was.
    expect(regular.widthOf(regular.glyphOf('b'.codePointAt(0)!))).toBeGreaterThan(0);
  });
});

describe.skipIf(CHROMIUM === null)('a figure with its letters in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('is drawn with them: the browser accepts both fonts, and text is as wide as in the PDF', async () => {
    const svg = embedFonts(stored('forest-by-capability.svg'), faces);
    const page = await browser.newPage();
    await page.setContent(svg);
    const fonts = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].map(({ family, weight, status }) => [family, weight, status]);
    });
    expect(fonts).toEqual([
      ['Inter', '400', 'loaded'],
      ['Inter', '600', 'loaded'],
    ]);
    const [text, length, size] = await page.evaluate(() => {
      const found = [...document.querySelectorAll('text')].find(
        ({ textContent }) => textContent === 'tesseract',
      )!;
      return [
        found.textContent!,
        found.getComputedTextLength(),
        Number.parseFloat(getComputedStyle(found).fontSize),
      ] as const;
    });
    expect(widthOfText(text, { size, bold: false }, faces)).toBeCloseTo(length, 0);
    await page.close();
  });
});

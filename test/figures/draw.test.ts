import { dot } from '@observablehq/plot';
import { describe, expect, it, vi } from 'vitest';
import { chart } from '../../reporting/figures/draw/chart.ts';
import { element } from '../../reporting/figures/draw/drawing.ts';
import { figure, serialise } from '../../reporting/figures/draw/figure.ts';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import {
  numbersAlike,
  numberText,
  shortened,
  textWidth,
  unitSuffix,
  withUnit,
  wrapped,
} from '../../reporting/figures/draw/text.ts';
import { DASHES, pageProperties, SYMBOLS, THEMES, type Theme } from '../../reporting/figures/draw/theme.ts';

/** The contrast of two colours by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [one, other].map(luminance).sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe.each(['light', 'dark'] as const)('the theme %s', (name) => {
  const theme = THEMES[name];

  it('has words that can be read on its paper', () => {
    expect(contrast(theme.ink, theme.paper)).toBeGreaterThan(7);
    expect(contrast(theme.muted, theme.paper)).toBeGreaterThan(4.5);
  });

  it('has marks that can be seen on its paper', () => {
    for (const color of [theme.accent, theme.warning, ...theme.series]) {
      expect(contrast(color, theme.paper), color).toBeGreaterThanOrEqual(3);
    }
  });

  it('has words that can be read on each step of its scale', () => {
    for (const [step, color] of theme.sequential.entries()) {
      expect(contrast(theme.sequentialInk[step]!, color), color).toBeGreaterThan(4.5);
    }
  });

  it('has a scale that goes one way', () => {
    const steps = theme.sequential.map(luminance);
    const ordered = [...steps].sort((a, b) => (name === 'light' ? b - a : a - b));
    expect(steps).toEqual(ordered);
  });
});

describe('the theme of pages', () => {
  it('has a custom property for each role, which each other theme defines', () => {
    const properties = (theme: Theme) => pageProperties(theme).match(/--[\w-]+(?=:)/g);
    const used = JSON.stringify(THEMES.page).match(/(?<=var\()--[\w-]+/g);
    expect(properties(THEMES.light)).toEqual(used);
    expect(properties(THEMES.dark)).toEqual(used);
    expect(new Set(used).size).toBe(used!.length);
  });

  it('has a shape and a dash for each colour of series', () => {
    expect(SYMBOLS.length).toBe(THEMES.light.series.length);
    expect(DASHES.length).toBe(THEMES.light.series.length);
  });
});

describe('a frame', () => {
  it.each([0, 279, 4001, Number.NaN, Number.POSITIVE_INFINITY])('is not %d pixels wide', async (width) => {
    await expect(openFrame({ width })).rejects.toThrow('pixels wide');
  });

  it('takes no prefix that would end an attribute', async () => {
    await expect(openFrame({ prefix: 'a"b' })).rejects.toThrow('ids begin with a letter');
  });
});

describe('SVG as text', () => {
  const serialised = async (
    name: string,
    attributes: Record<string, string | number>,
    content: string[] = [],
  ) => {
    const { document } = await openFrame();
    return serialise(element(document, name, attributes, content), 'p');
  };

  it('is the same for attributes in any order', async () => {
    expect(await serialised('rect', { x: 1, fill: 'red' })).toBe(
      await serialised('rect', { fill: 'red', x: 1 }),
    );
  });

  it('has places with two decimals, and nothing else rounded', async () => {
    expect(await serialised('path', { d: 'M1.23456,-0.001L1e-7,2', 'data-value': '1.23456' })).toBe(
      '<path d="M1.23,0L0,2" data-value="1.23456"/>',
    );
  });

  it('escapes what names may hold, and holds nothing that XML cannot', async () => {
    expect(await serialised('text', { title: '"<&' }, ['a < b & c > d \u0000\ud800\u001b'])).toBe(
      '<text title="&quot;&lt;&amp;">a &lt; b &amp; c &gt; d \ufffd\ufffd\ufffd</text>',
    );
  });

  it('begins its ids with the prefix, where they are meant too', async () => {
    const { document } = await openFrame();
    const group = element(document, 'g', { 'clip-path': 'url(#any)' }, [
      element(document, 'clipPath', { id: 'any' }),
      element(document, 'use', { href: '#any' }),
    ]);
    expect(serialise(group, 'one')).toBe(
      '<g clip-path="url(#one-1)"><clipPath id="one-1"/><use href="#one-1"/></g>',
    );
  });
});

describe('a figure', () => {
  it('is named and described, and has paper unless the page has', async () => {
    const words = { title: 'T', caption: 'C.', alt: 'A.' };
    const draw = async (theme: 'light' | 'page') => {
      const frame = await openFrame({ theme, prefix: 'mine' });
      const content = element(frame.document, 'g');
      return figure(frame, { content, width: 10, height: 20.2 }, words);
    };
    const { svg, ...others } = await draw('light');
    expect(others).toEqual(words);
    expect(svg).toMatch(/^<svg aria-describedby="mine-2" aria-labelledby="mine-1" .*viewBox="0 0 720 45"/);
    expect(svg).toContain('<title id="mine-1">T</title><desc id="mine-2">A.</desc><rect fill="#ffffff"');
    expect((await draw('page')).svg).not.toContain('<rect');
  });
});

describe('a chart', () => {
  it('is refused where Plot would only put a sign in the picture', async () => {
    const frame = await openFrame();
    // Numbers that are strings, which it takes for names.
    const marks = [dot([{ x: '1' }, { x: '2' }], { x: 'x' })];
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(() => chart(frame, { width: 200, height: 100, marks })).toThrow('Plot warns');
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });
});

describe('numbers and words', () => {
  it('are written with a true minus and without zeros that say nothing', () => {
    expect([0, -0, -1.5, 0.123456, 1234567, 0.00001234, 100].map((value) => numberText(value))).toEqual([
      ...['0', '0', '−1.5', '0.123', '1.23 × 10^6', '1.23 × 10^−5', '100'],
    ]);
    expect(() => numberText(Number.NaN)).toThrow(RangeError);
  });

  it('have as many decimals as their interval is good for', () => {
    expect(numbersAlike([0.10987, 0.0865, -0.00001], 0.0475)).toEqual(['0.110', '0.086', '0.000']);
    expect(numbersAlike([120.4, -80.6], 200)).toEqual(['120', '−81']);
    expect(numbersAlike([1, 1], 0)).toEqual(['1', '1']);
  });

  it('stand before their units', () => {
    expect([unitSuffix('px'), unitSuffix('1 / px'), unitSuffix('probability'), unitSuffix('')]).toEqual([
      ...[' px', ' / px', '', ''],
    ]);
    expect([withUnit('acuity', '1 / px'), withUnit('care', 'probability')]).toEqual([
      'acuity (1 / px)',
      'care',
    ]);
  });

  it('are cut to the room there is, and broken into lines', () => {
    expect(shortened('short', 100)).toBe('short');
    const cut = shortened('a name that is much too long for its place', 100);
    expect(cut).toMatch(/^a name.*…$/);
    expect(textWidth(cut)).toBeLessThanOrEqual(100);
    for (const each of wrapped('some words that go on and on until the line is full', 90)) {
      expect(textWidth(each)).toBeLessThanOrEqual(90);
    }
  });
});

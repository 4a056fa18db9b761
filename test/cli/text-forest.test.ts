import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type FittedSubject,
  type ForestLine,
  type LineEstimate,
  subjectEstimates,
  type TextForestGroup,
  textForestGroups,
} from '../../cli/fit/forest-groups.ts';
import { ASCII_SIGNS, intervalBar, textForest, UNICODE_SIGNS } from '../../cli/fit/text-forest.ts';
import { showsUnicode } from '../../cli/terminal.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import { parametersOf } from '../../host/parameters.ts';
import type { ManifestQuantity } from '../../module/manifest.ts';
import { STAND_IN_MANIFEST } from '../host/stand-in.ts';

const PLAIN = { width: 72, color: false, unicode: true };

function estimate(mean: number, sd: number): LineEstimate {
  return {
    ...{ mean, sd, mcse: sd / 30 },
    hdi50: [mean - 0.67 * sd, mean + 0.67 * sd],
    hdi95: [mean - 1.96 * sd, mean + 1.96 * sd],
  };
}

function line(name: string, mean: number, sd: number, failed = false): ForestLine {
  return { name, failed, estimate: estimate(mean, sd) };
}

const ONE: readonly TextForestGroup[] = [
  { name: 'acuity', unit: '1 / px', bounds: { lo: 0, hi: 0.25 }, lines: [line('t', 0.109, 0.01)] },
  { name: 'patience', unit: 's', bounds: { lo: 0, hi: null }, lines: [line('t', 14.2, 3)] },
  { name: 'bias', unit: '', bounds: { lo: null, hi: null }, lines: [line('t', 0.9, 0.6)] },
  {
    name: 'stuck',
    unit: 'm',
    bounds: { lo: 0, hi: 2 },
    lines: [{ name: 't', failed: false, estimate: null }],
  },
];

const SEVERAL: readonly TextForestGroup[] = [
  {
    ...{ name: 'acuity', unit: '1 / px', bounds: { lo: 0, hi: 0.25 } },
    lines: [
      line('tesseract', 0.109, 0.01),
      line('\u001b[31mgocr', 0.07, 0.005, true),
      { name: 'ocrad', failed: false, estimate: null },
    ],
  },
  {
    ...{ name: 'aBiasWithANameThatIsVeryLongIndeed', unit: 'm', bounds: { lo: null, hi: null } },
    lines: [line('tesseract', -1, 0.3), line('gocr', 1, 0.3, true), line('ocrad', 2, 0.1)],
  },
];

const FAR_APART: readonly TextForestGroup[] = [
  {
    ...{ name: 'horizon', unit: 'minute', bounds: { lo: 0, hi: null }, isLogarithmic: true },
    lines: [0.02, 0.3, 4, 50, 600].map((mean, place) => line(`agent${place + 1}`, mean, mean / 4)),
  },
];

describe('the forest plot at the end of a fit', () => {
  it('has a logarithmic scale where a figure has one', () => {
    const latents = ['spread', 'theta'].map((name, place) => ({
      ...{ name, unit: '', isProbability: false, scale: 'ratio', doc: null, index: 'person' },
      ...{ role: place === 0 ? 'capability' : 'report' },
    })) as unknown as ManifestQuantity[];
    const group = (latent: ManifestQuantity, bounds: TextForestGroup['bounds'], far: number) => {
      const parameters = [1, far].map((mean) => {
        return { latent, level: `${mean}`, bounds, estimate: estimate(mean, mean / 4) };
      });
      return textForestGroups([{ name: 'one', failed: false, parameters }])[0]!.isLogarithmic;
    };
    const [capability, report] = latents;
    expect(group(capability!, { lo: 0, hi: null }, 100)).toBe(true);
    expect(group(capability!, { lo: 0, hi: null }, 10)).toBe(false);
    expect(group(capability!, { lo: 0, hi: 500 }, 100)).toBe(false);
    expect(group(capability!, { lo: null, hi: null }, 100)).toBe(false);
    expect(group(report!, { lo: null, hi: null }, 100)).toBe(true);
  });

  it.each([
    ['far-apart', FAR_APART, PLAIN],
    ['one-subject', ONE, PLAIN],
    ['several-subjects', SEVERAL, PLAIN],
    ['ascii', SEVERAL, { ...PLAIN, unicode: false }],
    ['narrow', SEVERAL, { ...PLAIN, width: 48 }],
  ])('is stored as %s', async (name, groups, style) => {
    await expect(textForest(groups, style)).toMatchFileSnapshot(`messages/forest/${name}.txt`);
  });

  it.each([48, 60, 80, 200])('keeps to a terminal of %i characters, and to 100', (width) => {
    const [, plot] = textForest(SEVERAL, { ...PLAIN, width })
      .trimEnd()
      .split('\n\n');
    const lines = plot!.split('\n');
    expect(Math.max(...lines.map((each) => each.length))).toBeLessThanOrEqual(Math.min(width, 100));
  });

  it('says the same with colours and without', () => {
    const plain = textForest(SEVERAL, PLAIN);
    const coloured = textForest(SEVERAL, { ...PLAIN, color: true });
    expect(coloured).not.toBe(plain);
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  it('of many subjects shows the lowest and the highest, and says how many it leaves out', async () => {
    const lines = Array.from({ length: 100 }, (_, index) =>
      line(`agent${index + 1}`, ((index * 37) % 100) / 110 + 0.05, 0.02),
    );
    const text = textForest([{ ...SEVERAL[0]!, bounds: { lo: 0, hi: 1 }, lines }], PLAIN);
    await expect(text).toMatchFileSnapshot('messages/forest/many-subjects.txt');
    expect(text).toContain('80 between');
    expect(text.match(/ agent\d+/g)).toHaveLength(20);
  });

  it('of three hundred parameters says how many more there are', () => {
    const groups = Array.from({ length: 320 }, (_, index) => ({ ...ONE[0]!, name: `latent${index + 1}` }));
    const text = textForest(groups, PLAIN);
    expect(text).toContain('latent300 ');
    expect(text).not.toContain('latent301 ');
    expect(text).toContain('20 more latents: --json and --out have them');
  });

  it('of a layout without latents is nothing', () => {
    expect(textForest([], PLAIN)).toBe('');
  });
});

describe('a bar', () => {
  const AT = { mean: 0.5, narrow: [0.4, 0.6], wide: [0.15, 0.8] } as const;

  it('has two steps of the scale in a cell, and ASCII the fuller of them', () => {
    expect(intervalBar(AT, 10, UNICODE_SIGNS)).toBe(' ╶──━●╾─╴ ');
    expect(intervalBar(AT, 10, ASCII_SIGNS)).toBe(' ---=o=-- ');
  });

  it('stays on its cells where an interval ends at the very bound', () => {
    const whole = { mean: 1, narrow: [0.9, 1], wide: [0, 1] } as const;
    expect(intervalBar(whole, 5, UNICODE_SIGNS)).toBe('────●');
  });
});

describe('the groups of a forest plot', () => {
  const [latent] = STAND_IN_MANIFEST.latents;
  const manifest = {
    ...STAND_IN_MANIFEST,
    latents: [{ ...latent!, name: 'skill', index: 'who', support: { lo: 0 } }],
  };
  const parameters = parametersOf(manifest, new Map([['who', ['Ada', 'Bo']]]));
  const draws = [{ latents: [Float64Array.of(1, 2, 3, 9), Float64Array.of(1, 2, 2, Number.NaN)] }];
  const known = {
    ...{ mean: 3.75, sd: 3.6, q5: 1, q50: 2, q95: 9, hdi95: [1, 3] },
    ...{ mcse: null, essBulk: null, essTail: null, rhat: null },
  } as const satisfies ParameterSummary;
  const unknown = { ...known, mean: null, sd: null, hdi95: null };
  const fit = {
    ...{ draws, parameters, summary: { 'skill[Ada]': known, 'skill[Bo]': unknown } },
    verdict: { status: 'failed', findings: [] },
  };
  const none: FittedSubject['ends'] = new Map();
  const subject = (name: string, ends = none) => subjectEstimates({ name, fit, ends } as never);

  it('name the levels where there is one subject, and both where there are several', () => {
    expect(textForestGroups([subject('x')])[0]!.lines.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
    expect(textForestGroups([subject('x'), subject('y')])[0]!.lines.map(({ name }) => name)).toEqual([
      ...['x, Ada', 'x, Bo', 'y, Ada', 'y, Bo'],
    ]);
  });

  it('end where the data say, as wide as the widest, and nowhere where one of them does not', () => {
    const ends = (adas: number, bos: number) =>
      new Map([
        ['skill[Ada]', { lo: 0, hi: adas }],
        ['skill[Bo]', { lo: -1, hi: bos }],
      ]);
    const bounds = (...of: FittedSubject['ends'][]) =>
      textForestGroups(of.map((each, place) => subject(`s${place}`, each)))[0]!.bounds;
    expect(bounds(ends(10, 12), ends(14, 9))).toEqual({ lo: -1, hi: 14 });
    expect(bounds(ends(10, 12), ends(14, Infinity))).toEqual({ lo: -1, hi: null });
  });

  it('hold half of the draws in the narrower interval, and nothing where the draws define none', () => {
    const [group] = textForestGroups([subject('x')]);
    expect(group).toMatchObject({ name: 'skill', bounds: { lo: 0, hi: null } });
    expect(group!.lines[0]).toMatchObject({ failed: true, estimate: { hdi50: [1, 3], mean: 3.75 } });
    expect(group!.lines[1]!.estimate).toBeNull();
  });
});

describe('a terminal shows Unicode', () => {
  it.each([
    [{ LANG: 'en_GB.UTF-8' }, 'linux', true],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, 'linux', false],
    [{ LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' }, 'linux', true],
    [{}, 'linux', false],
    [{ LANG: 'en_GB.UTF-8', TERM: 'dumb' }, 'linux', false],
    [{}, 'win32', true],
  ])('by its locale: %o on %s', (environment, platform, shown) => {
    expect(showsUnicode(environment, platform)).toBe(shown);
  });
});

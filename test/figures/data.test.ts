import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { priorsOf } from '../../analysis/simulate/marginal-prior.ts';
import { prepare } from '../../compiler/compile.ts';
import { interpret } from '../../compiler/interpret/interpret.ts';
import { sourceOf } from '../../compiler/layout-input.ts';
import { bandData, bandProbability, surfaceData } from '../../reporting/figures/data/band.ts';
import { forestData, type RowOrder } from '../../reporting/figures/data/forest.ts';
import { FigureError } from '../../reporting/figures/data/named-fit.ts';
import { standingsData } from '../../reporting/figures/data/standings.ts';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import { collapseData } from '../../reporting/figures/kinds/collapse.ts';
import { correlationsData } from '../../reporting/figures/kinds/correlations.ts';
import { densityData } from '../../reporting/figures/kinds/density.ts';
import { energyData } from '../../reporting/figures/kinds/energy.ts';
import { pairs, pairsData } from '../../reporting/figures/kinds/pairs.ts';
import { radialData } from '../../reporting/figures/kinds/radial.ts';
import { ranksData } from '../../reporting/figures/kinds/ranks.ts';
import { scatter, scatterData } from '../../reporting/figures/kinds/scatter.ts';
import { surface } from '../../reporting/figures/kinds/surface.ts';
import { sweepData } from '../../reporting/figures/kinds/sweep.ts';
import { tracesData } from '../../reporting/figures/kinds/traces.ts';
import { climbed } from './climbed-rows.ts';
import { MASS } from './drawn.ts';
import { exampleFit, withoutSampler } from './example-fits.ts';
import { SWEEP } from './example-sweep.ts';

const one = exampleFit('robot1');
const other = exampleFit('robot2', 1);

/** What is said of a figure that cannot be made. */
function refusal(make: () => unknown): string {
  try {
    make();
  } catch (error) {
    if (error instanceof FigureError) return `error: ${error.message}\n  = help: ${error.remedy}\n`;
    throw error;
  }
  throw new Error('the figure was made');
}

describe('a forest plot of fits', () => {
  it('has one subject’s abilities on their own scales, and the levels of a latent on theirs', () => {
    const { groups } = forestData([one]);
    expect(groups.map(({ title, scale }) => [title, scale === null])).toEqual([
      ['robot1', true],
      ['theta', false],
    ]);
    expect(groups[0]!.rows.map(({ label }) => label)).toEqual(['climb', 'grip', 'reach', 'boldness']);
    expect(groups[1]!.rows.map(({ label }) => label)).toEqual(['Ada', 'Bo <b>']);
    const [climb, , reach] = groups[0]!.rows;
    expect(climb!.scale).toEqual({ unit: 'm', from: 0, to: 6, endsAtFrom: true, endsAtTo: true });
    expect([reach!.scale.endsAtFrom, reach!.scale.endsAtTo]).toEqual([true, false]);
  });

  it('has several subjects side by side on each ability', () => {
    const { groups } = forestData([one, other]);
    expect(groups.map(({ title }) => title)).toEqual(['climb', 'grip', 'reach', 'boldness', 'theta']);
    expect(groups[0]).toMatchObject({ note: 'How high it climbs.' });
    expect(groups[0]!.rows.map(({ label }) => label)).toEqual(['robot1', 'robot2']);
    expect(groups[4]!.rows.map(({ label }) => label)).toContain('robot2, Bo <b>');
  });

  it('has one group a subject where that is asked for, and only what is named', () => {
    const { groups } = forestData([one, other], { by: 'subject', only: ['spread', 'theta[Ada]'] });
    expect(groups.map(({ title, rows }) => [title, rows.map(({ label }) => label)])).toEqual([
      ['robot1', ['spread', 'theta[Ada]']],
      ['robot2', ['spread', 'theta[Ada]']],
    ]);
  });

  it('ends where the data say, where that is known', () => {
    const ends = new Map([['reach', { lo: 0, hi: 8 }]]);
    const { groups } = forestData([{ ...one, ends }], { only: ['reach'] });
    expect(groups[0]!.rows[0]!.scale).toMatchObject({ from: 0, to: 8, endsAtTo: true });
  });

  it('has a logarithmic axis for values far apart that are above 0 and have no upper bound', () => {
    const far = {
      ...other,
      draws: one.draws.map((chain) => ({
        ...chain,
        latents: chain.latents.map((values) => values.map((value) => 100 * value)),
      })),
    };
    const { caption, groups } = forestData([one, far]);
    expect(groups.filter(({ scale }) => scale?.isLogarithmic).map(({ title }) => title)).toEqual(['reach']);
    expect(caption).toMatch(/ The axis of reach is logarithmic\.$/);
    const { scale, rows } = groups[2]!;
    expect([scale!.from, scale!.to]).toEqual([rows[0]!.hdi95![0], rows[1]!.hdi95![1]]);
    expect(forestData([one, other]).caption).not.toContain('logarithmic');
  });

  it('sorts levels by value, and shows only the highest and lowest, where that is asked for', () => {
    const labels = (order: RowOrder) =>
      forestData([one, other], { only: ['theta'], ...order }).groups[0]!.rows.map(({ label }) => label);
    const sorted = ['robot2, Bo <b>', 'robot1, Bo <b>', 'robot1, Ada', 'robot2, Ada'];
    expect(labels({ sort: 'level' })).toEqual([
      'robot1, Ada',
      'robot1, Bo <b>',
      'robot2, Ada',
      'robot2, Bo <b>',
    ]);
    expect(labels({ sort: 'value' })).toEqual(sorted);
    expect(labels({ ends: 1 })).toEqual([sorted[0], sorted[3]]);
    expect(forestData([one], { ends: 3 }).caption).toMatch(
      / Of more than 6 rows the 3 highest and the 3 lowest are shown\.$/,
    );
  });

  it('names the fits that did not converge', () => {
    const data = forestData([one, { ...other, verdict: { status: 'failed', findings: [] } }], {
      only: ['climb'],
    });
    expect(data.caption).toContain('The fit of robot2 failed: the numbers marked !');
    expect(data.groups[0]!.rows.map(({ failed }) => failed)).toEqual([false, true]);
  });
});

describe('ranks', () => {
  it('are among all levels, however many are shown', () => {
    const { groups } = standingsData([one, other], ['theta'], { ends: 1 });
    expect(groups[0]!.rows.map(({ label, center }) => [label, center])).toEqual([
      ['robot2, Bo <b> (first: over 99 %)', 1],
      ['robot2, Ada', 3],
    ]);
    expect(groups[0]!.scale!.to).toBe(4);
  });
});

describe('a scatter plot', () => {
  it('has each level that has both quantities, with logarithms where they are needed', () => {
    const { points, across, upwards, caption } = scatterData(one, ['mass', 'theta'], MASS);
    expect(points.map(({ level, across: { center, hdi95 } }) => [level, center, hdi95])).toEqual([
      ['Ada', 2, null],
      ['Bo <b>', 400, null],
    ]);
    const [ada] = forestData([one], { only: ['theta'] }).groups[0]!.rows;
    expect(points[0]!.upwards).toEqual({ center: ada!.center, hdi95: ada!.hdi95 });
    expect([across.isLogarithmic, upwards.isLogarithmic]).toEqual([true, false]);
    expect(caption).toContain('Logarithmic: mass.');
  });

  it('names points only where the names do not hide anything', async () => {
    const named = (count: number) => {
      const points = Array.from({ length: count }, (_, place) => ({
        level: `level ${place} of many`,
        across: { center: 0.001 * place, hdi95: null },
        upwards: { center: place === 0 ? 100 : 0, hdi95: null },
      }));
      const axis = { name: 'x', unit: '', isLogarithmic: false };
      const data = { title: '', caption: '', failed: false, points, across: axis, upwards: axis };
      return scatter(data, frame).svg.match(/>level \d+ of many<\/text>/g)?.length ?? 0;
    };
    const frame = await openFrame();
    expect(named(3)).toBe(3);
    expect(named(24)).toBeGreaterThan(5);
    expect(named(24)).toBeLessThan(24);
    expect(named(25)).toBe(0);
  });

  it.each([
    [null, 'shows two quantities'],
    [['theta'], 'shows two quantities'],
    [['climb', 'theta'], '`climb` has no value for each level'],
    [['theta[Ada]', 'theta'], '`theta[Ada]` has no value for each level'],
    [['thta', 'theta'], 'Did you mean `theta`?'],
  ])('of %s is refused', (only, message) => {
    expect(refusal(() => scatterData(one, only, MASS))).toContain(message);
  });
});

describe('densities of fits', () => {
  it('have the prior of the layout at the data', () => {
    const { panels } = densityData([one], ['reach'], priorsOf);
    const [panel] = panels;
    const inside = panel!.prior!.filter((_, place) => panel!.at[place]! < 8);
    // Uniform from 0 to twice the greatest height, which is 4.
    for (const each of inside) expect(each).toBeCloseTo(1 / 8, 12);
  });

  it('have an area of one', () => {
    const [panel] = densityData([one], ['boldness'], priorsOf).panels;
    const { at } = panel!;
    const { curve } = panel!.posteriors[0]!;
    let area = 0;
    for (let place = 1; place < at.length; place++) {
      area += ((at[place]! - at[place - 1]!) * (curve[place]! + curve[place - 1]!)) / 2;
    }
    expect(area).toBeGreaterThan(0.97);
    expect(area).toBeLessThan(1.001);
  });

  it('say so where the layout is not known', () => {
    const data = densityData([{ ...one, layoutText: undefined }], ['climb'], priorsOf);
    expect(data.panels[0]!.prior).toBeNull();
    expect(data.caption).toContain('The priors are not shown');
  });
});

describe('figures of the sampling', () => {
  it('have the places of divergent draws', () => {
    expect(tracesData(one, ['climb']).divergent).toEqual([
      [3, 32],
      [4, 33],
    ]);
    expect(pairsData(one, ['climb', 'grip']).divergent).toEqual([3, 32, 64, 93]);
  });

  it('are of runs where draws are particles', () => {
    const particles = withoutSampler(one);
    expect(ranksData(particles, ['climb']).noun).toBe('run');
    expect(ranksData(one, ['climb']).noun).toBe('chain');
  });

  it('have densities of energies on places that hold all of them', () => {
    const { at, chains } = energyData(one);
    const step = at[1]! - at[0]!;
    for (const { marginal } of chains) {
      const area = marginal.reduce((sum, each) => sum + each * step, 0);
      expect(area).toBeGreaterThan(0.9);
      expect(area).toBeLessThan(1.001);
    }
  });
});

describe('the probability of a band', () => {
  it('is what the interpreter makes of the layout', () => {
    const text = `layout Band
demand lower, upper in [-9, 9]
propensity theta ~ normal(0, 3)
observe success ~ bernoulli(band(theta, lower, upper, 1.5))
`;
    const windows = [
      [-2, 4],
      [0, 0.25],
      [-9, 9],
      [1, 1.01],
    ] as const;
    const columns = {
      lower: windows.map(([lower]) => lower),
      upper: windows.map(([, upper]) => upper),
      success: windows.map(() => 1),
    };
    const meant = interpret(prepare(sourceOf(text)).layout, { rows: windows.length, columns });
    for (const theta of [-8, -2, 0, 0.1, 1, 1.005, 3.9, 20]) {
      const probabilities = meant.probabilities({ theta });
      for (const [row, [lower, upper]] of windows.entries()) {
        expect(bandProbability(theta, { lower, upper, slope: 1.5 })).toBeCloseTo(probabilities[row]!, 10);
      }
    }
  });

  it('is drawn of the windows that are asked for, or of two within the demands’ domain', () => {
    const windows = (data: ReturnType<typeof bandData>) =>
      data.panels[0]!.curves.map(({ lower, upper }) => [lower, upper]);
    expect(windows(bandData([one], [[1, 5]], null))).toEqual([[1, 5]]);
    expect(windows(bandData([one], null, null))).toEqual([
      [2, 6],
      [3.5, 4.5],
    ]);
  });

  it('has beside it the normalisations that the layout of them means', () => {
    const text = readFileSync('stdlib-layouts/propensity/normalisations.ml', 'utf8');
    const windows = [
      [-2, 4],
      [0, 1],
      [0.5, 1],
    ] as const;
    const { panels } = bandData([one], windows, null, true);
    expect(panels.map(({ curves }) => curves.map(({ lower, upper }) => [lower, upper]))).toEqual(
      windows.map((window) => [window, window, window]),
    );
    // What was found is shown once.
    expect(panels.map(({ subjects }) => subjects.length)).toEqual([0, 0, 1]);
    for (const [place, normalisation] of ['none', 'naive', 'final'].entries()) {
      const meant = interpret(prepare(sourceOf(text), { choices: { normalisation } }).layout, {
        rows: windows.length,
        columns: {
          lowest: windows.map(([lower]) => lower),
          highest: windows.map(([, upper]) => upper),
          success: windows.map(() => 1),
        },
      });
      for (const at of [0, 20, 100, 140, 240]) {
        const probabilities = meant.probabilities({ tendency: panels[0]!.at[at]! });
        for (const [window, { curves }] of panels.entries())
          expect(curves[place]!.probability[at]).toBeCloseTo(probabilities[window]!, 10);
      }
    }
  });

  it('is highest over windows about the propensity', () => {
    const { cells, theta } = surfaceData(one, null, null);
    expect(cells.every(({ lower, upper }) => upper > lower)).toBe(true);
    const likely = cells.filter(({ probability }) => probability > 0.5);
    expect(likely.length).toBeGreaterThan(0);
    for (const { lower, upper, width } of likely) {
      expect(lower).toBeLessThan(theta.mean + 1);
      expect(upper + width).toBeGreaterThan(theta.mean - 1);
    }
  });

  it('is turned into centres and widths with all of its cells and circles', async () => {
    const frame = await openFrame();
    const [straight, turned] = (['bounds', 'centre'] as const).map((axes) => {
      const data = surfaceData(one, null, climbed(one), axes);
      return { data, svg: surface(data, frame).svg };
    });
    expect(turned!.data.cells).toEqual(straight!.data.cells);
    expect(turned!.svg.match(/<path d="M[^"]*Z" fill/g)).toHaveLength(turned!.data.cells.length);
    expect(straight!.svg).not.toMatch(/<path d="M[^"]*Z" fill/);
    expect(turned!.svg.match(/<circle/g)).toHaveLength(straight!.svg.match(/<circle/g)!.length);
    // A circle is across as far as its centre is between the ends, and upward as far as its window is wide.
    const places = ({ svg }: { svg: string }) =>
      [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const side = 460;
    const [left, top] = [56, 6];
    for (const [place, [x, y]] of places(straight!).entries()) {
      const lower = (x! - left) / side;
      const upper = 1 - (y! - top) / side;
      const [across, upward] = places(turned!)[place]!;
      expect((across! - left) / side).toBeCloseTo((lower + upper) / 2, 2);
      expect(1 - (upward! - top) / side).toBeCloseTo(upper - lower, 2);
    }
  });

  it('has what came of rows where their bounds lie, beside what the band expects there', () => {
    const observed = climbed(one);
    const { observed: rates, caption } = surfaceData(one, null, observed);
    expect(rates!.reduce((sum, { rows }) => sum + rows, 0)).toBe(observed.outcomes.length - 1);
    expect(caption).toContain('1 rows have bounds beside the picture.');
    const draws = one.draws.flatMap(({ latents }) => [...latents[3]!]);
    for (const { lower, upper, expected } of rates!) {
      const probabilities = draws.map((theta) => bandProbability(theta, { lower, upper, slope: 1 }));
      expect(expected).toBeCloseTo(probabilities.reduce((sum, p) => sum + p, 0) / draws.length, 10);
    }
  });
});

describe('the collapse of a fit that failed', () => {
  it('marks what was found, and says so', () => {
    const windows = [{ latent: 'boldness', lower: 'least', upper: 'most', outcome: 'success' }];
    const fit = { ...one, manifest: { ...one.manifest, windows } };
    const { outcomes, demands } = climbed(one);
    const columns = new Map([
      ['success', outcomes],
      ...demands.map(({ column, values }) => [column.name, values] as const),
    ]);
    const found = { value: 3, interval: null, called: 'posterior mean', wide: '95 % HDI' };
    const drawn = (status: 'converged' | 'failed') =>
      collapseData(
        { ...fit, verdict: { ...fit.verdict, status } },
        { outcome: 'success', columns },
        null,
        () => found,
      );
    expect(drawn('converged').panels[0]!.estimate!.called).toBe('posterior mean');
    expect(drawn('failed').panels[0]!.estimate!.called).toBe('! posterior mean');
    expect(drawn('failed').caption).toContain('The fit of robot1 failed');
  });
});

describe('a figure that cannot be made is refused in words', () => {
  const flat = {
    ...one,
    draws: one.draws.map((chain) => ({ ...chain, latents: chain.latents.map((each) => each.map(() => 2)) })),
  };
  const broken = {
    ...one,
    draws: one.draws.map((chain) => ({
      ...chain,
      latents: chain.latents.map((each) => each.map(() => Number.NaN)),
    })),
  };
  const cases: Record<string, () => unknown> = {
    'a misspelt parameter': () => forestData([one], { only: ['climbs'] }),
    'a layout without correlated latents': () => correlationsData(one),
    'draws that are no numbers': () => forestData([broken]),
    'a density of one number': () => densityData([flat], ['climb'], priorsOf),
    'densities of too many subjects': () =>
      densityData(
        Array.from({ length: 9 }, (_, place) => exampleFit(`r${place}`)),
        null,
        priorsOf,
      ),
    'a radial profile of two abilities': () => radialData([one], ['climb', 'grip']),
    'pairs of one parameter': () => pairsData(one, ['climb']),
    'traces of particles': () => tracesData(withoutSampler(one), ['climb']),
    'energies of particles': () => energyData(withoutSampler(one)),
    'energies that never change': () =>
      energyData({
        ...one,
        draws: one.draws.map((each) => ({ ...each, energy: each.energy!.map(() => 1) })),
      }),
    'a layout without a band': () =>
      bandData([{ ...one, layoutText: one.layoutText!.replace(/band\(.*?\)/, 'grip') }], null, null),
    'a band of another latent': () => bandData([one], null, ['climb']),
    'a layout that is not known': () => bandData([{ ...one, layoutText: undefined }], null, null),
    'a quantity that no sweep has': () => sweepData('sensitivity', SWEEP, [], ['reach']),
    'a sweep without a usable fit': () =>
      sweepData(
        'sensitivity',
        {
          ...SWEEP,
          quantities: SWEEP.quantities.map((each) => ({ ...each, distributions: [null, null, null, null] })),
        },
        [],
        null,
      ),
  };
  for (const [title, make] of Object.entries(cases)) {
    it(title, async () => {
      await expect(refusal(make)).toMatchFileSnapshot(
        `messages/${title.replaceAll(/[^A-Za-z0-9]+/g, '-')}.txt`,
      );
    });
  }
});

describe('a pair plot', () => {
  it('keeps the unit of a parameter whose name it cuts', async () => {
    const data = pairsData(one, ['climb', 'boldness']);
    const name = 'how_far_it_dares_to_climb_above_what_it_has_climbed_before_without_a_rope';
    const [first, ...others] = data.variables;
    const { svg } = pairs(
      { ...data, variables: [{ ...first!, name, unit: 'm / s' }, ...others] },
      await openFrame({ width: 360 }),
    );
    expect(svg).toContain('>m / s</text>');
    expect(svg).toContain(`<title>${name}</title>`);
    expect(svg).toContain('>boldness (m)</text>');
  });
});

describe('a radial profile', () => {
  it('has one scale for the abilities of a unit that end nowhere, in all fits', () => {
    const { subjects, caption } = radialData(
      [exampleFit('robot1', 0), exampleFit('robot2', 1)],
      ['climb', 'boldness', 'reach'],
    );
    const scalesOf = (name: string) =>
      subjects.map(({ abilities }) => abilities.find(({ label }) => label === name)!);
    const [first, second] = scalesOf('boldness');
    expect(first!.scale).toEqual(second!.scale);
    expect(first!.scale).toMatchObject({ endsAtFrom: false, endsAtTo: false });
    for (const { scale, hdi95 } of [first!, second!]) {
      expect(scale.from).toBeLessThan(hdi95[0]);
      expect(scale.to).toBeGreaterThan(hdi95[1]);
    }
    expect(scalesOf('climb')[0]!.scale).toMatchObject({ endsAtFrom: true, endsAtTo: true });
    expect(caption).toContain('do not end on both sides');
  });
});

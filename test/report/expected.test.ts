import { describe, expect, it } from 'vitest';
import { compile } from '../../compiler/index.ts';
import { loadModule } from '../../host/load.ts';
import type { SuccessByDemandData } from '../../reporting/figures/kinds/success-by-demand.ts';
import { demandsOfFactor, expectRows } from '../../reporting/report/expected.ts';
import { successFigures } from '../../reporting/report/figures.ts';
import { subjectsOf } from '../../reporting/report/subjects.ts';
import { madeFit, READING, TESSERACT } from './made-fits.ts';

const TEAMS = `layout Teams
category team
demand height in [0, 9]
capability climb[team] ~ uniform(0, 10)
robustness noise : probability ~ beta(1, 9)
let climbs = margin(climb[team], height)
observe success ~ bernoulli(mix(noise, climbs and margin(9, height), 0.5))
`;

describe('what is expected of rows', () => {
  it('is divided by demands, even where most rows have one value of them', async () => {
    const fit = madeFit({ name: 'tesseract', normals: TESSERACT });
    const rows = 400;
    const blur = Float64Array.from({ length: rows }, (_, row) => (row % 4 === 0 ? (row % 80) / 10 : 0));
    const read = Float64Array.from({ length: rows }, (_, row) =>
      row === 7 ? Number.NaN : Number(blur[row]! < 3),
    );
    const columns = new Map([
      ['height_px', new Float64Array(rows).fill(30)],
      ['blur_px', blur],
      ['read', read],
    ]);
    const loaded = await loadModule((await compile(READING)).bytes);
    const expected = await expectRows({ loaded, fit, columns, table: 'words.csv', fits: 1 });
    const [subject] = expected.subjects;
    expect(subject!.rows).toBe(rows);
    expect(subject!.overall.read!.seen).toBe(rows - 1);
    const levels = subject!.demands.blur_px!;
    expect(levels.length).toBeGreaterThanOrEqual(5);
    expect(levels.length).toBeLessThanOrEqual(10);
    expect(levels.reduce((sum, level) => sum + level.rows, 0)).toBe(rows);
    expect(levels[0]!.rates.read!.observed).toBe(1);
    expect(levels.at(-1)!.rates.read!.observed).toBe(0);
    expect(levels[0]!.rates.read!.draws[0]!).toBeGreaterThan(levels.at(-1)!.rates.read!.draws[0]!);
    expect(subject!.factors.map(({ name, demands }) => [name, demands])).toEqual([
      ['sees', ['height_px']],
      ['unblurs', ['blur_px']],
    ]);
    const [whole] = subjectsOf([{ ...fit, expected }]);
    const [{ panels }] = successFigures([whole!]) as [SuccessByDemandData];
    expect(panels.map(({ demand }) => demand)).toEqual(['blur']);
    expect(panels[0]!.series[0]!.levels[0]!.interval[1]).toBeCloseTo(1, 10);
  });

  it('is of the rows of each level where a category has the profiles, and of all for what they share', async () => {
    const levels = new Map([['team', ['Ada', 'Bob']]]);
    const fit = madeFit({
      name: 'success',
      text: TEAMS,
      levels,
      normals: { 'climb[Ada]': [2, 0.1], 'climb[Bob]': [7, 0.1], noise: [0.1, 0.01] },
    });
    const columns = new Map([
      ['height', Float64Array.of(1, 5, 5, 5)],
      ['team', Float64Array.of(0, 0, 1, 1)],
      ['success', Float64Array.of(1, 0, 1, 1)],
    ]);
    const loaded = await loadModule((await compile(TEAMS)).bytes);
    const { subjects } = await expectRows({ loaded, fit, columns, table: 'teams.csv', fits: 1 });
    expect(subjects.map(({ rows }) => rows)).toEqual([2, 2, 4]);
    expect(subjects.map(({ overall }) => overall.success!.observed)).toEqual([0.5, 1, 0.75]);
    expect(subjects[1]!.demands.height!.map(({ lower, rows }) => [lower, rows])).toEqual([[5, 2]]);
    expect(subjects[0]!.factors.map(({ name }) => name)).toEqual(['climbs', 'margin(9, height)']);
  });

  it('has no observed mean of an outcome that is censored', async () => {
    const text = `layout Waits
demand budget in [0, 9]
capability pace ~ half_normal(1)
observe time ~ exponential(pace) censored above budget
observe free ~ exponential(pace)
`;
    const fit = madeFit({ name: 'time', text, normals: { pace: [1, 0.1] } });
    const columns = new Map([
      ['budget', Float64Array.of(1, 1, 2, 2)],
      ['time', Float64Array.of(1, 0.5, 2, 2)],
      ['free', Float64Array.of(1, 1, 2, 4)],
    ]);
    const loaded = await loadModule((await compile(text)).bytes);
    const { subjects } = await expectRows({ loaded, fit, columns, table: 'waits.csv', fits: 1 });
    const { time, free } = subjects[0]!.overall;
    expect([time!.observed, time!.seen, free!.observed]).toEqual([null, 0, 2]);
    expect(time!.draws).toEqual(free!.draws);
  });

  it('knows by the text which demands a factor reads, through other names too', () => {
    const text = READING.replace('let unblurs', 'let ease = 1 px * height_px / px\nlet unblurs').replace(
      'blur_px, steepness = 2.5',
      'blur_px - ease, steepness = 2.5',
    );
    const { columns } = madeFit({ name: 'a', normals: TESSERACT }).manifest;
    const names = (layout: string | undefined, factor: string) =>
      demandsOfFactor(layout, factor, columns).map(({ name }) => name);
    expect(names(text, 'unblurs')).toEqual(['height_px', 'blur_px']);
    expect(names(text, 'margin(3, blur_px)')).toEqual(['blur_px']);
    expect(names(undefined, 'unblurs')).toEqual([]);
  });
});

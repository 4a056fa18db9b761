import { describe, expect, it } from 'vitest';
import { firstRepeat, type HeldOutPart } from '../../analysis/evaluate/parts/held-out-predictions.ts';
import { openFrame } from '../../reporting/figures/draw/frame.ts';
import {
  type BrierSubject,
  brierByRate,
  brierByRateData,
} from '../../reporting/figures/kinds/brier-by-rate.ts';
import {
  type CalibrationPanel,
  calibration,
  calibrationData,
  heldOutCalibrationData,
} from '../../reporting/figures/kinds/calibration.ts';
import {
  type DemandPanel,
  successByDemand,
  successByDemandData,
} from '../../reporting/figures/kinds/success-by-demand.ts';
import { successGridData, successGridFigure } from '../../reporting/figures/kinds/success-grid.ts';
import { ADA, BO, heldOut, predictedSubject } from './predicted-subjects.ts';
import { expectStored } from './stored-svg.ts';

const WIDE = await openFrame();
const NARROW = await openFrame({ width: 360, theme: 'dark' });

describe('success by demand', () => {
  it('shows each demand with what came and what is expected', async () => {
    await expectStored(successByDemand(successByDemandData([ADA], null), WIDE), 'success-by-demand');
  });

  it('shows the demands that are asked for, in a narrow column', async () => {
    const figure = successByDemand(successByDemandData([BO], ['nonword', 'height']), NARROW);
    await expectStored(figure, 'success-by-demand-narrow');
    expect(figure.alt).toMatch(/nonword: 0: 0\.\d+ of 180, expected 0\.\d+; 1: .* height: /);
  });

  it('has a logarithmic axis for a demand of several orders of magnitude', () => {
    const [height] = ADA.demands;
    const ticks = (values: Float64Array) => {
      const demands = [{ column: height!.column, values }];
      const { svg } = successByDemand(successByDemandData([{ ...ADA, demands }], null), WIDE);
      const [, labels] = /x-axis tick label"[^>]*>(.*?)<\/g>/.exec(svg)!;
      return [...labels!.matchAll(/>([^<>]+)</g)].map(([, tick]) => tick);
    };
    expect(ticks(height!.values.map((value) => 10 ** value))).toEqual(['1', '10', '100', '1000', '10000']);
    expect(ticks(height!.values).slice(0, 2)).toEqual(['0', '1']);
  });

  it('lays several subjects over each other, each with its name beside its curve', async () => {
    const figure = successByDemand(successByDemandData([ADA, BO], null), WIDE);
    await expectStored(figure, 'success-by-demand-of-two');
    expect(figure.alt).toMatch(
      /of 2 subjects\. blur, expected at its least and its greatest: Bo from 0\.\d+ to /,
    );
  });

  it('names only the ends of many curves, and no name lies on another', () => {
    const many = Array.from({ length: 9 }, (_, place) =>
      predictedSubject(`agent ${place + 1}`, 1 + place / 4),
    );
    const { svg, caption } = successByDemand(successByDemandData(many, ['blur']), WIDE);
    const names = [
      ...svg.matchAll(
        /<text [^>]*?transform="translate\([^,]*,([^)]*)\)"[^>]*>(?:<title>[^<]*<\/title>)?(agent \d)/g,
      ),
    ];
    expect(names.map(([, , name]) => name)).toEqual(['agent 9', 'agent 8', 'agent 2', 'agent 1']);
    const heights = names.map(([, height]) => Number(height));
    for (const [place, height] of heights.slice(1).entries())
      expect(height - heights[place]!).toBeGreaterThan(12.9);
    expect(caption).toContain('Named are the highest and the lowest');
  });

  it('rings an observed rate that the fit does not expect', () => {
    const values = ADA.values.map(() => 0.5);
    const [{ series }] = successByDemandData([{ ...ADA, values }], ['blur']).panels as [DemandPanel];
    const { levels } = series[0]!;
    for (const { observed, rows, isBeyond } of levels)
      expect(isBeyond).toBe(Math.abs(observed - 0.5) > 3 * Math.sqrt(0.25 / rows));
    expect(new Set(levels.map(({ isBeyond }) => isBeyond)).size).toBe(2);
    const key = 'observed, beyond what the fit expects';
    expect(successByDemand(successByDemandData([{ ...ADA, values }], ['blur']), WIDE).svg).toContain(key);
    expect(successByDemand(successByDemandData([ADA], ['blur']), WIDE).svg).not.toContain(key);
  });

  it('says whether the rows were fitted', () => {
    expect(successByDemandData([ADA], null).caption).toContain('The rows are those that were fitted');
    expect(successByDemandData([BO], null).caption).toContain('The rows are not those that were fitted.');
  });

  it('knows the demands of the layout', () => {
    expect(() => successByDemandData([ADA], ['blurr'])).toThrow('The layout has no demand `blurr`.');
  });
});

describe('an agent characteristic grid', () => {
  it('shows what came beside what is predicted, by the two demands with most values', async () => {
    const figure = successGridFigure(successGridData(ADA, null), WIDE);
    expect(figure.title).toBe('Success of Ada <b> by blur and height');
    await expectStored(figure, 'success-grid');
    expect(figure.alt).toMatch(/blur 0 px, height 8–1\d px: \d+ % of \d+, predicted \d+ %; /);
  });

  it('shows one below the other in a narrow column, and leaves cells without rows empty', async () => {
    const rows = ADA.outcomes.map((outcome, row) =>
      ADA.demands[0]!.values[row]! > 0 && ADA.demands[2]!.values[row] === 1 ? Number.NaN : outcome,
    );
    const data = successGridData({ ...ADA, outcomes: rows }, ['nonword', 'blur']);
    expect(data.cells.filter(({ rows: count }) => count === 0).length).toBeGreaterThan(2);
    await expectStored(successGridFigure(data, NARROW), 'success-grid-narrow');
  });

  it.each([[['blur']], [['blur', 'blur']], [['blur', 'height', 'nonword']]])(
    'is of two demands, not of %j',
    (only) => {
      expect(() => successGridData(ADA, only)).toThrow('A grid is of two demands.');
    },
  );
});

describe('a calibration curve', () => {
  it('shows each subject beside the others', async () => {
    await expectStored(calibration(calibrationData([ADA, BO]), WIDE), 'calibration');
  });

  it('of one subject names the bins that right predictions would not make', async () => {
    const wrong = { ...ADA, predictions: ADA.predictions.map((p) => Math.sqrt(p)), failed: true };
    const figure = calibration(calibrationData([wrong]), NARROW);
    await expectStored(figure, 'calibration-narrow');
    expect(figure.alt).toMatch(
      /outside of where right predictions would put it are the rates of predicted 0\.\d+/,
    );
    expect(figure.caption).toContain('The fit of Ada <b> did not converge: do not use what is shown of it.');
  });
});

describe('calibration curves of rows held out', () => {
  it('are one for each predictor that spoke of all of them, of the first repeat alone', () => {
    const { panels, caption } = heldOutCalibrationData([heldOut('Ada', 2)], null);
    expect(panels.map(({ title }) => title)).toEqual(['layout', 'logistic regression']);
    for (const { points } of panels)
      expect(points.reduce((sum, { rows }) => sum + rows, 0)).toBe(ADA.outcomes.length);
    const asOneTable = calibrationData([ADA]).panels[0]!;
    expect(panels[0]!.brier).toBeCloseTo(asOneTable.brier, 12);
    expect(panels[0]!.points.map(({ rows, observed }) => [rows, observed])).toEqual(
      asOneTable.points.map(({ rows, observed }) => [rows, observed]),
    );
    expect(caption).toContain('Rows of 2 folds are taken together');
    expect(caption).toContain('the first of 2 repeats');
  });

  it('of several subjects are those of the layout, and say whose fit did not converge', () => {
    const both = [heldOut('Ada', 2), heldOut('Bo', 3, 'failed')];
    const { panels, caption } = heldOutCalibrationData(both, null);
    expect(panels.map(({ title, failed }) => [title, failed])).toEqual([
      ['Ada', false],
      ['Bo', true],
    ]);
    expect(caption).toContain('Of Bo (!) a fit did not converge');
    expect(heldOutCalibrationData(both, ['Bo']).panels.map(({ title, failed }) => [title, failed])).toEqual([
      ['layout', true],
      ['logistic regression', false],
    ]);
    expect(() => heldOutCalibrationData(both, ['Cy'])).toThrow('There are no predictions of `Cy`.');
  });

  it('are none where nobody but the aggregate spoke of every fold', () => {
    const ada = heldOut('Ada', 2);
    const silent = (part: HeldOutPart): HeldOutPart => ({
      ...part,
      probabilities: { aggregate: part.probabilities.aggregate! },
    });
    const [first, ...others] = ada.parts;
    for (const parts of [ada.parts.map(silent), [silent(first!), ...others]])
      expect(() => heldOutCalibrationData([{ ...ada, parts }], null)).toThrow(
        'There are no predictions of Ada by anybody but the aggregate in every fold.',
      );
    const both = [{ ...ada, parts: ada.parts.map(silent) }, heldOut('Bo', 3)];
    expect(() => heldOutCalibrationData(both, null)).toThrow('of Ada by the layout in every fold.');
  });

  it('are of the first repeat, of however many folds', () => {
    const parts = Array.from({ length: 300_000 }, (_, place) => ({
      ...{ repeat: 3 - (place % 2), fold: place + 1, status: 'converged' as const },
      outcomes: Float64Array.of(1),
      probabilities: { layout: Float64Array.of(0.5) },
    }));
    const first = firstRepeat({ subject: 'Ada', outcome: 'read', parts });
    expect(first.length).toBe(150_000);
    expect(new Set(first.map(({ repeat }) => repeat))).toEqual(new Set([2]));
  });

  it('have the calibration error of their bins', () => {
    const [{ calibrationError, points }] = calibrationData([BO]).panels as [CalibrationPanel];
    const rows = points.reduce((sum, point) => sum + point.rows, 0);
    const off = points.reduce((sum, p) => sum + p.rows * Math.abs(p.predicted - p.observed), 0);
    expect(calibrationError).toBeCloseTo(off / rows, 12);
  });
});

describe('Brier scores against rates of success', () => {
  it('show each subject beside the aggregate', async () => {
    const figure = brierByRate(brierByRateData([ADA, BO]), WIDE);
    await expectStored(figure, 'brier-by-rate');
    expect(figure.alt).toContain('the fit is better than the aggregate for 2 of 2 subjects');
    expect(figure.caption).toContain('those that were fitted of Ada <b>, and others of the rest');
  });

  it('have the aggregate say the rate that was fitted: above the parabola where that is another', () => {
    const [{ rate, aggregate }] = brierByRateData([ADA]).subjects as readonly [BrierSubject];
    // Its score is s (1 − s) + (s − 0.5)².
    expect(aggregate).toBeCloseTo(rate * (1 - rate) + (rate - 0.5) ** 2, 12);
  });

  it('name no subject where there are many', async () => {
    const many = Array.from({ length: 30 }, (_, place) => ({ ...ADA, name: `agent${place + 1}` }));
    const figure = brierByRate(brierByRateData(many), NARROW);
    expect(figure.svg).not.toContain('>agent3</text>');
    expect(figure.alt).toContain('agent30: rate');
  });
});

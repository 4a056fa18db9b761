import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderProfile } from '../../cli/fit/profile-table.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { Finding } from '../../host/diagnose/finding.ts';
import { parametersOf } from '../../host/parameters.ts';
import { formatEstimate, meaningfulDecimals } from '../../host/round-estimate.ts';
import { STAND_IN_MANIFEST } from '../host/stand-in.ts';

const MANIFEST = {
  ...STAND_IN_MANIFEST,
  latents: ['acuity', 'slip', 'stuck'].map((name) => ({
    ...STAND_IN_MANIFEST.latents[0]!,
    name,
    unit: name === 'acuity' ? '1 / px' : 'probability',
  })),
};

const REPORT: FitSummary = {
  parameters: {
    acuity: {
      ...{
        mean: 0.10912,
        sd: 0.00299,
        q5: 0.1043,
        q50: 0.1091,
        q95: 0.114,
        hdi95: [0.10321, 0.11489],
        mcse: 0.00003,
      },
      ...{ essBulk: 9853.3, essTail: 6934.6, rhat: 1.00057 },
    },
    slip: {
      ...{
        mean: 0.00163,
        sd: 0.00158,
        q5: 0.0001,
        q50: 0.0011,
        q95: 0.0048,
        hdi95: [0.0000002, 0.00498],
        mcse: 0.00004,
      },
      ...{ essBulk: 1447, essTail: 693, rhat: 1.0012 },
    },
    stuck: {
      ...{ mean: 0.5, sd: 0, q5: 0.5, q50: 0.5, q95: 0.5, hdi95: [0.5, 0.5], mcse: null },
      ...{ essBulk: null, essTail: null, rhat: null },
    },
  },
  scales: { acuity: 'ordinal', stuck: 'ordinal' },
  sampler: {
    ...{ chains: 4, warmup: 1000, draws: 1000, divergences: 0, maxTreeDepthHits: 0, gradients: 52_000 },
    ...{ bfmi: [1, 1, 1, 1], scoutGradients: 2100, compileSeconds: 0.8, samplingSeconds: 1.94 },
  },
  status: 'converged',
  findings: [],
  modes: [],
  hints: [],
  digests: {},
  fitted: { layout: 'Ocr', meaning: '0000000000000000', levels: {}, statistics: [], levelStatistics: [] },
  rows: 3000,
  outcomes: { read: { column: 'tesseract', successes: 1950 } },
};

const PARAMETERS = parametersOf(MANIFEST, new Map());

const shown = (changes: Partial<FitSummary>) =>
  renderProfile('tesseract', PARAMETERS, { ...REPORT, ...changes }, false);

describe('a profile', () => {
  it('is a caption and an aligned table', async () => {
    await expect(shown({})).toMatchFileSnapshot('messages/profile/converged.txt');
  });

  it('says of particles what the evidence is, and how they are shared among modes', async () => {
    const run = {
      ...{ temperatures: 9, sweeps: 14, logEvidence: -90.2, logEvidenceForward: -90.21, logPriorMass: 0 },
      ways: 1,
    };
    const particles = {
      ...{ logEvidence: -90.1873, logEvidenceError: 0.0412 },
      logEvidenceInterval: [-90.3184, -90.0562] as const,
      runs: Array.from({ length: 4 }, () => ({ ...run, leastAcceptance: 0.74, ancestors: 120 })),
    };
    const mode = (acuity: number, share: number, error: number) => ({
      ...{ scouts: 5, logDensity: -80, logEvidence: -82, share: 0.5, draws: { share, error } },
      values: {
        acuity: { mean: acuity, sd: 0.003 },
        slip: { mean: 0.1, sd: 0.05 },
        stuck: { mean: 0.5, sd: 0.1 },
      },
    });
    const modes = [mode(0.09, 0.2431, 0.0112), mode(0.12, 0.7567, 0.0113), mode(0.3, 0.0002, 0.0001)];
    const sampler = { ...REPORT.sampler, warmup: 0, particles };
    await expect(shown({ sampler, modes })).toMatchFileSnapshot('messages/profile/particles.txt');
  });

  it('is divided into two tables where it is wider than the terminal', async () => {
    const narrow = renderProfile('tesseract', PARAMETERS, { ...REPORT, status: 'failed' }, true, 80);
    const lines = stripVTControlCharacters(narrow).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    await expect(lines.join('\n')).toMatchFileSnapshot('messages/profile/narrow.txt');
  });

  it('that is usable with care says so after the table', async () => {
    const finding: Finding = {
      kind: 'few-effective-draws',
      weight: 'caution',
      parameters: ['slip'],
      message: 'The tails of `slip` rest on few effective draws.',
      remedy: 'Take more: `--draws 4000`.',
    };
    await expect(shown({ status: 'usable', findings: [finding] })).toMatchFileSnapshot(
      'messages/profile/usable.txt',
    );
  });

  it('that failed says so before the table and in every row', async () => {
    const finding: Finding = {
      kind: 'separate-places',
      weight: 'fatal',
      parameters: ['acuity'],
      message: 'The chains stay in 2 places.',
      remedy: 'See which of them the layout means.',
    };
    await expect(shown({ status: 'failed', findings: [finding] })).toMatchFileSnapshot(
      'messages/profile/failed.txt',
    );
  });
});

describe('an estimate', () => {
  it.each([
    [{ sd: 1, mcse: 0.02 }, 2],
    [{ sd: 1, mcse: 0.2 }, 1],
    [{ sd: 1, mcse: 5 }, 0],
    [{ sd: 0.00299, mcse: 0.00003 }, 5],
    [{ sd: 250, mcse: 3 }, 0],
    [{ sd: 1, mcse: null }, 2],
    [{ sd: 1, mcse: 1e-9 }, 2],
    [{ sd: 0, mcse: null }, null],
  ])('with %o is worth %s decimals', ({ sd, mcse }, decimals) => {
    expect(meaningfulDecimals(sd, mcse)).toBe(decimals);
  });

  it.each([
    [1.005, 1, '1.0'],
    [-0.0001, 2, '0.00'],
    [1.23456e-12, 14, '1.23e-12'],
    [0.5, null, '0.5'],
    [1 / 3, null, '0.3333'],
    [null, 2, '-'],
    [Number.NaN, 2, '-'],
  ])('%s with %s decimals is written %s', (value, decimals, text) => {
    expect(formatEstimate(value, decimals)).toBe(text);
  });
});

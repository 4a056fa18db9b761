/** Fits put together of draws that a test says, as reports take them. */
import { prepare } from '../../compiler/compile.ts';
import type { FitSummary } from '../../files/fits/fit-summary.ts';
import type { LayoutChecks } from '../../files/fits/layout-checks.ts';
import { type ChainVerdict, chainVerdicts } from '../../host/diagnose/chain-verdicts.ts';
import type { Finding } from '../../host/diagnose/finding.ts';
import { summarise } from '../../host/diagnose/summarise.ts';
import { parametersOf } from '../../host/parameters.ts';
import type { ExpectedRows, ReportFit } from '../../reporting/report/subjects.ts';
import { normalQuantile } from '../../statistics/distribution-quantiles.ts';

export const READING = `/// How well an engine reads letters that are small or blurred.
layout Reading

unit px, s

/// Height of the letters.
demand height_px : px in [1, 200]
/// Radius of the Gaussian blur.
demand blur_px   : px in [0, 20]

/// Reads letters of a height of 1 / acuity pixels half the time.
capability acuity        : 1 / px ~ uniform(0, 0.25)
/// Reads letters under this blur half the time.
capability blurTolerance : px ~ uniform(0, 6)
/// How long it takes.
capability patience      : s ~ normal(0, 5)
robustness slip          : probability ~ beta(1, 9)

let sees    = log_margin(acuity, 1 / height_px, steepness = 6)
let unblurs = margin(blurTolerance + 0.01 px / s * patience, blur_px, steepness = 2.5)

observe read ~ bernoulli(downscale(slip, sees and unblurs))
`;

/** By parameter a mean and a standard deviation. */
export type Normals = Readonly<Record<string, readonly [mean: number, sd: number]>>;

export interface MadeFit {
  readonly name: string;
  readonly text?: string;
  readonly normals: Normals;
  readonly levels?: ReadonlyMap<string, readonly string[]>;
  readonly successes?: number;
  readonly rows?: number;
  readonly status?: FitSummary['status'];
  readonly findings?: readonly Finding[];
  readonly checks?: LayoutChecks;
  readonly expected?: ExpectedRows | null;
  readonly path?: string;
}

const DESCRIBED: LayoutChecks = {
  replications: 200,
  outcomes: { read: { checks: 9, failed: 0, worst: null, findings: [] } },
};

const CHAINS = 4;
const DRAWS = 250;

export function madeFit({
  name,
  text = READING,
  normals,
  levels = new Map(),
  successes = 60,
  rows = 100,
  status = 'converged',
  findings = [],
  checks = DESCRIBED,
  expected = null,
  path = `results/${name}`,
}: MadeFit): ReportFit {
  const { manifest } = prepare({ name: 'layout.ml', text });
  const parameters = parametersOf(manifest, levels);
  const draws = Array.from({ length: CHAINS }, (_, chain) => ({
    latents: parameters.map(({ name: parameter }) =>
      normalDraws(normals[parameter]!, `${name} ${parameter} ${chain}`),
    ),
  }));
  const series = parameters.map(({ name: parameter }, index) => ({
    name: parameter,
    chains: draws.map(({ latents }) => latents[index]!),
  }));
  const chains: ChainVerdict[] = chainVerdicts(series, null);
  const summary: FitSummary = {
    ...(manifest.choices === undefined ? {} : { choices: manifest.choices }),
    parameters: summarise(series),
    scales: Object.fromEntries(manifest.latents.map((latent) => [latent.name, latent.scale])),
    sampler: {
      ...{ chains: CHAINS, warmup: 1000, draws: DRAWS, divergences: 0, maxTreeDepthHits: 0, gradients: 9 },
      ...{ bfmi: [1, 1, 1, 1], scoutGradients: 1, compileSeconds: 1, samplingSeconds: 1 },
    },
    ...{ status, findings, modes: [], hints: [], rows },
    ...(status === 'failed' ? {} : { checks }),
    digests: Object.fromEntries(manifest.columns.map((column) => [column.name, '0123456789abcdef'])),
    fitted: {
      ...{ layout: manifest.layout, meaning: manifest.meaning },
      ...{ levels: Object.fromEntries(levels), statistics: [], levelStatistics: [] },
    },
    outcomes: Object.fromEntries(
      manifest.columns
        .filter(({ role }) => role === 'outcome')
        .map((column) => [column.name, { column: name, successes }]),
    ),
    made: {
      version: '0.1.0',
      layout: { path: 'layout.ml', sha256: 'ab'.repeat(32), text },
      data: { path: 'table.csv', outcomes: { read: name }, rows: [], columns: {} },
      settings: {
        ...{ method: 'nuts', chains: CHAINS, warmup: 1000, draws: DRAWS, targetAccept: 0.8 },
        ...{ maxTreeDepth: 10, seed: '1', scouts: 32, drawsAs: ['csv'] },
      },
    },
  };
  return {
    ...{ name, path, manifest, parameters, draws, levels, chains, summary, expected },
    statistics: { values: [], byLevel: [] },
    verdict: { status, findings },
    layoutText: text,
  };
}

/** Quantiles of a normal distribution in an order that the key decides: the same on every machine. */
export function normalDraws([mean, sd]: readonly [number, number], key: string, count = DRAWS): Float64Array {
  let state = 2166136261;
  for (const character of key) state = Math.imul(state ^ character.charCodeAt(0), 16777619) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return Float64Array.from({ length: count }, () => mean + sd * normalQuantile(next() * 0.998 + 0.001));
}

/** What a fit with the factors of `READING` expects of a hundred rows, in two levels of each demand. */
export function expectedRows(name: string, rates: readonly [easy: number, hard: number]): ExpectedRows {
  const rate = (mean: number, what: string, seen = 50) => ({
    read: {
      observed: Math.round(mean * 50) / 50,
      seen,
      draws: normalDraws([mean, 0.01], `${name} ${what}`, 400),
    },
  });
  const [easy, hard] = rates;
  return {
    table: 'table.csv',
    columns: new Map(
      ['height_px', 'blur_px', 'read'].map((column) => [column, new Float64Array(100).fill(1)]),
    ),
    subjects: [
      {
        rows: 100,
        overall: rate((easy + hard) / 2, 'overall', 100),
        demands: {
          height_px: [
            { lower: 8, upper: 18, mean: 13, rows: 50, rates: rate(hard, 'small') },
            { lower: 20, upper: 40, mean: 30, rows: 50, rates: rate(easy, 'large') },
          ],
          blur_px: [
            { lower: 0, upper: 1, mean: 0.5, rows: 50, rates: rate(easy, 'sharp') },
            { lower: 2, upper: 4, mean: 3, rows: 50, rates: rate(hard, 'blurred') },
          ],
        },
        factors: [
          {
            name: 'sees',
            isNamed: true,
            demands: ['height_px'],
            draws: normalDraws([0.8, 0.01], 'sees', 400),
          },
          {
            name: 'unblurs',
            isNamed: true,
            demands: ['blur_px'],
            draws: normalDraws([0.7, 0.01], 'unblurs', 400),
          },
        ],
      },
    ],
  };
}

export const TESSERACT: Normals = {
  acuity: [0.109, 0.003],
  blurTolerance: [3.26, 0.07],
  patience: [2, 0.3],
  slip: [0.017, 0.001],
};
export const GOCR: Normals = {
  acuity: [0.076, 0.002],
  blurTolerance: [1.71, 0.08],
  patience: [1, 0.3],
  slip: [0.05, 0.02],
};
export const OCRAD: Normals = {
  acuity: [0.045, 0.001],
  blurTolerance: [1.78, 0.06],
  patience: [1.1, 0.3],
  slip: [0.0175, 0.001],
};

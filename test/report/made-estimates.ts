/** Point estimates that a test says, as reports take them. */
import { prepare } from '../../compiler/compile.ts';
import type { EstimateSummary } from '../../files/fits/estimate-summary.ts';
import type { EstimatedParameter } from '../../host/estimate/estimated-parameters.ts';
import { parametersOf } from '../../host/parameters.ts';
import type { ReportEstimate } from '../../reporting/report/estimates.ts';
import type { ExpectedRows } from '../../reporting/report/subjects.ts';
import { READING } from './made-fits.ts';

/** An estimate with an interval; or on a bound; or none. */
export type Told = readonly [estimate: number, se: number] | 'upper' | 'none';

export interface MadeEstimate {
  readonly name: string;
  readonly text?: string;
  readonly told: Readonly<Record<string, Told>>;
  readonly levels?: ReadonlyMap<string, readonly string[]>;
  readonly method?: 'mle' | 'map';
  readonly status?: EstimateSummary['status'];
  readonly covariance?: EstimateSummary['covariance'];
  readonly expected?: ExpectedRows | null;
}

export function madeEstimate({
  name,
  text = READING,
  told,
  levels = new Map(),
  method = 'mle',
  status = 'converged',
  covariance = null,
  expected = null,
}: MadeEstimate): ReportEstimate {
  const { manifest } = prepare({ name: 'layout.ml', text });
  const parameters = parametersOf(manifest, levels);
  const estimates = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, estimateOf(told[parameter.name]!)]),
  );
  const findings: EstimateSummary['findings'] =
    status === 'failed'
      ? [
          {
            ...{ kind: 'endless', weight: 'fatal', parameters: [], message: 'It rises for ever.' },
            remedy: 'Use `method: "map"`.',
          },
        ]
      : [];
  const summary: EstimateSummary = {
    ...{ method, parameters: estimates, covariance, confidence: 0.95, logLikelihood: -50, logPrior: -3 },
    scales: Object.fromEntries(manifest.latents.map((latent) => [latent.name, latent.scale])),
    point: parameters.map((parameter) => estimates[parameter.name]!.estimate),
    ...{ told: 3, observations: 100, aic: 106, bic: 113.8, climbs: { all: 32, arrived: 32, best: 30 } },
    others: [],
    estimator: { starts: 32, seed: '7', gradients: 99, compileSeconds: 1, seconds: 1 },
    ...{ status, findings, hints: [], rows: 100 },
    fitted: {
      ...{ layout: manifest.layout, meaning: manifest.meaning },
      ...{ levels: Object.fromEntries(levels), statistics: [], levelStatistics: [] },
    },
    outcomes: { read: { column: name, successes: 60 } },
    made: {
      version: '0.1.0',
      layout: { path: 'layout.ml', sha256: 'ab'.repeat(32), text },
      data: { path: 'table.csv', outcomes: { read: name }, rows: [], columns: {} },
    },
  };
  return {
    ...{ name, path: `results/${name}`, manifest, parameters, levels, method, confidence: 0.95, estimates },
    ...{ summary, expected, statistics: { values: [], byLevel: [] }, verdict: { status, findings } },
    layoutText: text,
  };
}

function estimateOf(told: Told): EstimatedParameter {
  if (told === 'none') return { estimate: null, se: null, interval: null };
  if (told === 'upper') return { estimate: 0.25, se: null, interval: null, bound: 'upper' };
  const [estimate, se] = told;
  return { estimate, se, interval: [estimate - 1.96 * se, estimate + 1.96 * se] };
}

/** Opens the folder of a point estimate that `theodolite fit --method mle`, `map` or `laplace` wrote with `--out`. */
import { join } from 'node:path';
import { withoutCovariance } from '../../host/estimate/estimated-model.ts';
import { predictEstimate } from '../../host/estimate/predict-estimate.ts';
import type { LoadedModule } from '../../host/load.ts';
import type { Parameter } from '../../host/parameters.ts';
import type { PredictiveDraws } from '../../host/posterior.ts';
import { type Prediction, type PredictOptions, predict } from '../../host/predict/predict.ts';
import type { NewColumns } from '../../host/predict/rows.ts';
import type { Manifest } from '../../module/manifest.ts';
import { FileError } from '../file-error.ts';
import type { EstimateSummary } from './estimate-summary.ts';
import { STORED } from './file-names.ts';
import { checkStoredParameters, openLayoutOf, readDraws } from './open-fit.ts';
import { readEstimateSummary } from './read-summary.ts';
import type { FittedLayout } from './stored-fit.ts';

/** A stored point estimate, or Laplace's approximation with its draws. */
export interface StoredEstimate {
  readonly folder: string;
  readonly summary: EstimateSummary;
  readonly manifest: Manifest;
  readonly parameters: readonly Parameter[];
  /** The levels and the statistics of the data. */
  readonly restored: Pick<PredictiveDraws, 'levels' | 'statistics'>;
  /** Whether it predicts at the point itself; Laplace's approximation predicts from draws. */
  readonly isPoint: boolean;
  /** The draws with which outcomes are drawn: its own, or the point repeated as often as requested. */
  fitted(draws: number): PredictiveDraws;
  /** The module that predicts, compiled for rows like these if it does not exist yet. */
  module: FittedLayout['module'];
  /** The bytes of that module; undefined if they are not stored, or those of a layout that was given. */
  readonly moduleBytes?: Uint8Array | undefined;
  predict(loaded: LoadedModule, rows: NewColumns, options: PredictOptions): Promise<Prediction>;
  /**
   * The same estimate with the rows that it was made of, in the order of the manifest, with its level numbers. Predictions of a layout with
   * classes need them: they say in which states these are at each level.
   */
  withFittedRows(columns: readonly Float64Array[]): StoredEstimate;
}

/**
 * Reads an estimate from its folder; null if the folder holds a sampled fit.
 *
 * @param layout what makes the layout, if it is not the folder's own module
 * @throws FileError or HostError as `openFit` does
 */
export async function openEstimate(
  folder: string,
  layout?: (summary: EstimateSummary) => Promise<FittedLayout>,
): Promise<StoredEstimate | null> {
  const summary = readEstimateSummary(folder);
  if (summary === null) return null;
  const { opened, restored, parameters } = await openLayoutOf(folder, summary, layout);
  checkStoredParameters(folder, parameters, summary);
  const { manifest } = opened;
  const common = {
    ...{ folder, summary, manifest, parameters, restored, module: opened.module.bind(opened) },
    moduleBytes: opened.bytes,
  };
  const draws =
    summary.sampler === undefined ? null : await readDraws(folder, parameters, summary, summary.sampler);
  return restoredEstimate(common, draws, undefined);
}

/** @param draws those of Laplace's approximation; null for a point */
function restoredEstimate(
  opened: Pick<
    StoredEstimate,
    'folder' | 'summary' | 'manifest' | 'parameters' | 'restored' | 'module' | 'moduleBytes'
  >,
  draws: PredictiveDraws['draws'] | null,
  fittedRows: PredictiveDraws['fittedRows'],
): StoredEstimate {
  const { folder, summary, parameters } = opened;
  const restored = { ...opened.restored, fittedRows };
  const common = {
    ...opened,
    withFittedRows: (columns: readonly Float64Array[]) => restoredEstimate(opened, draws, { columns }),
  };
  if (draws !== null) {
    const fitted = { ...restored, draws };
    return {
      ...common,
      isPoint: false,
      fitted: () => fitted,
      predict: (loaded, rows, options) => predict(loaded, fitted, rows, options),
    };
  }
  const finite = (values: readonly (number | null)[]) => numbers(folder, values, parameters.length);
  // Only predictions need a point: without it, the other estimates can still be shown.
  return {
    ...common,
    isPoint: true,
    fitted: (draws) => ({
      ...restored,
      draws: [{ latents: finite(summary.point).map((value) => new Float64Array(draws).fill(value)) }],
    }),
    predict: async (loaded, rows, options) => {
      const { covariance: stored } = summary;
      if (stored === null) throw withoutCovariance(parameters.length);
      const [point, covariance] = [finite(summary.point), stored.map(finite)];
      return predictEstimate(loaded, { ...restored, point, covariance }, rows, options);
    },
  };
}

/** @throws FileError when a value is missing, as for an infinite estimate */
function numbers(folder: string, values: readonly (number | null)[], size: number): number[] {
  const finite = values.filter((value) => value !== null);
  if (finite.length === size) return finite;
  throw new FileError(
    `${join(folder, STORED.summary)} has no point to predict with: an estimate is infinite, or belongs to another layout.`,
    'Fit with `method: "nuts"` and store the fit.',
  );
}

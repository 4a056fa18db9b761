/** One of the fits that are compared: its leave-one-out, from the stored draws and the rows that it was fitted to. */
import {
  type Criterion,
  type EstimatedFit,
  estimateFit,
} from '../../analysis/evaluate/compare/estimate-fit.ts';
import { type FittedOutcome, fittedOutcomes } from '../../analysis/evaluate/compare/same-outcomes.ts';
import { EvaluationError } from '../../analysis/evaluate/evaluation-error.ts';
import { openFit } from '../../files/fits/open-fit.ts';
import type { StoredFit } from '../../files/fits/stored-fit.ts';
import { pointwiseLogLikelihood } from '../../host/predict/log-likelihood.ts';
import type { DataOptions } from '../options/data-options.ts';
import { readFittedRows } from '../stored-fits/fitted-rows.ts';

export interface ComparedFit extends Pick<StoredFit, 'folder' | 'summary'>, EstimatedFit {
  /** The name of the layout. */
  readonly layout: string;
  /** By the names of their columns in the table. */
  readonly outcomes: readonly FittedOutcome[];
}

export interface ComparedData extends DataOptions {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly criterion: Criterion;
  /** Of each chain every so many draws are used. */
  readonly every: number;
}

/**
 * Reads a stored fit and the rows that it was fitted to, and estimates how probable each is for a fit that has not seen it.
 *
 * @throws Failure, FileError, HostError or EvaluationError, also when the rows are not those of the fit
 */
export async function openComparedFit(folder: string, data: ComparedData): Promise<ComparedFit> {
  const fit = await openFit(folder);
  const { manifest, fitted, summary } = fit;
  const columns = await readFittedRows(fit, data);
  const likelihoods = await pointwiseLogLikelihood(await fit.module(columns), fitted, columns, {
    every: data.every,
  });
  try {
    const labels = Object.entries(summary.outcomes).map(([outcome, { column }]) => [outcome, column]);
    return {
      folder,
      summary,
      layout: manifest.layout,
      outcomes: fittedOutcomes(manifest, columns, Object.fromEntries(labels)),
      ...estimateFit(data.criterion, likelihoods, fitted.draws.length),
    };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw new EvaluationError(`${folder}: ${error.message}`, error.remedy);
  }
}

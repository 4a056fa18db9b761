/** Reads the summary of a stored fit, and says of a path that is no folder of one what it is. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from '../files/file-error.ts';
import { readRegularText } from '../files/regular-file.ts';
import { ESTIMATE_METHODS } from '../host/estimate/settings.ts';
import { firstNames } from '../host/first-names.ts';
import { orderLevels } from '../host/levels.ts';
import type { EstimateSummary } from './estimate-summary.ts';
import { STORED } from './file-names.ts';
import type { FitSummary } from './fit-summary.ts';
import { COPY_AGAIN, unreadable } from './unreadable.ts';

/**
 * Only what a prediction takes is looked at: the rest is believed.
 *
 * @throws FileError when the path is no folder of one fit, or its summary is damaged
 */
export function readSummary(folder: string): FitSummary {
  const summary = read(folder);
  if (isEstimate(summary)) {
    throw new FileError(
      `${folder} is an estimate by \`--method ${summary.method}\`, and draws of the posterior are wanted here.`,
      `Fit with \`--method nuts\` and --out${summary.method === 'mle' ? '; estimates by mle are compared by the AIC and BIC that they print' : ''}.`,
    );
  }
  if (isSummary(summary)) return summary;
  throw unknown(folder);
}

/** The summary of a point estimate; null where the folder holds a fit that was sampled. @throws FileError as `readSummary` does */
export function readEstimateSummary(folder: string): EstimateSummary | null {
  const summary = read(folder);
  if (!isEstimate(summary)) return null;
  if (isWhole(summary)) return summary;
  throw unknown(folder);
}

function read(folder: string): unknown {
  const file = join(folder, STORED.summary);
  if (!existsSync(file)) throw noFit(folder);
  return parse(file);
}

function unknown(folder: string): FileError {
  return new FileError(
    `${join(folder, STORED.summary)} does not say what fit it is of.`,
    'Fit again with this version of theodolite and --out.',
  );
}

function isEstimate(value: unknown): value is EstimateSummary {
  return ESTIMATE_METHODS.some((method) => method === (value as Partial<EstimateSummary> | null)?.method);
}

/** Only what a prediction takes is looked at. */
function isWhole({
  status,
  findings,
  fitted,
  rows,
  outcomes,
  point,
  covariance,
  sampler,
}: EstimateSummary): boolean {
  const isRow = (row: unknown) =>
    Array.isArray(row) &&
    row.length === point.length &&
    row.every((value) => value === null || typeof value === 'number');
  return (
    typeof status === 'string' &&
    Array.isArray(findings) &&
    isCount(rows) &&
    typeof fitted === 'object' &&
    typeof outcomes === 'object' &&
    isRow(point) &&
    Array.isArray(covariance) &&
    covariance.length === point.length &&
    covariance.every(isRow) &&
    (sampler === undefined || (isCount(sampler.chains) && isCount(sampler.draws)))
  );
}

function isCount(count: unknown): boolean {
  return Number.isInteger(count) && (count as number) >= 1;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readRegularText(file, COPY_AGAIN));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreadable(file, error);
    throw new FileError(`${file} is damaged: it is not JSON.`, COPY_AGAIN);
  }
}

function isSummary(value: unknown): value is FitSummary {
  const { status, findings, fitted, rows, sampler, outcomes } = (value ?? {}) as Partial<FitSummary>;
  return (
    typeof status === 'string' &&
    Array.isArray(findings) &&
    isCount(rows) &&
    typeof fitted === 'object' &&
    typeof outcomes === 'object' &&
    isCount(sampler?.chains) &&
    isCount(sampler?.draws)
  );
}

/** The error of a path that is no folder of one fit; it names those that are below it. */
function noFit(path: string): FileError {
  if (!existsSync(path)) {
    return new FileError(
      `There is no folder ${path}.`,
      'Give the folder of a fit, such as results/tesseract.',
    );
  }
  if (!statSync(path).isDirectory()) {
    return new FileError(
      `${path} is a file, and the folder of a fit is wanted here.`,
      'Give the folder that `fit --out results` wrote for a column, such as results/tesseract.',
    );
  }
  const below = orderLevels(readdirSync(path).filter((name) => existsSync(join(path, name, STORED.summary))));
  if (below.length > 0) {
    return new FileError(
      `${path} holds the fits of ${firstNames(below)}, and one is wanted here.`,
      `Give its folder: ${join(path, below[0]!)}.`,
    );
  }
  return new FileError(
    `${path} holds no fit: there is no ${STORED.summary} in it.`,
    'Give the folder that `fit --out results` wrote for a column, such as results/tesseract.',
  );
}

/** Reads the summary of a stored fit, or reports what else the path is. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { orderLevels } from '../../module/levels.ts';
import { firstNames } from '../../module/names.ts';
import { JsonError, parseJson } from '../../module/parse-json.ts';
import { FileError } from '../file-error.ts';
import { readRegularText } from '../regular-file.ts';

import type { FileRecords } from './bound-files.ts';
import type { EstimateSummary } from './estimate-summary.ts';
import { STORED } from './file-names.ts';
import type { FitSummary } from './fit-summary.ts';
import { hasShape, mismatchOf, type Shape } from './shape.ts';
import {
  type Bound,
  contentDigest,
  estimateSummary,
  fitSummary,
  isBound,
  isOfEstimate,
} from './summary-shapes.ts';
import { COPY_AGAIN, unreadableFit } from './unreadable.ts';

/** @throws FileError when the path is not the folder of one fit, or its summary is damaged */
export function readSummary(folder: string): FitSummary & Bound {
  const { file, found } = read(folder);
  if (hasShape(isOfEstimate, found)) {
    throw new FileError(
      `${folder} is an estimate by \`method: "${found.method}"\`, and draws of the posterior are wanted here.`,
      `Fit with \`method: "nuts"\` and store the fit${found.method === 'mle' ? '; estimates by mle are compared by the AIC and BIC that they print' : ''}.`,
    );
  }
  return checked(file, fitSummary, found);
}

/** The summary of a point estimate; null if the folder holds a sampled fit. @throws FileError as `readSummary` does */
export function readEstimateSummary(folder: string): (EstimateSummary & Bound) | null {
  const { file, found } = read(folder);
  if (!hasShape(isOfEstimate, found)) return null;
  const summary = checked(file, estimateSummary, found);
  const { point, covariance } = summary;
  if (covariance === null) return summary;
  const odd = covariance.findIndex((row) => row.length !== point.length);
  if (covariance.length !== point.length || odd >= 0) {
    throw damaged(
      file,
      `its \`covariance\` is not of as many rows and columns as \`point\` has numbers, ${point.length}`,
    );
  }
  return summary;
}

function read(folder: string): { readonly file: string; readonly found: unknown } {
  const file = join(folder, STORED.summary);
  if (!isFitFolder(folder)) throw noFit(folder);
  return { file, found: parse(file) };
}

/** The files that the summary in a folder names; empty without a summary. */
export function readStoredFiles(folder: string): FileRecords {
  if (!isFitFolder(folder)) return {};
  try {
    const { found } = read(folder);
    const isWhole = hasShape(isBound, found) && found.sha256 === contentDigest(found);
    return isWhole ? found.files : {};
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return {};
  }
}

/** @throws FileError when the value has another shape, or was changed */
function checked<T extends Bound>(file: string, shape: Shape<T>, found: unknown): T {
  if (isOfEarlierVersion(found)) {
    throw new FileError(
      `${file} was written by an earlier version of theodolite, which did not bind the files of a fit together, so it is not known whether its draws belong to this fit.`,
      'Fit again with this version of theodolite and store the fit.',
    );
  }
  const wrong = mismatchOf(shape, found);
  if (wrong !== null) throw damaged(file, wrong);
  const summary = found as T;
  if (summary.sha256 === contentDigest(summary)) return summary;
  throw damaged(file, 'its content is not what was written, as its own digest shows');
}

function isOfEarlierVersion(found: unknown): boolean {
  return (
    typeof found === 'object' &&
    found !== null &&
    'fitted' in found &&
    !('files' in found) &&
    !('sha256' in found)
  );
}

function parse(file: string): unknown {
  try {
    return parseJson(readRegularText(file, COPY_AGAIN));
  } catch (error) {
    if (!(error instanceof JsonError)) throw unreadableFit(file, error);
    throw damaged(file, error.message);
  }
}

function damaged(file: string, why: string): FileError {
  return new FileError(`${file} is damaged: ${why}.`, COPY_AGAIN);
}

/**
 * Whether a folder is that of a fit. A subfolder that is named like a summary, because a column has that name, does not
 * count.
 */
export function isFitFolder(folder: string): boolean {
  const file = join(folder, STORED.summary);
  return existsSync(file) && !statSync(file).isDirectory();
}

/** The error for a path that is not the folder of one fit; it names fits below it. */
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
      'Give the folder of the fit of one column, such as results/tesseract.',
    );
  }
  const below = orderLevels(readdirSync(path).filter((name) => isFitFolder(join(path, name))));
  if (below.length > 0) {
    return new FileError(
      `${path} holds the fits of ${firstNames(below)}, and one is wanted here.`,
      `Give its folder: ${join(path, below[0]!)}.`,
    );
  }
  return new FileError(
    `${path} holds no fit: there is no ${STORED.summary} in it.`,
    'Give the folder of the fit of one column, such as results/tesseract.',
  );
}

/** Reads the summary of a stored fit, and says of a path that is no folder of one what it is. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from '../files/file-error.ts';
import { firstNames } from '../host/first-names.ts';
import { STORED } from './file-names.ts';
import type { FitSummary } from './fit-summary.ts';
import { unreadable } from './unreadable.ts';

/**
 * Only what a prediction takes is looked at: the rest is believed.
 *
 * @throws FileError when the path is no folder of one fit, or its summary is damaged
 */
export function readSummary(folder: string): FitSummary {
  const file = join(folder, STORED.summary);
  if (!existsSync(file)) throw noFit(folder);
  const summary = parse(file);
  if (isSummary(summary)) return summary;
  throw new FileError(
    `${file} does not say what fit it is of.`,
    'Fit again with this version of theodolite and --out.',
  );
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw unreadable(file, error);
    throw new FileError(
      `${file} is damaged: it is not JSON.`,
      'Copy it again from where it was written, or fit again with --out.',
    );
  }
}

function isSummary(value: unknown): value is FitSummary {
  const { status, findings, fitted, rows, sampler, outcomes } = (value ?? {}) as Partial<FitSummary>;
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) >= 1;
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
  const below = readdirSync(path)
    .filter((name) => existsSync(join(path, name, STORED.summary)))
    .sort();
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

/** `--draws-as FORMAT,…`: how the draws of a fit are written. */
import { didYouMean } from '../did-you-mean.ts';
import { badUsage } from '../failure.ts';
import { listNames } from '../words.ts';

export type DrawsFormat = 'csv' | 'parquet' | 'arviz';

export const DRAWS_FORMATS: readonly DrawsFormat[] = ['csv', 'parquet', 'arviz'];

/** @throws Failure (usage) when one of them is none. */
export function parseDrawsFormats(text: string): readonly DrawsFormat[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !DRAWS_FORMATS.some((known) => known === name));
  if (unknown === undefined) return DRAWS_FORMATS.filter((format) => names.includes(format));
  throw badUsage(
    `Draws are not written as \`${unknown}\`.${didYouMean(unknown, DRAWS_FORMATS)}`,
    `Write one or several of ${listNames(DRAWS_FORMATS)}, such as --draws-as csv,arviz.`,
  );
}

/** Words that the captions of several figures have. */
import type { Parameter } from '../../../host/parameters.ts';
import { FigureError } from './figure-error.ts';
import { hasFailed, type NamedFit } from './named-fit.ts';

const LISTED = 6;

/** `a, b and c`; of many the first and how many more. */
export function shortList(names: readonly string[]): string {
  if (names.length > LISTED)
    return `${names.slice(0, LISTED - 1).join(', ')} and ${names.length - LISTED + 1} more`;
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** A sentence that names the fits that did not converge; none where all did. */
export function failedNote(fits: readonly NamedFit[]): string[] {
  const failed = fits.filter(hasFailed).map(({ name }) => name);
  if (failed.length === 0) return [];
  return [
    `The ${failed.length === 1 ? 'fit' : 'fits'} of ${shortList(failed)} did not converge: the numbers marked ! are no estimates and must not be used.`,
  ];
}

/** @throws FigureError where there are more than a figure of this kind can show */
export function expectFew(what: string, count: number, most: number, remedy: string): void {
  if (count <= most) return;
  throw new FigureError(`This figure shows at most ${most} ${what}, and there are ${count}.`, remedy);
}

/** The error of draws that are no numbers. */
export function notFinite({ name: subject }: NamedFit, { name }: Parameter): FigureError {
  return new FigureError(
    `Draws of \`${name}\` in the fit of ${subject} are not finite numbers.`,
    'Fit again as its summary.json says, or leave this parameter out.',
  );
}

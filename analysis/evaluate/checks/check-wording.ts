/** Numbers and places of checks as text. */
import type { ManifestColumn } from '../../../module/manifest.ts';
import type { PredictiveCheck } from './predictive-check.ts';
import type { CheckedPlace } from './test-quantity.ts';

/** Whose data sets they are. */
export type CheckSource = 'posterior' | 'prior';

/** Three digits that count, and no more than a number has. */
export function shortNumber(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const text = String(rounded);
  return text.includes('e') || Math.abs(rounded) >= 1000 ? String(Number(value.toPrecision(4))) : text;
}

/** `height 0.5 to 1`, `dark 1`, `team Ada`; two of them joined. */
export function placeText(places: readonly CheckedPlace[]): string {
  return places
    .map(({ column, lower, upper, level }) =>
      level !== null
        ? `\`${column}\` is ${level}`
        : lower === upper
          ? `\`${column}\` is ${shortNumber(lower)}`
          : `\`${column}\` is ${shortNumber(lower)} to ${shortNumber(upper)}`,
    )
    .join(' and ');
}

/** What a slope is by, such as ` a px`; nothing of a demand without a unit. */
export function slopeUnit(outcome: ManifestColumn, demand: ManifestColumn | undefined): string {
  const own = outcome.unit === '' || outcome.unit === 'probability' ? '' : ` ${outcome.unit}`;
  return (demand?.unit ?? '') === '' ? own : `${own} per ${demand!.unit}`;
}

/** What to do where a prior does not make such data. */
export const WIDEN = 'Move or widen the priors until data like these are among those that they make.';

export function than(source: CheckSource): string {
  return source === 'prior' ? 'than the priors allow' : 'than the layout says';
}

export function makes(source: CheckSource): string {
  return source === 'prior' ? 'profiles of the prior make' : 'the fit makes';
}

export function range({ lower, upper }: PredictiveCheck): string {
  return `${shortNumber(lower)} to ${shortNumber(upper)}`;
}

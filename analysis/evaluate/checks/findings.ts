/** What the failed checks say together, in words: where the layout is wrong, in which direction, and what to try. */

import type { Manifest, ManifestColumn } from '../../../module/manifest.ts';
import type { CheckedQuantity, PredictiveCheck } from './check-quantities.ts';
import type { CheckedColumn, CheckedPlace, CheckedValue, TestQuantity } from './test-quantity.ts';

/** A prior that is certain in more than this share of rows and profiles leaves little to learn from data. */
const MAX_CERTAIN = 0.5;

/** Reports only checks that fail after adjusting for their number, at most one finding per column. */
export function findingsOf(checked: CheckedOutcome): CheckFinding[] {
  const failing = checked.checks.filter(({ fails }) => fails);
  const all = failing.filter(({ quantity }) => quantity.places.length === 0 && quantity.along === null);
  const pairs = failing.filter(({ quantity }) => quantity.places.length === 2);
  return [
    ...certainFinding(checked),
    ...(checked.outcome.isNominal === true
      ? sharesFinding(checked, all)
      : all.map((check) => ofAllRows(checked, check))),
    ...checked.columns.flatMap((column) => ofColumn(checked, column, failing)),
    ...(pairs.length === 0 ? [] : [ofPairs(checked, pairs)]),
  ];
}

function certainFinding({ outcome, certainty }: CheckedOutcome): CheckFinding[] {
  if (certainty === null || certainty <= MAX_CERTAIN) return [];
  const share = `${(100 * certainty).toFixed(0)} %`;
  return [
    {
      kind: 'certain',
      column: null,
      message: `The priors almost determine \`${outcome.name}\` before any data: in ${share} of rows and profiles its probability is below 0.01 or above 0.99.`,
      remedy:
        'Narrow the priors of the abilities, or make the margins less steep, so that profiles from the prior succeed at some demands and fail at others.',
    },
  ];
}

function ofAllRows(checked: CheckedOutcome, check: CheckedQuantity): CheckFinding {
  const { outcome, source } = checked;
  const { kind } = check.quantity;
  const name = `\`${outcome.name}\``;
  if (kind === 'mean') {
    const what = outcome.kind === 'binary' ? 'the rate of successes' : 'the mean';
    return {
      kind: 'rate',
      column: null,
      message: `${capital(what)} of ${name} is ${meanText(outcome, check.observed)}, and ${makes(source)} ${meanRange(outcome, check)}.`,
      remedy:
        source === 'prior'
          ? WIDEN_PRIOR
          : 'Look for something that prevents it: a fixed chance level or noise, or a prior that is too narrow.',
    };
  }
  const words = { sd: 'standard deviation', least: 'least value', greatest: 'greatest value' } as const;
  return {
    kind: kind === 'sd' ? 'spread' : 'extreme',
    column: null,
    message: `The ${words[kind as keyof typeof words]} of ${name} is ${shortNumber(check.observed)}, and ${makes(source)} ${range(check)}.`,
    remedy:
      source === 'prior'
        ? 'Move or widen the priors of what its distribution reads.'
        : kind === 'sd'
          ? 'Give its distribution its own spread, or add to its mean what it depends on.'
          : 'Look at those rows for mistakes, or give the outcome a distribution with other tails, such as `student_t` for `normal`.',
  };
}

function sharesFinding(checked: CheckedOutcome, shares: readonly CheckedQuantity[]): CheckFinding[] {
  if (shares.length === 0) return [];
  return [
    {
      kind: 'rate',
      column: null,
      message: listShares(checked, shares),
      remedy:
        checked.source === 'prior'
          ? WIDEN_PRIOR
          : 'Look for something that prevents it: values that share a logit or have a fixed one, or a prior that is too narrow.',
    },
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Maximum number of levels that one finding names. */
const MAX_NAMED = 3;

export function ofColumn(
  checked: CheckedOutcome,
  column: CheckedColumn,
  failing: readonly CheckedQuantity[],
): CheckFinding[] {
  // Of several, one for each value of a choice, that which is farthest from what was expected.
  const [slope] = failing
    .filter(({ quantity }) => quantity.along === column.name)
    .sort((a, b) => Math.abs(b.observed - b.mean) - Math.abs(a.observed - a.mean));
  if (slope !== undefined) return [slopeFinding(checked, column, slope)];
  const levels = failing.filter(
    ({ quantity: { places } }) => places.length === 1 && places[0]!.column === column.name,
  );
  if (levels.length === 0) return [];
  const { source, manifest, outcome } = checked;
  const shape = isRead(manifest, column.name)
    ? outcome.isNominal === true
      ? `Let the logits of these values depend on \`${column.name}\` in another way, or look for another difference of these rows.`
      : 'Try another form for this demand, such as `log_margin` or a `band`, or look for another difference of these rows.'
    : unread(manifest, column);
  const byLevel = manifest.latents.some(({ index }) => index === column.name)
    ? `Levels of \`${column.name}\` are held too close together: widen the priors of its latents.`
    : isDeclared(manifest, column)
      ? `Give each level of \`${column.name}\` a value of its own, such as \`capability ability[${column.name}]\`.`
      : unread(manifest, column);
  return [
    {
      kind: 'level',
      column: column.name,
      message:
        outcome.isNominal === true
          ? listShares(checked, levels)
          : `\`${outcome.name}\` is ${listLevels(outcome, levels, source)}.`,
      remedy: source === 'prior' ? WIDEN_PRIOR : column.levels !== null ? byLevel : shape,
    },
  ];
}

function slopeFinding(
  { source, manifest, outcome }: CheckedOutcome,
  column: CheckedColumn,
  check: CheckedQuantity,
): CheckFinding {
  const { observed, lower, upper, mean, quantity } = check;
  const declared = manifest.columns.find(({ name }) => name === column.name);
  const unit = slopeUnit(outcome, declared);
  const logit = quantity.value === null ? null : ` on the logit of ${valueText(quantity.value)}`;
  const name = `${quantity.value === null ? '' : `The share of ${valueText(quantity.value)} in `}\`${outcome.name}\``;
  const demand = `\`${column.name}\``;
  const says = source === 'prior' ? 'the priors allow' : 'the layout says';
  const turns = (slope: number) => (slope < 0 ? 'falls' : slope > 0 ? 'rises' : 'stays the same');
  // Flat means within half a standard deviation of 0. A prior leaves the direction open, so that it is never called flat.
  const isKnown = isRead(manifest, column.name);
  const isFlat = source === 'posterior' && (!isKnown || Math.abs(mean) < (upper - lower) / 8);
  const isSteeper = Math.sign(observed) === Math.sign(mean) && Math.abs(observed) > Math.abs(mean);
  const how = isFlat
    ? `${turns(observed)} with ${demand}, of which the layout makes ${isKnown ? 'next to nothing' : 'nothing'}`
    : isSteeper
      ? `${turns(observed)} faster with ${demand} than ${says}`
      : Math.sign(observed) === Math.sign(mean)
        ? `${turns(observed)} more slowly with ${demand} than ${says}`
        : `${turns(observed)} with ${demand} where by ${source === 'prior' ? 'the priors' : 'the layout'} it ${turns(mean)}`;
  return {
    kind: 'slope',
    column: column.name,
    message: `${name} ${how}: by ${shortNumber(observed)}${unit}, where ${makes(source)} ${range(check)}.`,
    remedy:
      source === 'prior'
        ? WIDEN_PRIOR
        : !isKnown
          ? unread(manifest, column)
          : isSteeper || isFlat
            ? `Give ${demand} a stronger effect${logit ?? ': a steepness for its margin'}, or another demand for something that varies with it.`
            : `Give ${demand} a weaker effect${logit ?? ': a margin that is less steep'}, or something that compensates for it.`,
  };
}

export function ofPairs(checked: CheckedOutcome, pairs: readonly CheckedQuantity[]): CheckFinding {
  const { source, outcome } = checked;
  const isNominal = outcome.isNominal === true;
  return {
    kind: 'pair',
    column: null,
    message: isNominal
      ? listShares(checked, pairs)
      : `\`${outcome.name}\` is ${listLevels(outcome, pairs, source)}.`,
    remedy:
      source === 'prior'
        ? WIDEN_PRIOR
        : isNominal
          ? 'The two combine in another way than in the logits of the layout, which may need their product.'
          : 'The two combine in another way than in the layout: `and` requires both, while with `or` and `power_mean` one can compensate for the other.',
  };
}

/** Whether an outcome depends on a demand or category directly, not only through a statistic. */
function isRead({ dataTerms, latents }: Manifest, name: string): boolean {
  return dataTerms.some((term) => term.includes(name)) || latents.some(({ index }) => index === name);
}

function isDeclared({ columns }: Manifest, { name }: CheckedColumn): boolean {
  return columns.some((column) => column.name === name);
}

function unread(manifest: Manifest, column: CheckedColumn): string {
  const name = `\`${column.name}\``;
  if (isDeclared(manifest, column))
    return `No outcome of the layout depends on ${name}: add its effect to the layout.`;
  const what = column.levels === null ? 'a demand' : 'a category';
  return `The layout does not contain ${name}: declare it as ${what}, and add its effect on the outcome.`;
}

/** `lower than the layout says where …, and higher where …`: the levels with the largest deviations. */
function listLevels(
  outcome: ManifestColumn,
  checks: readonly CheckedQuantity[],
  source: CheckSource,
): string {
  const sides = [
    { word: 'lower', found: checks.filter(({ observed, mean }) => observed < mean) },
    { word: 'higher', found: checks.filter(({ observed, mean }) => observed > mean) },
  ];
  return sides
    .filter(({ found }) => found.length > 0)
    .map(({ word, found }, side) => {
      const farthest = [...found].sort(
        (a, b) => Math.abs(b.observed - b.mean) - Math.abs(a.observed - a.mean),
      );
      const named = farthest
        .slice(0, MAX_NAMED)
        .map(
          (check) =>
            `${placeText(check.quantity.places)} (${meanText(outcome, check.observed)} against ${meanRange(outcome, check)})`,
        );
      const more = found.length > MAX_NAMED ? ` and in ${found.length - MAX_NAMED} more` : '';
      return `${word}${side === 0 ? ` ${than(source)}` : ''} where ${named.join(', ')}${more}`;
    })
    .join(', and ');
}

/** `` `answer` is `b` in 31 % of 90 rows where …, expected 22 % (15 to 29 %); … ``: the shares with the largest deviations. */
function listShares({ outcome }: CheckedOutcome, checks: readonly CheckedQuantity[]): string {
  const farthest = [...checks].sort((a, b) => Math.abs(b.observed - b.mean) - Math.abs(a.observed - a.mean));
  const more = checks.length > MAX_NAMED ? `; and ${checks.length - MAX_NAMED} more` : '';
  return `\`${outcome.name}\` is ${farthest.slice(0, MAX_NAMED).map(shareText).join('; ')}${more}.`;
}

/** `` `b` in 31 % of 90 rows where `time` is 4, expected 22 % (15 to 29 %) ``. */
export function shareText({ quantity, observed, mean, lower, upper }: CheckedQuantity): string {
  const { value, places, rows } = quantity;
  const where = places.length === 0 ? '' : ` where ${placeText(places)}`;
  return `${valueText(value!)} in ${percentText(observed)} % of ${rowsText(rows)}${where}, expected ${percentText(mean)} % (${percentText(lower)} to ${percentText(upper)} %)`;
}

/** `1 row`, `90 rows`. */
export function rowsText({ length }: ArrayLike<number>): string {
  return length === 1 ? '1 row' : `${length} rows`;
}

/** A name as code; a number as it is. */
export function valueText({ number, name }: CheckedValue): string {
  return name === String(number) ? name : `\`${name}\``;
}

/** The number of per cent. */
export function percentText(rate: number): string {
  return shortNumber(100 * rate);
}

export interface CheckedOutcome {
  readonly source: CheckSource;
  readonly manifest: Manifest;
  readonly outcome: ManifestColumn;
  /** The demands and categories by which the outcome is checked; they need not belong to the layout. */
  readonly columns: readonly CheckedColumn[];
  readonly checks: readonly CheckedQuantity[];
  readonly certainty: number | null;
}

export interface CheckFinding {
  readonly kind: CheckFindingKind;
  /** The demand or category that it concerns; null if it concerns all rows or two columns. */
  readonly column: string | null;
  readonly message: string;
  readonly remedy: string;
}

/**
 * - `rate`: the mean of all rows, or the share of values of a choice in them
 * - `slope`: how an outcome changes with a demand
 * - `level`: the mean, or shares, at some levels of a demand or category, where the slope is right
 * - `pair`: the mean of rows, or shares, at given levels of two columns
 * - `spread`, `extreme`: standard deviation, minimum or maximum of an outcome that is not binary
 * - `certain`: a prior that is nearly certain of outcomes before any data
 */
export type CheckFindingKind = 'rate' | 'slope' | 'level' | 'pair' | 'spread' | 'extreme' | 'certain';

/** What generated the replicated data sets. */
export type CheckSource = 'posterior' | 'prior';

/** Three significant digits, without trailing zeros. */
export function shortNumber(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const text = String(rounded);
  return text.includes('e') || Math.abs(rounded) >= 1000 ? String(Number(value.toPrecision(4))) : text;
}

/** For example "`height` is 0.5 to 1" or "`team` is Ada"; two places are joined by "and". */
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

/** The unit of a slope, such as ` s per px`; only the outcome's unit if the demand has none. */
export function slopeUnit(outcome: ManifestColumn, demand: ManifestColumn | undefined): string {
  const own = outcome.unit === '' || outcome.unit === 'probability' ? '' : ` ${outcome.unit}`;
  return (demand?.unit ?? '') === '' ? own : `${own} per ${demand!.unit}`;
}

/** The remedy if the priors do not produce such data. */
export const WIDEN_PRIOR = 'Move or widen the priors until data like these are among those that they make.';

export function than(source: CheckSource): string {
  return source === 'prior' ? 'than the priors allow' : 'than the layout says';
}

export function makes(source: CheckSource): string {
  return source === 'prior' ? 'profiles of the prior make' : 'the fit makes';
}

export function range({ lower, upper }: Pick<PredictiveCheck, 'lower' | 'upper'>): string {
  return `${shortNumber(lower)} to ${shortNumber(upper)}`;
}

/** The mean of an outcome: a rate of success in per cent, another one as a number. */
function meanText({ kind }: ManifestColumn, value: number): string {
  return kind === 'binary' ? `${percentText(value)} %` : shortNumber(value);
}

function meanRange(outcome: ManifestColumn, { lower, upper }: PredictiveCheck): string {
  return outcome.kind === 'binary'
    ? `${percentText(lower)} to ${percentText(upper)} %`
    : range({ lower, upper });
}

/** The name of a check: `mean where dark is 1`, `share of b where dark is 1`, `slope over height`, `greatest`. */
export function quantityText({ kind, value, places, along }: TestQuantity): string {
  const share = value === null ? null : `share of ${value.name}`;
  if (along !== null) return `slope ${share === null ? '' : `of the ${share} `}over ${along}`;
  if (places.length === 0) return share ?? `${kind}${kind === 'mean' ? ' of all rows' : ''}`;
  return `${share ?? 'mean'} where ${placeText(places).replaceAll('`', '')}`;
}

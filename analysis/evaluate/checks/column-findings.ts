/** What checks that fail say of a demand or category, and of two together. */
import type { Manifest, ManifestColumn } from '../../../module/manifest.ts';
import type { CheckedQuantity } from './check-quantities.ts';
import {
  type CheckSource,
  makes,
  placeText,
  range,
  shortNumber,
  slopeUnit,
  than,
  WIDEN,
} from './check-wording.ts';
import type { CheckedColumn } from './test-quantity.ts';

/** Levels that one finding names. */
const NAMED = 3;

export function ofColumn(
  checked: CheckedOutcome,
  column: CheckedColumn,
  failing: readonly CheckedQuantity[],
): CheckFinding[] {
  const slope = failing.find(({ quantity }) => quantity.along === column.name);
  if (slope !== undefined) return [slopeFinding(checked, column, slope)];
  const levels = failing.filter(
    ({ quantity: { places } }) => places.length === 1 && places[0]!.column === column.name,
  );
  if (levels.length === 0) return [];
  const { source, manifest, outcome } = checked;
  const shape = isRead(manifest, column.name)
    ? 'Let what it demands have another form, such as `log_margin` or a `band`, or look for what else sets these rows apart.'
    : unread(manifest, column);
  const byLevel = manifest.latents.some(({ index }) => index === column.name)
    ? `Levels of \`${column.name}\` are held too near each other: widen the prior of what is indexed by it.`
    : isDeclared(manifest, column)
      ? `Give each level of \`${column.name}\` a value of its own, such as \`capability ability[${column.name}]\`.`
      : unread(manifest, column);
  return [
    {
      kind: 'level',
      column: column.name,
      message: `\`${outcome.name}\` is ${listLevels(levels, source)}.`,
      remedy: source === 'prior' ? WIDEN : column.levels !== null ? byLevel : shape,
    },
  ];
}

function slopeFinding(
  { source, manifest, outcome }: CheckedOutcome,
  column: CheckedColumn,
  check: CheckedQuantity,
): CheckFinding {
  const { observed, lower, upper, mean } = check;
  const declared = manifest.columns.find(({ name }) => name === column.name);
  const unit = slopeUnit(outcome, declared);
  const [name, demand] = [`\`${outcome.name}\``, `\`${column.name}\``];
  const says = source === 'prior' ? 'the priors allow' : 'the layout says';
  const turns = (slope: number) => (slope < 0 ? 'falls' : slope > 0 ? 'rises' : 'stays the same');
  // Within half a standard deviation of 0. A posterior says how an outcome goes along with a demand, and a prior leaves it open.
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
        ? WIDEN
        : !isKnown
          ? unread(manifest, column)
          : isSteeper || isFlat
            ? `Let the layout make more of ${demand}: a steepness for its margin, or a demand of its own for what goes along with it.`
            : `Let the layout make less of ${demand}: a margin that is less steep, or something that makes up for it.`,
  };
}

export function ofPairs(
  { source, outcome }: CheckedOutcome,
  pairs: readonly CheckedQuantity[],
): CheckFinding {
  return {
    kind: 'pair',
    column: null,
    message: `\`${outcome.name}\` is ${listLevels(pairs, source)}.`,
    remedy:
      source === 'prior'
        ? WIDEN
        : 'The two act together in another way than the layout has it: `and` wants each of them met, `or` and `power_mean` let one make up for the other.',
  };
}

/** Whether an outcome depends on a demand or category otherwise than through a statistic. */
function isRead({ dataTerms, latents }: Manifest, name: string): boolean {
  return dataTerms.some((term) => term.includes(name)) || latents.some(({ index }) => index === name);
}

function isDeclared({ columns }: Manifest, { name }: CheckedColumn): boolean {
  return columns.some((column) => column.name === name);
}

function unread(manifest: Manifest, column: CheckedColumn): string {
  const name = `\`${column.name}\``;
  if (isDeclared(manifest, column))
    return `No outcome of the layout depends on ${name}: say in the layout what it does to them.`;
  const what = column.levels === null ? 'a demand' : 'a category';
  return `The layout knows nothing of ${name}: declare it as ${what}, and say what it does to the outcome.`;
}

/** `lower than the layout says where …, and higher where …`: those that are farthest off. */
function listLevels(checks: readonly CheckedQuantity[], source: CheckSource): string {
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
        .slice(0, NAMED)
        .map(
          (check) =>
            `${placeText(check.quantity.places)} (${shortNumber(check.observed)} against ${range(check)})`,
        );
      const more = found.length > NAMED ? ` and in ${found.length - NAMED} more` : '';
      return `${word}${side === 0 ? ` ${than(source)}` : ''} where ${named.join(', ')}${more}`;
    })
    .join(', and ');
}

export interface CheckedOutcome {
  readonly source: CheckSource;
  readonly manifest: Manifest;
  readonly outcome: ManifestColumn;
  /** The demands and categories by which it is checked, those of the layout or others. */
  readonly columns: readonly CheckedColumn[];
  readonly checks: readonly CheckedQuantity[];
  readonly certainty: number | null;
}

export interface CheckFinding {
  readonly kind: CheckFindingKind;
  /** The demand or category it is about; null where it is of all rows or of two columns. */
  readonly column: string | null;
  readonly message: string;
  readonly remedy: string;
}

/**
 * - `rate`: the mean of all rows
 * - `slope`: how an outcome goes along with a demand
 * - `level`: the mean at some levels of a demand or category whose slope is right
 * - `pair`: the mean where two columns are at certain levels together
 * - `spread`, `extreme`: of outcomes that are not 0 and 1
 * - `certain`: a prior that is sure before any data
 */
export type CheckFindingKind = 'rate' | 'slope' | 'level' | 'pair' | 'spread' | 'extreme' | 'certain';

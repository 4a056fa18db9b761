/** Whether a layout describes the rows that it was fitted to: its predictive checks in short, with the worst of them in words. */
import type { CheckedFit, LayoutChecks, WorstCheck } from '../../../files/fits/layout-checks.ts';
import { HostError } from '../../../module/host-error.ts';
import type { ManifestColumn } from '../../../module/manifest.ts';
import type { ColumnsInput } from '../../../module/to-columns.ts';
import { EvaluationError } from '../evaluation-error.ts';
import type { PosteriorFit } from '../posterior-fit.ts';
import type { CheckedQuantity } from './check-quantities.ts';
import {
  type CheckFinding,
  percentText,
  placeText,
  quantityText,
  rowsText,
  shareText,
  shortNumber,
  slopeUnit,
  valueText,
} from './findings.ts';
import { checkPosterior, type OutcomeChecks } from './predictive-checks.ts';

/** Data sets that are made of few rows. With 200 a check fails that is farther out than all of them. */
const REPLICATIONS = 200;
/** Fewer cannot tell whether one check of many fails at a level of 5 %. */
const MIN_REPLICATIONS = 60;
/** Outcomes that are made in all: so many take about a second. */
const MAX_OUTCOMES = 1 << 22;

/**
 * Makes predictive checks of a fit, as many as take about a second.
 *
 * @param fit a fit whose module predicts
 * @param rows the fitted rows, as `checkPosterior` takes them
 * @returns why there are none, where the outcomes cannot be made or are too many
 */
export async function judgeLayout(
  fit: PosteriorFit,
  rows: ColumnsInput,
  count: number,
): Promise<LayoutChecks> {
  const replications = Math.min(REPLICATIONS, Math.floor(MAX_OUTCOMES / count));
  if (replications < MIN_REPLICATIONS)
    return { unchecked: `${count} rows take more than a moment to check.` };
  try {
    const { outcomes, ...made } = await checkPosterior(fit, rows, { replications });
    const { columns } = fit.posterior.manifest;
    return {
      replications: made.replications,
      outcomes: Object.fromEntries(
        Object.entries(outcomes).map(([name, checked]) => {
          const outcome = columns.find((column) => column.name === name)!;
          return [name, inShort(checked, outcome, columns)];
        }),
      ),
    };
  } catch (error) {
    // The fit stands without them.
    if (!(error instanceof EvaluationError) && !(error instanceof HostError)) throw error;
    return { unchecked: error.message };
  }
}

function inShort(
  { checks, findings }: OutcomeChecks,
  outcome: ManifestColumn,
  columns: readonly ManifestColumn[],
): CheckedFit {
  const failing = checks.filter(({ fails }) => fails);
  const worst = failing.length === 0 ? null : worstOf(failing);
  // The finding that the worst check belongs to comes first, so that its remedy stands beside it.
  const own = worst === null ? undefined : findings.find((finding) => isAbout(finding, worst));
  const ordered = own === undefined ? findings : [own, ...findings.filter((each) => each !== own)];
  return {
    checks: checks.length,
    failed: failing.length,
    worst: worst === null ? null : told(worst, outcome, columns),
    findings: ordered.map(({ message, remedy }) => ({ message, remedy })),
  };
}

/** Of the failed checks of means or shares, that in which observed and expected differ most; without any, the first. */
function worstOf(failing: readonly CheckedQuantity[]): CheckedQuantity {
  const means = failing.filter(({ quantity }) => quantity.kind === 'mean' || quantity.kind === 'share');
  const distance = ({ observed, mean }: CheckedQuantity) => Math.abs(observed - mean);
  return [...means].sort((a, b) => distance(b) - distance(a))[0] ?? failing[0]!;
}

/** Whether a finding is about what a check looks at: a column, two columns, or all rows. */
function isAbout({ kind, column }: CheckFinding, { quantity: { places, along } }: CheckedQuantity): boolean {
  if (kind === 'certain') return false;
  if (places.length === 2) return kind === 'pair';
  return kind !== 'pair' && column === (along ?? places[0]?.column ?? null);
}

function told(
  check: CheckedQuantity,
  outcome: ManifestColumn,
  columns: readonly ManifestColumn[],
): WorstCheck {
  const { quantity, observed, mean, lower, upper } = check;
  return {
    check: quantityText(quantity),
    message: inWords(check, outcome, columns),
    rows: quantity.rows.length,
    ...{ observed, expected: mean, lower, upper },
  };
}

/** Such as ``expected 56 % (45 to 66 %) where `time` is 4, and observed 100 % of 86 rows``. */
function inWords(
  check: CheckedQuantity,
  outcome: ManifestColumn,
  columns: readonly ManifestColumn[],
): string {
  const { quantity, observed, mean, lower, upper } = check;
  const { kind, value, along, places, rows } = quantity;
  if (kind === 'share') return `\`${outcome.name}\` is ${shareText(check)}`;
  const where = places.length === 0 ? '' : ` where ${placeText(places)}`;
  if (kind === 'mean' && outcome.kind === 'binary') {
    return `expected ${percentText(mean)} % of successes (${percentText(lower)} to ${percentText(upper)} %)${where}, and observed ${percentText(observed)} % of ${rowsText(rows)}`;
  }
  const unit =
    kind === 'slope'
      ? slopeUnit(
          outcome,
          columns.find(({ name }) => name === along),
        )
      : outcome.unit === ''
        ? ''
        : ` ${outcome.unit}`;
  const words = {
    mean: 'a mean',
    slope: value === null ? 'a slope' : `a slope of the share of ${valueText(value)}`,
    sd: 'a standard deviation',
    least: 'a least value',
    greatest: 'a greatest value',
  };
  const over = along === null ? '' : ` over \`${along}\``;
  return `expected ${words[kind]}${over} of ${shortNumber(mean)}${unit} (${shortNumber(lower)} to ${shortNumber(upper)})${where}, and observed ${shortNumber(observed)} in ${rowsText(rows)}`;
}

/** Whether two fits say how probable the same outcomes are, so that what they say can be compared. */
import type { Manifest } from '../../../module/manifest.ts';
import { EvaluationError } from '../evaluation-error.ts';

/** An outcome that a fit was fitted to. */
export interface FittedOutcome {
  /** As messages call it. */
  readonly label: string;
  /** One number per row; NaN where it is missing. */
  readonly values: Float64Array;
  /** Whether its log likelihood is that of a probability, as of 0 and 1 and of counts, or of a density in its unit. */
  readonly measure: 'probability' | 'density';
}

/** A fit with its outcomes, as messages call it. */
export interface FitOfOutcomes {
  readonly name: string;
  readonly outcomes: readonly FittedOutcome[];
}

/** @param labels by the name of an outcome what messages call it; its name where there is none */
export function fittedOutcomes(
  { columns }: Manifest,
  values: ReadonlyMap<string, Float64Array>,
  labels: Readonly<Record<string, string>> = {},
): FittedOutcome[] {
  return columns
    .filter(({ role }) => role === 'outcome')
    .map(({ name, kind }) => ({
      label: labels[name] ?? name,
      values: values.get(name)!,
      measure: kind === 'real' ? 'density' : 'probability',
    }));
}

/**
 * What outcomes are called does not matter, but their values do, and whether both say probabilities or both densities: of a density no
 * number says by how much it is more likely than a probability.
 *
 * @throws EvaluationError unless each outcome of the one is an outcome of the other
 */
export function checkSameOutcomes(first: FitOfOutcomes, other: FitOfOutcomes): void {
  const left = [...other.outcomes];
  const unmatched = first.outcomes.filter((outcome) => {
    const place = left.findIndex((each) => isSame(outcome, each) && each.measure === outcome.measure);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  if (unmatched.length === 0 && left.length === 0) return;
  for (const outcome of unmatched) {
    const same = left.find((each) => isSame(outcome, each));
    if (same === undefined) continue;
    const says = ({ name }: FitOfOutcomes, { measure }: FittedOutcome) =>
      `${name} has ${measure === 'density' ? 'densities' : 'probabilities'}`;
    throw new EvaluationError(
      `Of the outcome \`${outcome.label}\` ${says(first, outcome)}, and ${says(other, same)}: no difference of the two means anything.`,
      'Compare layouts whose outcome has distributions of one kind: all of 0 and 1 or counts, or all of real numbers.',
    );
  }
  const labels = ({ outcomes }: FitOfOutcomes) => outcomes.map(({ label }) => `\`${label}\``).join(' and ');
  throw new EvaluationError(
    `${first.name} and ${other.name} are fits of different outcomes, ${labels(first)} and ${labels(other)}.`,
    'Compare fits that say how probable the same outcomes are.',
  );
}

function isSame({ values }: FittedOutcome, other: FittedOutcome): boolean {
  return (
    values.length === other.values.length &&
    values.every((value, row) => Object.is(value, other.values[row]) || value === other.values[row])
  );
}

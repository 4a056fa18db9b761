/** What checks that fail say together, in words: where the layout is off, in which direction, and what to try. */

import type { CheckedQuantity } from './check-quantities.ts';
import { makes, range, shortNumber, WIDEN } from './check-wording.ts';
import type { CheckedOutcome, CheckFinding } from './column-findings.ts';
import { ofColumn, ofPairs } from './column-findings.ts';

/** A prior that is sure of more than this share of rows and profiles leaves the data little to say. */
const MAX_CERTAIN = 0.5;

/** Only checks that still fail once the number of checks is taken into account are reported, one finding per column. */
export function findingsOf(checked: CheckedOutcome): CheckFinding[] {
  const failing = checked.checks.filter(({ fails }) => fails);
  const all = failing.filter(({ quantity }) => quantity.places.length === 0 && quantity.along === null);
  const pairs = failing.filter(({ quantity }) => quantity.places.length === 2);
  return [
    ...certainFinding(checked),
    ...all.map((check) => ofAllRows(checked, check)),
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
      message: `The priors are sure of \`${outcome.name}\` before any data: in ${share} of rows and profiles its probability is below 0.01 or above 0.99.`,
      remedy:
        'Narrow the priors of what the margins compare, or make the margins less steep, so that profiles of the prior succeed at some demands and fail at others.',
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
      message: `${capital(what)} of ${name} is ${shortNumber(check.observed)}, and ${makes(source)} ${range(check)}.`,
      remedy:
        source === 'prior'
          ? WIDEN
          : 'Something holds it off: look for a chance level or a noise that is fixed, or a prior that is too narrow.',
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
          ? 'Give its distribution a spread of its own, or let what it depends on into its mean.'
          : 'Look at those rows for mistakes, or give the outcome a distribution with other tails, such as `student_t` for `normal`.',
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

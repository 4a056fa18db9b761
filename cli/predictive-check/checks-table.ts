/** Predictive checks as text: which fail, how many would fail by chance, and what that means. */
import colors from 'picocolors';
import type { CheckedQuantity } from '../../analysis/evaluate/checks/check-quantities.ts';
import { quantityText, shortNumber } from '../../analysis/evaluate/checks/findings.ts';
import type { OutcomeChecks, PredictiveChecks } from '../../analysis/evaluate/checks/predictive-checks.ts';
import { printable } from '../printable.ts';
import { renderProblem } from '../terminal.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';

/** The number of checks listed per outcome, the most extreme first. */
const LISTED = 30;
/** The two-sided p value below which a single check lies outside, as in `checkQuantities`. */
const CHANCE = 0.05;

export function renderChecks(checked: PredictiveChecks, color: boolean): string {
  return Object.entries(checked.outcomes)
    .map(([outcome, checks]) => renderOutcome(outcome, checks, checked, color))
    .join('');
}

function renderOutcome(
  outcome: string,
  { rows, checks, findings }: OutcomeChecks,
  { source, replications }: PredictiveChecks,
  color: boolean,
): string {
  const outside = checks.filter(({ isOutside, fails }) => isOutside || fails);
  const listed = [...outside].sort((a, b) => a.adjustedPValue - b.adjustedPValue).slice(0, LISTED);
  const lines = [
    `${printable(outcome)}: ${countOf(rows, 'row')}, ${countOf(replications, 'data set')} that the ${source} makes`,
    '',
    ...(outside.length === 0 ? [] : [table(listed, replications, color)]),
    ...(outside.length > LISTED ? [`and ${outside.length - LISTED} more, which --json has`] : []),
    ...(outside.length === 0 ? [] : ['']),
    caption(checks, outside, source),
    '',
  ];
  const words = findings.map((finding) => renderProblem('warning', finding, color));
  return `${lines.join('\n')}\n${words.join('')}${words.length === 0 ? '' : '\n'}`;
}

function caption(
  checks: readonly CheckedQuantity[],
  outside: readonly CheckedQuantity[],
  source: PredictiveChecks['source'],
): string {
  const fails = checks.filter((check) => check.fails).length;
  const whose = source === 'prior' ? 'prior' : 'layout';
  const expected = Math.max(1, Math.round(CHANCE * checks.length));
  const all = `${outside.length} of ${countOf(checks.length, 'check')} ${outside.length === 1 ? 'lies' : 'lie'} outside the middle 95 %; of a correct ${whose} ${expected === 1 ? '1 or none' : `${expected} or fewer`} would.`;
  if (fails === 0) return `${all} Taking all of them into account, none fails.`;
  return `${all} Taking all of them into account, ${fails} (*) ${fails === 1 ? 'fails' : 'fail'}.`;
}

function table(checks: readonly CheckedQuantity[], replications: number, color: boolean): string {
  const { bold } = colors.createColors(color);
  const heads = ['', 'rows', 'observed', 'expected', '95 %', 'p', 'p of all', ''];
  const rows = checks.map((check) => [
    printable(quantityText(check.quantity)),
    check.quantity.rows.length,
    shortNumber(check.observed),
    shortNumber(check.mean),
    `${shortNumber(check.lower)} to ${shortNumber(check.upper)}`,
    pText(2 * Math.min(check.pValue, 1 - check.pValue), 2 / replications),
    pText(check.adjustedPValue, 1 / (replications + 1)),
    check.fails ? '*' : '',
  ]);
  return blankTable(
    [heads.map((head) => bold(head)), ...rows],
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
  );
}

/** A p value below the smallest that this number of replications can resolve is shown as `<` that value. */
function pText(p: number, least: number): string {
  return p < least ? `<${least.toPrecision(1)}` : p.toFixed(3);
}

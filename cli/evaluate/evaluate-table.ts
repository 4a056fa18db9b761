/**
 * An evaluation as text: a table of scores by predictor for each subject, or one table of Brier scores for many
 * subjects.
 */
import colors from 'picocolors';
import {
  type ComparedScore,
  type Comparison,
  PREDICTORS,
  SCORES,
  type Score,
} from '../../analysis/evaluate/scores/scored-predictors.ts';
import { VALUE_SCORES, type ValueComparison } from '../../analysis/evaluate/scores/value-scores.ts';
import { printable } from '../printable.ts';
import { blankTable } from '../text-table.ts';
import { countOf } from '../words.ts';
import type { SubjectParts } from './evaluate-subjects.ts';

interface ComparedSubject extends SubjectParts {
  /** By outcome. */
  readonly comparisons: Readonly<Record<string, Comparison>>;
  /** By rating or choice. */
  readonly ofValues: Readonly<Record<string, ValueComparison>>;
}

const TITLES: Readonly<Record<Score, string>> = {
  brier: 'Brier score',
  calibration: '  calibration',
  refinement: '  refinement',
  logScore: 'log score',
  auroc: 'AUROC',
  calibrationError: 'calibration error',
};

/** Up to this number of subjects, each has its own table. */
const MAX_TABLES = 4;

/** A `*` marks the best of each row; the others show their difference from it, with its standard error. */
export function renderEvaluation(subjects: readonly ComparedSubject[], color: boolean): string {
  const outcomes = Object.keys(subjects[0]!.comparisons);
  const several = subjects.length > 1;
  // The summary is of outcomes of 0 and 1 alone.
  const tables =
    subjects.length > MAX_TABLES && outcomes.length > 0
      ? []
      : subjects.flatMap((subject) => tablesOf(subject, color));
  const summaries = several ? outcomes.map((outcome) => summary(subjects, outcome, color)) : [];
  return [...tables, ...summaries].join('\n');
}

function tablesOf(subject: ComparedSubject, color: boolean): string[] {
  const { bold } = colors.createColors(color);
  const ofValues = Object.entries(subject.ofValues).map(([outcome, comparison]) => {
    const present = predictorsOf(comparison);
    const rows = VALUE_SCORES.map((score) => [
      TITLES[score],
      ...present.map((name) => cell(comparison[score][name]!)),
    ]);
    return [
      `${bold(printable(subject.name))}: ${caption(subject, outcome)}`,
      '',
      `${aligned([['', ...present].map((head) => bold(head)), ...rows])}\n`,
    ].join('\n');
  });
  const ofFlags = Object.entries(subject.comparisons).map(([outcome, comparison]) => {
    const present = predictorsOf(comparison);
    // Shares have no log score and no AUROC.
    const ofShares = present.every((name) => comparison.logScore[name]!.value === null);
    const shown = SCORES.filter((score) => !(ofShares && (score === 'logScore' || score === 'auroc')));
    const rows = shown.map((score) => [
      TITLES[score],
      ...present.map((name) => cell(comparison[score][name]!)),
    ]);
    const silent = [
      ...new Set(subject.parts.flatMap((part) => Object.values(part.outcomes.get(outcome)!.silent))),
    ];
    return [
      `${bold(printable(subject.name))}: ${caption(subject, outcome)}`,
      '',
      aligned([['', ...present].map((head) => bold(head)), ...rows]),
      '',
      ...silent.map((message) => `${message}\n`),
    ].join('\n');
  });
  return [...ofFlags, ...ofValues];
}

/** `fitted to 1774 rows, tested on 414` or `10 fits to about 1969 rows each, tested on 219`. */
function caption({ parts, comparisons, ofValues }: ComparedSubject, outcome: string): string {
  const average = (of: (part: SubjectParts['parts'][number]) => number) =>
    Math.round(parts.reduce((sum, part) => sum + of(part), 0) / parts.length);
  const scored = Object.keys(comparisons).length + Object.keys(ofValues).length;
  const which = scored > 1 ? `${outcome}, ` : '';
  const [training, test] = [average((part) => part.training), average((part) => part.test)];
  return parts.length === 1
    ? `${which}fitted to ${countOf(training, 'row')}, tested on ${test}`
    : `${which}${parts.length} fits to about ${countOf(training, 'row')} each, tested on ${test}`;
}

function summary(subjects: readonly ComparedSubject[], outcome: string, color: boolean): string {
  const { bold } = colors.createColors(color);
  const present = PREDICTORS.filter((name) =>
    subjects.some(({ comparisons }) => comparisons[outcome]!.brier[name] !== undefined),
  );
  const rows = subjects.map(({ name, comparisons }) => [
    printable(name),
    ...present.map((predictor) => {
      const score = comparisons[outcome]!.brier[predictor];
      return score === undefined ? '-' : cell(score);
    }),
  ]);
  return `${bold('Brier scores')}${Object.keys(subjects[0]!.comparisons).length > 1 ? ` of ${outcome}` : ''}\n\n${aligned([['', ...present].map((head) => bold(head)), ...rows])}\n\n`;
}

function predictorsOf(comparison: Pick<Comparison, 'brier'>): string[] {
  return PREDICTORS.filter((name) => comparison.brier[name] !== undefined);
}

/** `0.067 *`, or `0.250 (+0.183 ± 0.006)` where another is better. */
function cell({ value, isBest, difference, differenceError }: ComparedScore): string {
  if (value === null) return '-';
  if (isBest) return `${shown(value)} *`;
  if (difference === null || difference === 0) return shown(value);
  const error = differenceError === null ? '' : ` ± ${differenceError.toFixed(3)}`;
  return `${shown(value)} (${difference > 0 ? '+' : ''}${shown(difference)}${error})`;
}

function shown(value: number): string {
  if (value === Number.NEGATIVE_INFINITY) return '-∞';
  return Number.isFinite(value) ? value.toFixed(3) : '∞';
}

function aligned(rows: readonly (readonly string[])[]): string {
  return blankTable(
    rows,
    rows[0]!.map(() => 'left'),
  );
}

/** What the lines of journals must be: the shapes of what sweeps and recoveries write there. */
import type { KeptRun } from '../../analysis/evaluate/recovery/kept-run.ts';
import type { RecoveredParameter } from '../../analysis/evaluate/recovery/recovered-parameter.ts';
import type { HeldOutScores } from '../../analysis/sweep/held-out-scores.ts';
import type { BaselineOutcome, BaselineResult, SweepResult } from '../../analysis/sweep/result.ts';
import {
  count,
  finiteOrNull,
  list,
  number,
  object,
  oneOf,
  optional,
  orNull,
  record,
  type Shape,
  text,
  textOf,
  value,
  whole,
} from '../../files/fits/shape.ts';
import { parameterSummary } from '../../files/fits/summary-shapes.ts';
import { FINDING_KINDS } from '../../host/diagnose/finding.ts';
import { VERDICT_STATUSES } from '../../host/diagnose/verdict-status.ts';

const logScore = value<number | '-inf'>(
  'a number or "-inf"',
  (found) => Number.isFinite(found) || found === '-inf',
);

const heldOutScores = object<HeldOutScores>({
  rows: count,
  brier: number,
  calibration: number,
  refinement: number,
  logScore,
  auroc: finiteOrNull,
  calibrationError: number,
});

export const sweepResult = object<SweepResult>({
  key: text,
  status: oneOf(VERDICT_STATUSES),
  findings: list(oneOf(FINDING_KINDS)),
  error: optional(text),
  divergences: count,
  parameters: record(parameterSummary),
  scores: optional(record(heldOutScores)),
});

const baselineOutcome = object<BaselineOutcome>({
  scores: object<BaselineOutcome['scores']>({
    aggregate: optional(heldOutScores),
    'logistic regression': optional(heldOutScores),
    'boosted trees': optional(heldOutScores),
  }),
  silent: object<BaselineOutcome['silent']>({
    aggregate: optional(text),
    'logistic regression': optional(text),
    'boosted trees': optional(text),
  }),
});

export const baselineResult = object<BaselineResult>({
  key: text,
  training: count,
  test: count,
  outcomes: record(baselineOutcome),
});

const recovered = object<RecoveredParameter>({
  name: text,
  truth: number,
  mean: number,
  sd: number,
  q2_5: number,
  q25: number,
  q50: number,
  q75: number,
  q97_5: number,
  rank: orNull(count),
  effectiveDraws: number,
});

/** Bytes as base64 has them. */
const bytes = textOf('base64', /^[A-Za-z0-9+/]*={0,2}$/);

type KeptCase = NonNullable<KeptRun['halving']>;
/** What the layout reads of outcomes; JSON has null where there is no value. */
const statistic = finiteOrNull as Shape<number | null> as unknown as Shape<number>;

export const keptRun = object<KeptRun>({
  key: text,
  seed: textOf('a whole number in quotation marks', /^\d{1,20}$/),
  status: oneOf(VERDICT_STATUSES),
  findings: list(text),
  error: orNull(text),
  truths: list(number),
  parameters: list(recovered),
  statistics: list(object<KeptRun['statistics'][number]>({ text, assumed: statistic, simulated: statistic })),
  halving: orNull(
    object<KeptCase>({
      size: whole(1),
      outcomes: count,
      covariance: bytes,
      roots: bytes,
      distinctOf: bytes,
    }),
  ),
});

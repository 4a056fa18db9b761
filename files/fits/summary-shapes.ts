/** The shapes of `summary.json`, as written by `fit`, for reading it back. */

import type { Finding } from '../../host/diagnose/finding.ts';
import { FINDING_KINDS, FINDING_WEIGHTS } from '../../host/diagnose/finding.ts';
import type { Mode } from '../../host/diagnose/modes.ts';
import type { SeparatePlace } from '../../host/diagnose/separate-places.ts';
import type { ParameterSummary } from '../../host/diagnose/summarise.ts';
import { VERDICT_STATUSES } from '../../host/diagnose/verdict-status.ts';
import { METHODS } from '../../host/draws.ts';
import type { EstimatedParameter } from '../../host/estimate/estimated-parameters.ts';
import { ESTIMATE_METHODS } from '../../host/estimate/settings.ts';
import type { Hint } from '../../host/hints/hint.ts';
import { HINT_KINDS } from '../../host/hints/hint.ts';
import type { StoredBasis } from '../../host/predict/stored-basis.ts';
import type { ManifestLatent } from '../../module/manifest.ts';
import type { FileRecord, FileRecords } from './bound-files.ts';
import { digestOfText } from './column-digests.ts';
import type { EstimateSummary } from './estimate-summary.ts';
import type { DataSummary, FitSummary, LevelStanding, OutcomeSummary, WeightSummary } from './fit-summary.ts';
import type { CheckedFit, LayoutChecks, WorstCheck } from './layout-checks.ts';
import type { ColumnSummary, Provenance } from './provenance.ts';
import type { Shape } from './shape.ts';
import {
  byField,
  count,
  finiteOrNull,
  flag,
  list,
  number,
  numberIn,
  object,
  oneOf,
  optional,
  orNull,
  record,
  text,
  textLike,
  twoOf,
  value,
  whole,
} from './shape.ts';

/** The digests of the other files of the fit, and of the summary's own content. */
export interface Bound {
  readonly files: FileRecords;
  /** The digest of the summary's content without this field. */
  readonly sha256: string;
}

const share = numberIn('a number from 0 to 1', (found) => found >= 0 && found <= 1);

const notNegative = numberIn('a number that is not negative', (found) => found >= 0);
const sha256 = textLike('64 hexadecimal digits', /^[0-9a-f]{64}$/);
const seed = textLike('a whole number in quotation marks', /^\d{1,20}$/);
/** For a field that is a number in the type and null in JSON where it is not finite; it is never read back. */
const writtenNumber = finiteOrNull as Shape<number | null> as unknown as Shape<number>;

export const parameterSummary = object<ParameterSummary>({
  mean: finiteOrNull,
  sd: orNull(notNegative),
  q5: finiteOrNull,
  q50: finiteOrNull,
  q95: finiteOrNull,
  hdi95: orNull(twoOf(number)),
  mcse: orNull(notNegative),
  essBulk: orNull(notNegative),
  essTail: orNull(notNegative),
  rhat: orNull(notNegative),
});

const values = record(object<Mode['values'][string]>({ mean: writtenNumber, sd: writtenNumber }));

const place = object<SeparatePlace>({
  chains: list(whole(1)),
  values,
  share: optional(writtenNumber),
  barrier: optional(orNull(notNegative)),
});

const finding = object<Finding>({
  kind: oneOf(FINDING_KINDS),
  weight: oneOf(FINDING_WEIGHTS),
  parameters: list(text),
  message: text,
  remedy: text,
  places: optional(list(place)),
});

const hint = object<Hint>({ kind: oneOf(HINT_KINDS), names: list(text), message: text, remedy: text });

const mode = object<Mode>({
  scouts: count,
  logDensity: writtenNumber,
  logEvidence: writtenNumber,
  share: writtenNumber,
  draws: optional(object<NonNullable<Mode['draws']>>({ share: writtenNumber, error: orNull(notNegative) })),
  values,
});

type Sampler = FitSummary['sampler'];
type Particles = NonNullable<Sampler['particles']>;

const particles = object<Particles>({
  logEvidence: writtenNumber,
  logEvidenceError: finiteOrNull,
  logEvidenceInterval: orNull(twoOf(writtenNumber)),
  runs: list(
    object<Particles['runs'][number]>({
      temperatures: count,
      sweeps: count,
      logEvidence: writtenNumber,
      logEvidenceForward: writtenNumber,
      logPriorMass: writtenNumber,
      leastAcceptance: writtenNumber,
      ancestors: count,
      ways: whole(1),
    }),
  ),
});

const sampler = object<Sampler>({
  chains: whole(1),
  warmup: count,
  warmups: optional(list(count)),
  draws: whole(1),
  divergences: count,
  maxTreeDepthHits: count,
  gradients: count,
  bfmi: list(finiteOrNull),
  adaptedAgain: optional(
    list(
      object<NonNullable<Sampler['adaptedAgain']>[number]>({
        chain: whole(1),
        firstStepSize: notNegative,
        stepSize: notNegative,
        others: notNegative,
        failed: flag,
      }),
    ),
  ),
  centrings: optional(
    list(
      object<NonNullable<Sampler['centrings']>[number]>({
        latent: text,
        least: share,
        mean: share,
        greatest: share,
      }),
    ),
  ),
  particles: optional(particles),
  scoutGradients: count,
  scouts: optional(object<NonNullable<Sampler['scouts']>>({ asked: count, out: count, arrived: count })),
  compileSeconds: notNegative,
  samplingSeconds: notNegative,
});

const scale = oneOf(['ordinal', 'interval', 'ratio'] satisfies ManifestLatent['scale'][]);

/** The alternative, by the name of the choice. */
const choices = record(text);

const fitted = object<StoredBasis>({
  layout: text,
  meaning: text,
  levels: record(list(text, { least: 1 })),
  statistics: list(object<StoredBasis['statistics'][number]>({ statistic: text, value: finiteOrNull })),
  levelStatistics: list(
    object<StoredBasis['levelStatistics'][number]>({
      statistic: text,
      by: text,
      values: list(finiteOrNull),
    }),
  ),
});

const weights = object<WeightSummary>({
  kind: oneOf(['weight', 'count']),
  column: text,
  sum: notNegative,
  effectiveRows: notNegative,
});

const outcome = byField<OutcomeSummary>({
  successes: object<Extract<OutcomeSummary, { successes: number }>>({
    column: text,
    successes: count,
    missing: optional(count),
    weights: optional(weights),
  }),
  values: object<Extract<OutcomeSummary, { values: unknown }>>({
    column: text,
    values: list(object<{ readonly value: string; readonly rows: number }>({ value: text, rows: count })),
    missing: optional(count),
    weights: optional(weights),
  }),
  mean: object<Extract<OutcomeSummary, { mean: number }>>({
    column: text,
    mean: number,
    missing: optional(count),
    weights: optional(weights),
  }),
});

const data = {
  rows: whole(1),
  digests: optional(record(textLike('32 hexadecimal digits', /^[0-9a-f]{32}$/))),
  fitted,
  replaced: optional(record(count)),
  outcomes: record(outcome),
} satisfies Record<keyof DataSummary, unknown>;

const column = byField<ColumnSummary>({
  levels: object<Extract<ColumnSummary, { levels: number }>>({ levels: whole(1) }),
  min: object<Extract<ColumnSummary, { min: number }>>({
    min: number,
    median: number,
    max: number,
    mean: number,
    sd: orNull(notNegative),
    different: whole(1),
  }),
});

const origin = {
  version: text,
  layout: object<Provenance['layout']>({ path: text, sha256, text: orNull(text) }),
  data: object<Provenance['data']>({
    path: text,
    files: optional(list(text)),
    notes: optional(list(text)),
    outcomes: record(text),
    rows: list(textLike('a text such as "split=train"', /[=<>]| in \(/)),
    bindings: optional(list(textLike('a text such as "minutes=human_minutes"', /=/))),
    joins: optional(list(text)),
    tables: optional(list(text)),
    weight: optional(
      object<NonNullable<Provenance['data']['weight']>>({ kind: oneOf(['weight', 'count']), column: text }),
    ),
    successes: optional(list(text)),
    stack: optional(text),
    format: optional(text),
    delimiter: optional(text),
    columns: record(column),
  }),
} satisfies Record<keyof Omit<Provenance, 'settings'>, unknown>;

const provenance = object<Provenance>({
  ...origin,
  settings: object<Provenance['settings']>({
    method: oneOf(METHODS),
    chains: whole(1),
    warmup: count,
    draws: whole(1),
    targetAccept: share,
    maxTreeDepth: whole(1),
    seed,
    scouts: count,
    drawsAs: list(text),
  }),
});

const bound = {
  files: record(object<FileRecord>({ bytes: count, sha256 })),
  sha256,
} satisfies Record<keyof Bound, unknown>;

const layoutChecks = byField<LayoutChecks>({
  unchecked: object<Extract<LayoutChecks, { unchecked: string }>>({ unchecked: text }),
  outcomes: object<Extract<LayoutChecks, { outcomes: unknown }>>({
    replications: whole(1),
    outcomes: record(
      object<CheckedFit>({
        checks: count,
        failed: count,
        worst: orNull(
          object<WorstCheck>({
            ...{ check: text, message: text, rows: count },
            ...{ observed: number, expected: number, lower: number, upper: number },
          }),
        ),
        findings: list(object<CheckedFit['findings'][number]>({ message: text, remedy: text })),
      }),
    ),
  }),
});

const verdict = {
  status: oneOf(VERDICT_STATUSES),
  findings: list(finding),
  hints: list(hint),
  standings: optional(
    record(
      list(
        object<LevelStanding>({
          ...{ level: text, median: whole(1), lower: whole(1), upper: whole(1), highest: notNegative },
        }),
      ),
    ),
  ),
};

/** The summary of a sampled fit. */
export const fitSummary = object<FitSummary & Bound>({
  choices: optional(choices),
  parameters: record(parameterSummary),
  scales: record(scale),
  sampler,
  ...verdict,
  checks: optional(layoutChecks),
  modes: list(mode),
  ...data,
  made: optional(provenance),
  ...bound,
});

const estimated = object<EstimatedParameter>({
  estimate: finiteOrNull,
  se: orNull(notNegative),
  interval: orNull(twoOf(number)),
  bound: optional(oneOf(['lower', 'upper'])),
});

const estimateRow = list(finiteOrNull);

/** The summary of a point estimate, or of Laplace's approximation. */
export const estimateSummary = object<EstimateSummary & Bound>({
  choices: optional(choices),
  method: oneOf(ESTIMATE_METHODS),
  parameters: record(estimated),
  posterior: optional(record(parameterSummary)),
  scales: record(scale),
  point: estimateRow,
  covariance: orNull(list(estimateRow)),
  confidence: numberIn('a number between 0 and 1', (found) => found > 0 && found < 1),
  logLikelihood: finiteOrNull,
  logPrior: finiteOrNull,
  told: count,
  observations: count,
  aic: finiteOrNull,
  bic: finiteOrNull,
  climbs: object<EstimateSummary['climbs']>({ all: count, arrived: count, best: count }),
  others: list(
    object<EstimateSummary['others'][number]>({
      lower: writtenNumber,
      climbs: count,
      values: record(writtenNumber),
    }),
  ),
  paretoK: optional(finiteOrNull),
  sampler: optional(object<NonNullable<EstimateSummary['sampler']>>({ chains: whole(1), draws: whole(1) })),
  estimator: object<EstimateSummary['estimator']>({
    starts: count,
    seed,
    gradients: count,
    compileSeconds: notNegative,
    seconds: notNegative,
  }),
  ...verdict,
  ...data,
  made: object<EstimateSummary['made']>(origin),
  ...bound,
});

/** A summary of any kind that names the other files. */
export const isBound = object<Bound>(bound);

/** A value whose `method` is that of a point estimate. */
export const isOfEstimate = value<Pick<EstimateSummary, 'method'>>('an estimate', (found) =>
  ESTIMATE_METHODS.some((method) => method === (found as { readonly method?: unknown } | null)?.method),
);

/** The text of a summary: equal for equal fits and files. */
export function summaryText(report: object, files: FileRecords): string {
  const content = { ...report, files };
  return `${JSON.stringify({ ...content, sha256: contentDigest(content) }, null, 2)}\n`;
}

/** SHA-256 of a summary's content as JSON without blanks, in the order of its fields, without its own `sha256`. */
export function contentDigest(summary: object): string {
  const { sha256: _, ...content } = summary as { readonly sha256?: string };
  return digestOfText(JSON.stringify(content));
}

/** The tables of a paper about fits: as text for people, and as numbers for programs. */
import { misfitsIn } from '../../files/fits/layout-checks.ts';
import { quantitiesOf } from '../../module/manifest.ts';
import type { ReportData } from '../report/report-data.ts';
import type { ReportFit, ReportSubject } from '../report/subjects.ts';
import { FAILURE_VERDICTS, failureOf } from '../report/words/failure.ts';
import { capital, estimateText, percentOf, sentenceOf, spoken } from '../report/words/phrases.ts';

export interface PaperTable {
  /** The name of its files, and of its label in LaTeX. */
  readonly name: string;
  readonly title: string;
  /** What a reader must know, in sentences; empty if nothing. */
  readonly note: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same with one number per cell, to all digits. */
  readonly numbers: {
    readonly head: readonly string[];
    readonly rows: readonly (readonly (string | number | null)[])[];
  };
}

export function paperTables(data: ReportData): PaperTable[] {
  return [
    priorsTable(data.fits),
    profilesTable(data),
    comparisonsTable(data),
    diagnosticsTable(data.fits),
  ].filter((table) => table.rows.length > 0);
}

function unitText(unit: string): string {
  return unit === 'probability' ? '' : unit;
}

export function priorsTable(fits: readonly Pick<ReportFit, 'manifest'>[]): PaperTable {
  const latents = quantitiesOf(fits[0]!.manifest).filter(({ role }) => role !== 'report');
  const cells = latents.map(({ name, role, unit, prior, doc, index }) => ({
    ...{
      name: index === undefined ? spoken({ name, unit }) : `${spoken({ name, unit })} of each ${index}`,
      role,
    },
    ...{ unit: unitText(unit), prior, doc: sentenceOf(doc) ?? '' },
  }));
  return {
    ...{ name: 'priors', title: 'Latents of the layout and their priors', note: '' },
    head: ['Latent', 'Role', 'Unit', 'Prior', 'Meaning'],
    rows: cells.map(({ name, role, unit, prior, doc }) => [capital(name), role, unit, `\`${prior}\``, doc]),
    numbers: {
      head: ['latent', 'role', 'unit', 'prior', 'meaning'],
      rows: latents.map(({ name, role, unit, prior, doc }) => [name, role, unit, prior, doc ?? '']),
    },
  };
}

/** Wider tables have a row per ability. */
const MAX_COLUMNS = 6;

function profilesTable({ groups }: ReportData): PaperTable {
  const shown = groups.map(({ usable }) => usable).filter((usable) => usable.length > 0);
  const subjects = shown.flat();
  const [main = []] = [...shown].sort((a, b) => b.length - a.length);
  const elements = main[0]?.elements ?? [];
  const cell = ({ elements: own }: ReportSubject, place: number) => {
    const { summary, latent } = own[place]!;
    const { center, lower, upper } = estimateText(summary, latent);
    return `${center} [${lower}, ${upper}]`;
  };
  const heads = elements.map(
    ({ latent }) => `${capital(spoken(latent))}${unitText(latent.unit) === '' ? '' : ` (${latent.unit})`}`,
  );
  const isTurned = elements.length > MAX_COLUMNS && main.length <= MAX_COLUMNS;
  return {
    ...{ name: 'profiles', title: 'Profiles' },
    note: `Posterior medians with 95 % highest-density intervals.${shown.length > 1 ? ' Further groups of subjects are in the file of numbers.' : ''}`,
    head: isTurned ? ['Ability', ...main.map(({ name }) => name)] : ['Subject', ...heads],
    rows: isTurned
      ? heads.map((head, place) => [head, ...main.map((subject) => cell(subject, place))])
      : main.map((subject) => [subject.name, ...elements.map((_, place) => cell(subject, place))]),
    numbers: {
      head: [
        'subject',
        'parameter',
        'unit',
        'median',
        'mean',
        'sd',
        'lower',
        'upper',
        'ess_bulk',
        'ess_tail',
        'rhat',
      ],
      rows: subjects.flatMap(({ name, elements: own }) =>
        own.map(({ parameter, latent, summary }) => [
          ...[name, parameter.name, latent.unit, summary.q50, summary.mean, summary.sd],
          ...[summary.hdi95?.[0] ?? null, summary.hdi95?.[1] ?? null],
          ...[summary.essBulk, summary.essTail, summary.rhat],
        ]),
      ),
    },
  };
}

/** For more subjects, pairs are only in the file of numbers. */
const MAX_PAIRED = 5;

function comparisonsTable({ groups }: ReportData): PaperTable {
  const all = groups.flatMap(({ comparisons, usable }) =>
    comparisons.flatMap((comparison) =>
      usable.flatMap((first, i) =>
        usable.slice(i + 1).map((second, offset) => {
          const j = i + 1 + offset;
          const isFirst = comparison.higher(i, j).value >= 0.5;
          const [a, b] = isFirst ? [i, j] : [j, i];
          return {
            ...{ latent: comparison.latent, isFew: usable.length <= MAX_PAIRED },
            ...{ higher: isFirst ? first : second, lower: isFirst ? second : first },
            ...{ probability: comparison.higher(a, b), difference: comparison.difference(a, b) },
          };
        }),
      ),
    ),
  );
  const shown = all.filter(({ isFew }) => isFew);
  const digits = (value: number) => String(Number(value.toPrecision(3)));
  const isOrdinal = shown.every(({ difference }) => difference === null);
  return {
    ...{ name: 'comparisons', title: 'Comparisons of subjects' },
    note: `Probability: that the first has the higher value.${isOrdinal ? '' : ' On an ordinal scale there is no difference.'}`,
    head: ['Ability', 'Higher', 'Lower', 'Probability', ...(isOrdinal ? [] : ['Difference'])],
    rows: shown.map(({ latent, higher, lower, probability, difference }) => [
      capital(spoken(latent)),
      ...[higher.name, lower.name, percentOf(probability)],
      ...(isOrdinal
        ? []
        : [
            difference === null
              ? '–'
              : `${digits(difference.mean)} [${digits(difference.hdi95[0])}, ${digits(difference.hdi95[1])}]`,
          ]),
    ]),
    numbers: {
      head: ['latent', 'higher', 'lower', 'probability', 'resolution', 'difference', 'lower_95', 'upper_95'],
      rows: all.map(({ latent, higher, lower, probability, difference }) => [
        ...[latent.name, higher.name, lower.name, probability.value, probability.resolution],
        ...[difference?.mean ?? null, difference?.hdi95[0] ?? null, difference?.hdi95[1] ?? null],
      ]),
    },
  };
}

function diagnosticsTable(fits: readonly ReportFit[]): PaperTable {
  const found = fits.map(({ name, summary }) => {
    const { rows, status, sampler, estimate, checks } = summary;
    const parameters = Object.values(summary.parameters);
    const rHats = parameters.flatMap(({ rhat }) => rhat ?? []);
    const sizes = parameters.flatMap(({ essBulk, essTail }) => [essBulk ?? [], essTail ?? []].flat());
    const outcomes = checks === undefined || 'unchecked' in checks ? null : Object.values(checks.outcomes);
    return {
      ...{
        name,
        rows,
        status,
        failure: FAILURE_VERDICTS[failureOf(summary)],
        isMisfit: misfitsIn(checks).length > 0,
      },
      ...{
        rHat: rHats.length === 0 ? null : Math.max(...rHats),
        size: sizes.length === 0 ? null : Math.min(...sizes),
      },
      ...{ divergences: sampler?.divergences ?? null, paretoK: estimate?.paretoK ?? null },
      failed: outcomes?.reduce((sum, each) => sum + each.failed, 0) ?? null,
      checks: outcomes?.reduce((sum, each) => sum + each.checks, 0) ?? null,
    };
  });
  const isSampled = fits.some(({ summary }) => summary.sampler !== undefined);
  const verdict = { converged: 'converged', usable: 'use with care' } as const;
  return {
    ...{ name: 'diagnostics', title: 'Diagnostics of the fits' },
    note: isSampled
      ? 'R-hat: the largest of all parameters. ESS: the smallest effective sample size, of the bulk or the tails. Checks: predictive checks that fail, of all.'
      : 'Pareto k: of the posterior over the normal approximation.',
    head: [
      'Fit',
      'Rows',
      ...(isSampled ? ['R-hat', 'ESS', 'Divergences', 'Checks'] : ['Pareto k']),
      'Verdict',
    ],
    rows: found.map((fit) => [
      ...[fit.name, String(fit.rows)],
      ...(isSampled
        ? [
            fit.rHat?.toFixed(3) ?? '–',
            fit.size === null ? '–' : String(Math.floor(fit.size)),
            fit.divergences === null ? '–' : String(fit.divergences),
            fit.checks === null ? 'not made' : `${fit.failed} of ${fit.checks}`,
          ]
        : [fit.paretoK?.toFixed(2) ?? '–']),
      fit.status === 'failed' ? fit.failure : `${verdict[fit.status]}${fit.isMisfit ? ', misfit' : ''}`,
    ]),
    numbers: {
      head: ['fit', 'rows', 'rhat', 'ess', 'divergences', 'pareto_k', 'checks_failed', 'checks', 'verdict'],
      rows: found.map((fit) => [
        ...[
          fit.name,
          fit.rows,
          fit.rHat,
          fit.size,
          fit.divergences,
          fit.paretoK,
          fit.failed,
          fit.checks,
          fit.status,
        ],
      ]),
    },
  };
}

/** Whether the numbers can be used: the verdict on each fit and each chain, and what to do. */
import type { EstimateSummary } from '../../../files/fits/estimate-summary.ts';
import type { FitSummary } from '../../../files/fits/fit-summary.ts';
import type { ChainVerdict } from '../../../host/diagnose/chain-verdicts.ts';
import type { FindingWeight } from '../../../host/diagnose/finding.ts';
import {
  EFFECTIVE_DRAWS_CAUTION,
  EFFECTIVE_DRAWS_FATAL,
  R_HAT_CAUTION,
  R_HAT_FATAL,
} from '../../../host/diagnose/thresholds.ts';
import { hasFurtherMode, type VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import { profileRow } from '../../../host/profile.ts';
import { type Content, html } from '../html.ts';
import type { ReportData } from '../report-data.ts';
import type { ReportFit, ReportSummary } from '../subjects.ts';
import { FAILURE_VERDICTS, FAILURES, failureOf, failureText } from '../words/failure.ts';
import { counted, listed } from '../words/phrases.ts';
import { type Badge, badge, FEW_SUBJECTS, failedVerdict, verdictText } from './profiles.ts';
import { note, type Section, scrolling, sortKey } from './section.ts';

/** @param figuresOf the figures of a fit, by its index */
export function diagnosticsSection({ fits }: ReportData, figuresOf: (place: number) => Content): Section {
  const sampled = fits.filter(({ summary }) => summary.sampler !== undefined);
  const approximated = fits.flatMap(({ name, summary: { estimate } }) =>
    estimate === undefined ? [] : [{ name, summary: estimate }],
  );
  return {
    id: 'diagnostics',
    title: 'Diagnostics',
    content: [
      sampled.length > 0 && [
        html`<p>A fit is a sample of the posterior, drawn by several chains that began in different places. It has converged where the chains agree (R-hat at most ${R_HAT_CAUTION}) and tell enough (at least ${EFFECTIVE_DRAWS_CAUTION} effective draws for each chain), and nothing kept them from part of the posterior. Up to an R-hat of ${R_HAT_FATAL} and down to ${EFFECTIVE_DRAWS_FATAL} effective draws for each chain it is usable with care; beyond that it did not converge, and its numbers must not be used.</p>`,
        overview(sampled),
      ],
      approximated.length > 0 && climbsPart(approximated),
      fits.map((fit, place) => fitPart(fit, figuresOf(place), fits.length)),
    ],
  };
}

function overview(fits: readonly ReportFit[]): Content {
  return scrolling(
    'Verdicts on all fits',
    html`<table class="sortable">
<thead><tr>${[
      'fit',
      'verdict',
      'chains',
      'draws of each',
      'largest R-hat',
      'fewest effective draws',
      'divergences',
    ].map((head) => html`<th scope="col"><button type="button">${head}</button></th>`)}</tr></thead>
<tbody>
${fits.map((fit) => {
  const { sampler } = fit.summary as FitSummary;
  const { rHat, parameter, ess } = worst(fit);
  return html`<tr><th scope="row">${fit.name}</th><td>${verdictText(fit.summary)}</td><td data-value="${sampler.chains}">${sampler.chains}</td><td data-value="${sampler.draws}">${sampler.draws}</td><td data-value="${sortKey(rHat)}">${rHat === null ? '-' : html`${rHat.toFixed(3)}<small>${parameter}</small>`}</td><td data-value="${sortKey(ess)}">${
    ess === null ? '-' : Math.floor(ess)
  }</td><td data-value="${sampler.divergences}">${sampler.divergences}</td></tr>
`;
})}</tbody>
</table>`,
  );
}

/** The largest R-hat with its parameter, and the fewest effective draws; null if no parameter has any. */
function worst({ summary, parameters }: ReportFit) {
  let rHat: number | null = null;
  let parameter = '';
  let ess: number | null = null;
  for (const { name } of parameters) {
    const { rhat, essBulk, essTail } = summary.parameters[name]!;
    if (rhat !== null && (rHat === null || rhat > rHat)) [rHat, parameter] = [rhat, name];
    for (const each of [essBulk, essTail]) if (each !== null && (ess === null || each < ess)) ess = each;
  }
  return { rHat, parameter, ess };
}

/** Point estimates, or the modes of Laplace's approximations: how the optimum was found. */
export function climbsPart(
  estimates: readonly { readonly name: string; readonly summary: EstimateSummary }[],
): Content {
  const number = (value: number | null | undefined, digits: number) =>
    value === null || value === undefined ? '-' : value.toFixed(digits);
  const hasCriteria = estimates.some(({ summary }) => summary.aic !== null);
  const hasDraws = estimates.some(({ summary }) => summary.sampler !== undefined);
  const heads = [
    ...['fit', 'verdict', 'climbs', 'that reached the optimum', 'log likelihood'],
    ...(hasCriteria ? ['AIC', 'BIC'] : []),
    ...(hasDraws ? ['Pareto k'] : []),
  ];
  return [
    html`<p>Each fit was climbed to from many places; the highest end is the estimate. That many climbs reach it speaks for there being no higher one.${hasDraws && ' The Pareto k says how far the posterior is from the normal that stands for it: up to 0.7 its draws can be used, and beyond 1 they must not be.'}</p>`,
    scrolling(
      'How the optimum was found',
      html`<table class="sortable">
<thead><tr>${heads.map((head) => html`<th scope="col"><button type="button">${head}</button></th>`)}</tr></thead>
<tbody>
${estimates.map(({ name, summary }) => {
  const { status, findings, climbs, logLikelihood, aic, bic, paretoK } = summary;
  const cells: readonly (readonly [number | null | undefined, number])[] = [
    ...([
      [climbs.all, 0],
      [climbs.best, 0],
      [logLikelihood, 2],
    ] as const),
    ...(hasCriteria
      ? ([
          [aic, 2],
          [bic, 2],
        ] as const)
      : []),
    ...(hasDraws ? ([[paretoK, 2]] as const) : []),
  ];
  return html`<tr><th scope="row">${name}</th><td>${badge(status === 'failed' ? failedVerdict({ estimate: summary, findings }) : ESTIMATE_VERDICTS[status])}</td>${cells.map(
    ([value, digits]) => html`<td data-value="${sortKey(value)}">${number(value, digits)}</td>`,
  )}</tr>
`;
})}</tbody>
</table>`,
    ),
  ];
}

/** The verdict on a climb. */
export const ESTIMATE_VERDICTS: Readonly<Record<VerdictStatus, Badge>> = {
  converged: ['good', 'found'],
  usable: ['care', 'with care'],
  failed: ['bad', FAILURE_VERDICTS.climbs],
};

/** What was found of a fit, and what to do. */
export function findingsPart({
  findings,
  hints = [],
}: Pick<ReportSummary, 'findings'> & Partial<Pick<ReportSummary, 'hints'>>): Content {
  return [
    findings.length > 0
      ? html`<ul>${findings.map(
          ({ weight, message, remedy }) =>
            html`<li>${badge(FINDING_WEIGHTS[weight])} ${marked(message)} <strong>What to do:</strong> ${marked(remedy)}</li>`,
        )}</ul>`
      : html`<p>Nothing was found that calls for action.</p>`,
    hints.length > 0 && [
      html`<p>What the data cannot tell, whatever method is used:</p>`,
      html`<ul>${hints.map(
        ({ message, remedy }) =>
          html`<li>${marked(message)} <strong>What to do:</strong> ${marked(remedy)}</li>`,
      )}</ul>`,
    ],
  ];
}

function fitPart(fit: ReportFit, figures: Content, count: number): Content {
  const { summary, chains, name } = fit;
  const isQuiet = summary.status === 'converged' && chains.every(({ status }) => status === 'fine');
  const parts = [
    findingsPart(summary),
    chains.length > 0 && chainTable(name, chains),
    figures,
    parameterTable(fit),
  ];
  if (count === 1) return parts;
  const title = html`${name}: ${verdictText(summary)}${isQuiet && ` ${counted(chains.length, 'chain')} fine`}`;
  // Those that need no action are folded away, and of many all: the table above has their verdicts.
  return isQuiet || count > FEW_SUBJECTS
    ? html`<details><summary>${title}</summary>${parts}</details>`
    : html`<h3>${title}</h3>${parts}`;
}

const FINDING_WEIGHTS: Readonly<Record<FindingWeight, Badge>> = {
  fatal: ['bad', 'fatal'],
  caution: ['care', 'with care'],
  note: ['good', 'note'],
};

const CHAIN_VERDICTS = {
  fine: ['good', 'fine'],
  caution: ['care', 'with care'],
  bad: ['bad', 'not to be used'],
} as const satisfies Readonly<Record<ChainVerdict['status'], Badge>>;

function chainTable(name: string, chains: readonly ChainVerdict[]): Content {
  return scrolling(
    `Chains of ${name}`,
    html`<table>
<thead><tr><th scope="col">chain</th><th scope="col">verdict</th><th scope="col">what was found</th></tr></thead>
<tbody>
${chains.map(({ chain, status, remarks }) => {
  return html`<tr><th scope="row">${chain}</th><td>${badge(CHAIN_VERDICTS[status])}</td><td>${
    remarks.length === 0 ? 'nothing sets it apart' : marked(remarks.join('; '))
  }</td></tr>
`;
})}</tbody>
</table>`,
  );
}

/** All parameters, including those outside of the profile. */
function parameterTable({ name, parameters, summary }: ReportFit): Content {
  const columns = ['mean', 'sd', '95 % HDI', 'ESS bulk', 'ESS tail', 'R-hat'] as const;
  return html`<details><summary>All parameters of ${name}, and how well each was sampled</summary>
${scrolling(
  `Parameters of ${name}`,
  html`<table class="sortable">
<thead><tr>${['parameter', 'unit', ...columns].map((head) => html`<th scope="col"><button type="button">${head}</button></th>`)}</tr></thead>
<tbody>
${parameters.map(({ name: parameter, latent }) => {
  const found = summary.parameters[parameter]!;
  const row = profileRow(latent.unit, found);
  const keys = [found.mean, found.sd, found.mean, found.essBulk, found.essTail, found.rhat];
  return html`<tr><th scope="row">${parameter}</th><td>${row.unit}</td>${columns.map(
    (column, index) => html`<td data-value="${sortKey(keys[index])}">${row[column]}</td>`,
  )}</tr>
`;
})}</tbody>
</table>`,
)}</details>`;
}

/** Renders text between backquotes as code. */
export function marked(text: string): Content {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Warnings about fits that must be read before all else. */
export function fitAlerts({ fits }: ReportData): Content {
  const of = (status: string) =>
    fits.filter(({ summary }) => summary.status === status).map(({ name }) => name);
  const usable = of('usable');
  const failed = fits.filter(({ summary }) => summary.status === 'failed');
  const divided = fits
    .filter(({ summary }) => hasFurtherMode(summary.findings.map(({ kind }) => kind)))
    .map(({ name }) => name);
  const approximated = fits.filter(({ summary }) => summary.estimate !== undefined).map(({ name }) => name);
  return [
    approximated.length > 0 &&
      note(
        'care',
        html`<p>The numbers of ${listed(approximated)} are of a normal approximation at the mode of the posterior (Laplace's method), not of the posterior itself; the Pareto k under <a href="#diagnostics">Diagnostics</a> says how far apart they are.</p>`,
      ),
    FAILURES.map((failure) => {
      const own = failed.filter(({ summary }) => failureOf(summary) === failure).map(({ name }) => name);
      return (
        own.length > 0 &&
        note(
          'bad',
          html`<p><strong>${failureText(failure, listed(own), own.length, fits.length)}.</strong> ${
            fits.length === 1 ? 'Its numbers are' : 'Their numbers are'
          } no estimates and must not be used${fits.length > 1 && '; they are left out of all comparisons'}. <a href="#diagnostics">Diagnostics</a> says what to do.</p>`,
        )
      );
    }),
    usable.length > 0 &&
      note(
        'care',
        html`<p>${fits.length === 1 ? 'This fit needs care' : `${usable.length} of ${fits.length} fits ${usable.length === 1 ? 'needs' : 'need'} care (${listed(usable)})`}: see <a href="#diagnostics">Diagnostics</a> before you report the numbers.</p>`,
      ),
    divided.length > 0 &&
      note(
        'care',
        html`<p>The posterior of ${listed(divided)} has a further mode that no chain was in: see <a href="#diagnostics">Diagnostics</a>.</p>`,
      ),
  ];
}

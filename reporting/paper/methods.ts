/** The methods paragraphs of a paper about fits, with what they cite: every number is that of the fits. */

import { misfitsIn } from '../../files/fits/layout-checks.ts';
import { hasFurtherMode } from '../../host/diagnose/verdict-status.ts';
import { quantitiesOf } from '../../module/manifest.ts';
import type { ReportData } from '../report/report-data.ts';
import type { ReportFit } from '../report/subjects.ts';
import { counted, listed, numberWord, spoken } from '../report/words/phrases.ts';
import type { ReferenceKey } from './references.ts';

/** Paragraphs in which `[@a; @b]` stands for citations and text between backquotes for code. */
export interface Methods {
  readonly paragraphs: readonly string[];
  /** In the order in which they are first cited. */
  readonly cited: readonly ReferenceKey[];
}

/** The number of names in a list. */
const MAX_NAMED = 12;

/** @param data of fits of one layout, made by one method */
export function methodsOf(data: ReportData): Methods {
  const paragraphs = [
    measuredText(data),
    sampledText(data.fits),
    checkedText(data.fits),
    toldText(data),
    madeText(data.fits),
  ].filter((text) => text !== '');
  return { paragraphs, cited: citedIn(paragraphs) };
}

/** The works that some text cites. */
export function citedIn(paragraphs: readonly string[]): ReferenceKey[] {
  const keys = paragraphs.flatMap((text) =>
    [...text.matchAll(/@(\w+)/g)].map(([, key]) => key as ReferenceKey),
  );
  return [...new Set(keys)];
}

/** `3000`, or `60 to 71`. */
function range(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function named({ name, unit }: { readonly name: string; readonly unit: string }): string {
  const words = spoken({ name, unit });
  return unit === '' || unit === 'probability' ? words : `${words} (${unit})`;
}

/** What was measured with what. */
export function measuredText({
  fits,
  subjects,
}: {
  readonly fits: readonly Pick<ReportFit, 'manifest' | 'summary'>[];
  readonly subjects: readonly { readonly name: string; readonly category: string | null }[];
}): string {
  const [{ manifest, summary }] = fits as [ReportFit];
  const columns = (role: string) => manifest.columns.filter((column) => column.role === role);
  const demands = columns('demand');
  const quantities = quantitiesOf(manifest);
  const roles = (['capability', 'propensity', 'bias', 'robustness'] as const).flatMap((role) => {
    const own = quantities.filter((quantity) => quantity.role === role);
    if (own.length === 0) return [];
    const plural = {
      capability: 'capabilities',
      propensity: 'propensities',
      bias: 'biases',
      robustness: 'robustnesses',
    };
    return [`the ${own.length === 1 ? role : plural[role]} ${listed(own.map(named), MAX_NAMED)}`];
  });
  const outcomes = columns('outcome').map((outcome) => spoken(outcome));
  const systems = subjects.filter(
    ({ category }) => fits.length > 1 || category !== null || subjects.length === 1,
  );
  const names = systems.map(({ name }) => name);
  const who =
    names.length === 1 ? names[0]! : `${numberWord(names.length)} subjects (${listed(names, MAX_NAMED)})`;
  const rows = range(fits.map((fit) => fit.summary.rows));
  const choices = Object.entries(summary.choices ?? {}).map(([name, chosen]) => `${name} = ${chosen}`);
  const rates = fits.flatMap((fit) =>
    Object.values(fit.summary.outcomes).flatMap((outcome) =>
      'successes' in outcome && outcome.missing === undefined && outcome.weights === undefined
        ? [outcome.successes / fit.summary.rows]
        : [],
    ),
  );
  const percent = (value: number) => (100 * value).toFixed(1);
  const ends = [...new Set([Math.min(...rates), Math.max(...rates)].map(percent))];
  const rate = rates.length < fits.length ? '' : `, of which ${ends.join(' to ')} % were successes`;
  return [
    `We measured ${who} with the measurement layout ${manifest.layout}${choices.length === 0 ? '' : ` (${choices.join(', ')})`} [@burden2023].`,
    `A measurement layout is a probabilistic model in which the demands of each task instance meet the latent abilities of the system that attempts it.`,
    ...(demands.length === 0 ? [] : [`Here the demands are ${listed(demands.map(named), MAX_NAMED)}.`]),
    ...(roles.length === 0
      ? []
      : [
          `The layout infers ${listed(roles, MAX_NAMED)} from the ${outcomes.length === 1 ? 'outcome' : 'outcomes'} ${listed(outcomes)}.`,
        ]),
    `Table [#priors] gives the priors.`,
    fits.length === 1
      ? `The layout was fitted to ${rows} rows${rate}.`
      : `The layout was fitted to each subject separately, with ${rows} rows per fit${rate}.`,
  ].join(' ');
}

/** How the posterior was sampled, and how well. */
function sampledText(fits: readonly ReportFit[]): string {
  const [first] = fits as [ReportFit];
  const { sampler, estimate, made } = first.summary;
  if (sampler === undefined) return approximatedText(fits, estimate!);
  const settings = made !== undefined && 'settings' in made ? made.settings : null;
  const usable = fits.filter(({ summary }) => summary.status !== 'failed');
  const failed = fits.filter(({ summary }) => summary.status === 'failed').map(({ name }) => name);
  const each = fits.length === 1 ? '' : ' per fit';
  const version = made === undefined ? 'theodolite' : `theodolite ${made.version}`;
  const chains = `${numberWord(sampler.chains)} ${sampler.chains === 1 ? 'chain' : 'chains'}${each}`;
  const how =
    sampler.particles === undefined
      ? [
          `We sampled the posterior with Hamiltonian Monte Carlo: the No-U-Turn sampler [@hoffman2014] with multinomial trajectories [@betancourt2017], as implemented in ${version}, which compiles a layout to WebAssembly.`,
          `There were ${chains} with ${warmupText(fits)} and ${sampler.draws} draws each${settings === null ? '' : `, a target acceptance of ${settings.targetAccept}, a maximum tree depth of ${settings.maxTreeDepth} and the seed ${settings.seed}`}.`,
        ]
      : [
          `We sampled the posterior with sequential Monte Carlo [@delmoral2006] as implemented in ${version}, which compiles a layout to WebAssembly: ${numberWord(sampler.chains)} ${sampler.chains === 1 ? 'run' : 'runs'}${each} of ${sampler.draws} particles led from the prior to the posterior${settings === null ? '' : `, with the seed ${settings.seed}`}.`,
        ];
  const scouts = fits.map(({ summary }) => summary.sampler?.scouts?.asked ?? 0);
  const divided = fits.filter(({ summary }) => hasFurtherMode(summary.findings.map(({ kind }) => kind)));
  const parts = [
    ...how,
    ...(Math.min(...scouts) === 0
      ? []
      : [
          `A further ${range(scouts)} climbs${each} from random starts looked for modes that no ${sampler.particles === undefined ? 'chain' : 'run'} had visited, and ${
            divided.length === 0
              ? 'found none'
              : `found one for ${listed(
                  divided.map(({ name }) => name),
                  MAX_NAMED,
                )}`
          }.`,
        ]),
    ...(usable.length === 0 ? [] : [mixedText(usable)]),
    ...(failed.length === 0
      ? []
      : [
          `${failed.length === 1 ? 'The fit' : 'The fits'} of ${listed(failed, MAX_NAMED)} did not converge and ${failed.length === 1 ? 'is' : 'are'} left out of all results.`,
        ]),
  ];
  return parts.join(' ');
}

function warmupText(fits: readonly ReportFit[]): string {
  const samplers = fits.map(({ summary }) => summary.sampler!);
  const asked = samplers[0]!.warmup;
  const taken = samplers.flatMap(({ warmup, warmups }) => warmups ?? [warmup]);
  const isEarly = Math.min(...taken) < asked;
  return isEarly
    ? `at most ${asked} iterations of warm-up (${range(taken)} were taken)`
    : `${asked} iterations of warm-up`;
}

/** How far the chains agree, over fits that are used. */
function mixedText(fits: readonly ReportFit[]): string {
  const summaries = fits.flatMap(({ summary }) => Object.values(summary.parameters));
  const numbers = (of: (each: (typeof summaries)[number]) => number | null) =>
    summaries.flatMap((each) => of(each) ?? []);
  const rHats = numbers(({ rhat }) => rhat);
  const sizes = [...numbers(({ essBulk }) => essBulk), ...numbers(({ essTail }) => essTail)];
  const divergences = fits.reduce((sum, { summary }) => sum + (summary.sampler?.divergences ?? 0), 0);
  const hasChains = fits.every(({ summary }) => summary.sampler?.particles === undefined);
  return [
    ...(rHats.length === 0
      ? []
      : [
          `The largest rank-normalised split R-hat [@vehtari2021] was ${Math.max(...rHats).toFixed(3)}, and the smallest effective sample size, of the bulk or the tails, ${Math.floor(Math.min(...sizes))}.`,
        ]),
    ...(hasChains
      ? [divergences === 0 ? 'No transition diverged.' : `${counted(divergences, 'transition')} diverged.`]
      : []),
  ].join(' ');
}

function approximatedText(
  fits: readonly ReportFit[],
  { climbs, made, sampler, estimator }: NonNullable<ReportFit['summary']['estimate']>,
): string {
  const ks = fits.flatMap(({ summary }) => summary.estimate?.paretoK ?? []);
  return [
    `We approximated the posterior by a normal distribution at its mode on the unconstrained scale [Laplace's method; @tierney1986] with theodolite ${made.version}, which compiles a layout to WebAssembly.`,
    `The mode is the highest end of ${climbs.all} climbs by L-BFGS [@liu1989]${fits.length === 1 ? '' : ' per fit'}, with the seed ${estimator.seed}, and ${sampler!.chains * sampler!.draws} draws were made around it.`,
    ...(ks.length === 0
      ? []
      : [
          `The Pareto k of the posterior over the approximation [@yao2018] was ${ks.length === 1 ? ks[0]!.toFixed(2) : `${Math.min(...ks).toFixed(2)} to ${Math.max(...ks).toFixed(2)}`}; above 0.7 an approximation is poor.`,
        ]),
  ].join(' ');
}

/** The number of fits whose worst misfit is told. */
const MAX_MISFITS = 3;

/** Whether the layout describes the data. */
function checkedText(fits: readonly ReportFit[]): string {
  const checked = fits.flatMap(({ name, summary: { checks } }) =>
    checks === undefined || 'unchecked' in checks ? [] : [{ name, checks }],
  );
  if (checked.length === 0) return 'No predictive checks were made.';
  const all = checked.flatMap(({ checks }) => Object.values(checks.outcomes));
  const total = all.reduce((sum, each) => sum + each.checks, 0);
  const misfits = checked.flatMap(({ name, checks }) =>
    misfitsIn(checks).map(([, found]) => ({ name, found })),
  );
  const left = fits.length - checked.length;
  return [
    `We compared the data with ${range(checked.map(({ checks }) => checks.replications))} data sets that each fit made for its own rows (posterior predictive checks) [@gelman1996]: ${total === 1 ? 'one statistic' : `${total} statistics`}${checked.length === 1 ? '' : ' over all fits'}, such as the mean outcome at each level of each demand. Those of a fit are adjusted for their number [single-step maxT; @westfall1993].`,
    misfits.length === 0
      ? 'None failed at the 5 % level.'
      : `${misfits
          .map(
            ({ name, found }) =>
              `Of ${found.checks} statistics ${found.failed} failed at the 5 % level for ${name}`,
          )
          .slice(0, MAX_NAMED)
          .join(
            '; ',
          )}${misfits.length > MAX_NAMED ? `; and some for ${misfits.length - MAX_NAMED} more` : ''}. The worst: ${misfits
          .slice(0, MAX_MISFITS)
          .map(({ name, found }) => `${misfits.length === 1 ? '' : `${name}: `}${found.worst!.message}`)
          .join('; ')}.`,
    ...(left === 0 ? [] : [`${counted(left, 'fit was', 'fits were')} not checked.`]),
  ].join(' ');
}

/** How results are told. */
function toldText({ groups }: ReportData): string {
  const isCompared = groups.some(({ comparisons }) => comparisons.length > 0);
  const isOneFit = groups.every(({ usable }) => new Set(usable.map(({ fit }) => fit)).size < 2);
  return [
    'Results are posterior medians with 95 % highest-density intervals [@chen1999].',
    ...(isCompared
      ? [
          `We compare subjects by the posterior probability that one value is higher than the other, ${isOneFit ? 'over the joint draws of the fit' : 'with draws of different fits taken as independent'}. On ordinal scales we give no differences.`,
        ]
      : []),
  ].join(' ');
}

/** What repeats it. */
export function madeText(fits: readonly Pick<ReportFit, 'summary'>[]): string {
  const digests = [...new Set(fits.flatMap(({ summary }) => summary.made?.layout.sha256 ?? []))];
  if (digests.length === 0) return '';
  const hasText = fits.every(({ summary }) => summary.made?.layout.text != null);
  return `The seed, the layout and the data determine all draws to the last digit. ${hasText ? 'The supplement has the layout, `layout.ml`. ' : ''}The SHA-256 of its text is ${digests.map((digest) => `\`${digest}\``).join(', ')}.`;
}

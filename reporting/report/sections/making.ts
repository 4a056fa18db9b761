/** How the fits were made: layout, data, digests of both, settings, and the command that repeats them. */

import { type DrawsFormat, usualDrawsFormat } from '../../../files/fits/draws-format.ts';
import type { EstimateSummary } from '../../../files/fits/estimate-summary.ts';
import type { FitSummary } from '../../../files/fits/fit-summary.ts';
import type { ColumnSummary, Provenance } from '../../../files/fits/provenance.ts';
import { highlight, type PieceKind } from '../../../grammar/highlight.ts';
import { METHOD_NAMES } from '../../../host/estimate/estimate-rows.ts';
import {
  DEFAULT_LARGE_STARTS,
  DEFAULT_LEVEL,
  DEFAULT_STARTS,
  MAX_WHOLE,
} from '../../../host/estimate/settings.ts';
import { DEFAULT_SETTINGS } from '../../../host/sample.ts';
import { DEFAULT_SCOUTS } from '../../../host/scout.ts';
import type { ManifestColumn } from '../../../module/manifest.ts';
import { shellWord } from '../../../module/shell-word.ts';
import { type Content, html } from '../html.ts';
import type { ReportFit, ReportSummary } from '../subjects.ts';
import { counted, listed, numberWord, plainNumber } from '../words/phrases.ts';
import { type Section, scrolling } from './section.ts';

/** A fit or a point estimate, and how it was made. */
export interface StoredMaking extends Pick<ReportFit, 'name' | 'path' | 'manifest' | 'layoutText'> {
  readonly summary: Pick<FitSummary, 'rows' | 'digests' | 'replaced' | 'outcomes' | 'choices' | 'scales'> &
    Pick<ReportSummary, 'made' | 'estimate'> & {
      readonly parameters: Readonly<Record<string, unknown>>;
      readonly sampler?: Pick<FitSummary['sampler'], 'chains' | 'draws'>;
    };
}

/** @param graphOf the figure of a fit's layout */
export function makingSection(
  { fits }: { readonly fits: readonly StoredMaking[] },
  graphOf: (fit: StoredMaking) => Content,
): Section {
  const makings = distinctMakings(fits);
  return {
    id: 'making',
    title: 'How it was made',
    content: makings.map((making, index) => {
      const hasColumns = index === 0 || makings.length <= MANY_MAKINGS;
      const part = makingPart(making, {
        isLayoutShown: index > 0 && makings[0]!.layout === making.layout,
        hasColumns,
        graphOf,
      });
      if (makings.length === 1) return part;
      const names = making.fits
        .map(({ name }) => name)
        .slice(0, 8)
        .join(', ');
      return makings.length > FEW_MAKINGS && index > 0
        ? html`<details><summary>${names}</summary>${part}</details>`
        : html`<h3>${names}</h3>${part}`;
    }),
  };
}

/** Of more commands only the first is not folded away. */
const FEW_MAKINGS = 4;
/** Of more commands only the first has a table of what its columns hold, or these tables would be most of the page. */
const MANY_MAKINGS = 12;

/** Fits that one command made. */
interface MakingOfFits {
  readonly fits: readonly StoredMaking[];
  readonly made: ReportSummary['made'];
  /** Equal for fits of the same text. */
  readonly layout: string;
}

function distinctMakings(fits: readonly StoredMaking[]): MakingOfFits[] {
  const found = new Map<string, StoredMaking[]>();
  for (const fit of fits) {
    const key = JSON.stringify([fit.summary.made ?? fit.path, fit.summary.choices ?? {}]);
    found.set(key, [...(found.get(key) ?? []), fit]);
  }
  return [...found.values()].map((each) => ({
    fits: each,
    made: each[0]!.summary.made,
    layout: `${each[0]!.summary.made?.layout.sha256 ?? each[0]!.path}`,
  }));
}

function makingPart(
  { fits, made }: MakingOfFits,
  {
    isLayoutShown,
    hasColumns,
    graphOf,
  }: {
    readonly isLayoutShown: boolean;
    readonly hasColumns: boolean;
    readonly graphOf: (fit: StoredMaking) => Content;
  },
): Content {
  const [fit] = fits as [StoredMaking];
  const { summary, manifest } = fit;
  return [
    made === undefined
      ? html`<p>These fits were stored by an earlier version, which kept neither the layout's text nor how the fit was called: fit again to have them here.</p>`
      : [
          html`<p>The same command gives the same ${isSampled(made) || summary.estimate?.method === 'laplace' ? 'draws' : 'estimates'}, to the last digit, on any machine:</p>`,
          html`<pre class="command" tabindex="0" aria-label="The command"><code>${commandOf(fit, made)}</code></pre>`,
        ],
    html`<dl>
${entry('Layout', html`${manifest.layout}${made !== undefined && html`, <code>${made.layout.path}</code>`}`)}
${made !== undefined && entry('SHA-256 of the layout', html`<code class="digest">${made.layout.sha256}</code>`)}
${entry('Meaning of the layout', html`<code class="digest">${manifest.meaning}</code> <span class="muted">(the same for layouts that say the same)</span>`)}
${Object.entries(summary.choices ?? {}).map(([name, chosen]) => entry(`Choice ${name}`, chosen))}
${made !== undefined && entry(made.data.files === undefined ? 'Table' : 'Files', pathsOf(made.data.files ?? [made.data.path]))}
${(made?.data.notes ?? []).map((note) => entry('Note on the table', note))}
${made?.data.joins !== undefined && entry('Joined tables', pathsOf(made.data.joins))}
${made?.data.tables !== undefined && entry('Other tables', pathsOf(made.data.tables))}
${entry('Rows', rowsText(fits, made))}
${entry(fits.length > 1 ? 'Subjects' : 'Outcome', outcomesText(fits))}
${made !== undefined && (isSampled(made) ? entry('Sampler', samplerText(made)) : summary.estimate !== undefined && entry('Method', estimatorText(summary.estimate)))}
${made !== undefined && entry('Seed', isSampled(made) ? made.settings.seed : (summary.estimate?.estimator.seed ?? null))}
${made !== undefined && entry('Version', `theodolite ${made.version}`)}
</dl>`,
    hasColumns
      ? columnTable(fits, made)
      : html`<p class="muted">What its columns hold, and a digest of each, is in <code>summary.json</code> of ${fit.path}.</p>`,
    made?.layout.text != null && !isLayoutShown && [html`<h3>The layout</h3>`, layoutText(made.layout.text)],
    !isLayoutShown && graphOf(fit),
  ];
}

function pathsOf(paths: readonly string[]): Content {
  return paths.map((path, place) => html`${place > 0 && ', '}<code>${path}</code>`);
}

function entry(term: string, content: Content): Content {
  return html`<dt>${term}</dt><dd>${content}</dd>
`;
}

function rowsText(fits: readonly StoredMaking[], made: ReportSummary['made']): string {
  const counts = [...new Set(fits.map(({ summary }) => summary.rows))];
  const filters = made?.data.rows ?? [];
  const which = filters.length > 0 ? `, those with ${filters.join(' and ')}` : '';
  const stacked = made?.data.stack === undefined ? '' : `, one below the other for each ${made.data.stack}`;
  return `${counts.length === 1 ? counts[0] : `${Math.min(...counts)} to ${Math.max(...counts)}`}${which}${stacked}`;
}

function outcomesText(fits: readonly StoredMaking[]): string {
  const outcomes = Object.keys(fits[0]!.summary.outcomes);
  return outcomes
    .map((outcome) => {
      const columns = [...new Set(fits.map(({ summary }) => summary.outcomes[outcome]!.column))];
      const from = columns.length === 1 && columns[0] === outcome ? '' : ` from ${listed(columns, 12)}`;
      return `${outcome}${from}`;
    })
    .join('; ');
}

function samplerText({ settings }: Provenance): string {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, scouts } = settings;
  if (method === 'smc')
    return `sequential Monte Carlo: ${counted(chains, 'run')} of ${draws} particles; ${scouts} scouts`;
  return `${method}: ${numberWord(chains)} ${chains === 1 ? 'chain' : 'chains'}, ${warmup} steps of warm-up and ${draws} draws each, acceptance aimed at ${targetAccept}, tree depth at most ${maxTreeDepth}; ${scouts} scouts`;
}

function estimatorText({ method, climbs, sampler }: EstimateSummary): string {
  const found = `${METHOD_NAMES[method]}, the highest of ${counted(climbs.all, 'climb')}`;
  return sampler === undefined
    ? found
    : `${found}; ${counted(sampler.chains * sampler.draws, 'draw')} of the normal there`;
}

/** Demands, categories and outcomes, with a summary of their values and a digest. */
function columnTable(fits: readonly StoredMaking[], made: ReportSummary['made']): Content {
  const [{ manifest, summary }] = fits as [StoredMaking];
  const digests = summary.digests ?? {};
  const columns = manifest.columns.filter(({ role }) => role !== 'outcome' || fits.length === 1);
  return html`<details><summary>The columns, what they hold, and a digest of each</summary>
${scrolling(
  'Columns of the data',
  html`<table>
<thead><tr><th scope="col">column</th><th scope="col">what it is</th><th scope="col">allowed</th><th scope="col">least</th><th scope="col">median</th><th scope="col">largest</th><th scope="col">mean</th><th scope="col">sd</th><th scope="col">digest</th></tr></thead>
<tbody>
${columns.map((column) => {
  const held = made?.data.columns[column.name];
  return html`<tr><th scope="row">${column.name}</th><td>${column.doc ?? column.role}</td><td>${domainText(column)}</td>${heldCells(held)}<td><code>${digests[column.name] ?? ''}</code></td></tr>
`;
})}</tbody>
</table>`,
)}
${Object.entries(summary.replaced ?? {}).map(
  ([name, count]) =>
    html`<p>${counted(count, 'value')} of <code>${name}</code> ${count === 1 ? 'was' : 'were'} missing and taken for what the layout says.</p>`,
)}</details>`;
}

function heldCells(held: ColumnSummary | undefined): Content {
  if (held === undefined) return html`<td colspan="5"></td>`;
  if ('levels' in held) return html`<td colspan="5">${counted(held.levels, 'level')}</td>`;
  return [held.min, held.median, held.max, held.mean, held.sd].map(
    (value) => html`<td>${value === null ? '-' : plainNumber(value)}</td>`,
  );
}

function domainText({ domain, kind, unit, role }: ManifestColumn): string {
  const suffix = unit === '' || unit === 'probability' ? '' : ` ${unit}`;
  if (role === 'category') return 'any name';
  if (kind === 'flag' || kind === 'binary') return '0 or 1';
  if (domain.kind === 'set') return domain.values.join(', ');
  if (domain.kind === 'range') {
    const { lo, hi } = domain;
    if (lo !== undefined && hi !== undefined) return `${lo} to ${hi}${suffix}`;
    if (lo !== undefined) return `from ${lo}${suffix}`;
    if (hi !== undefined) return `up to ${hi}${suffix}`;
  }
  return `any number${suffix === '' ? '' : `, in${suffix}`}`;
}

const CLASSES: Readonly<Partial<Record<PieceKind, string>>> = {
  keyword: 'keyword',
  word: 'word',
  call: 'call',
  number: 'numeral',
  comment: 'comment',
  documentation: 'documentation',
};

/** The layout's text with syntax highlighting. */
function layoutText(text: string): Content {
  const pieces = highlight(text.trimEnd()).map((piece) => {
    const name = CLASSES[piece.kind];
    return name === undefined ? piece.text : html`<span class="${name}">${piece.text}</span>`;
  });
  return html`<pre tabindex="0" aria-label="The layout's text"><code>${pieces}</code></pre>`;
}

/** The default form of the draws of a fit of this size. */
function usualFormOf({ parameters, sampler, scales }: StoredMaking['summary']): DrawsFormat {
  const { chains, draws } = sampler!;
  const latents = Object.keys(scales);
  return usualDrawsFormat({ parameters: Object.keys(parameters).length, chains, draws, latents });
}

function isSampled(made: Provenance | EstimateSummary['made']): made is Provenance {
  return 'settings' in made;
}

function commandOf({ summary }: StoredMaking, made: Provenance | EstimateSummary['made']): string {
  if (isSampled(made)) return fitCommand(made, summary.choices, usualFormOf(summary));
  return estimateCommand(made, summary.estimate!);
}

/** The options of `fit` that are not the usual ones. */
function changed(option: string, value: string | number, usual: string | number): string[] {
  return value === usual ? [] : [option, String(value)];
}

/** The words of `fit` that say what is fitted to what. */
function inputWords(
  { layout, data }: Pick<Provenance, 'layout' | 'data'>,
  choices: FitSummary['choices'] = {},
): string[] {
  return [
    ...['theodolite', 'fit', layout.path, ...(data.files ?? [data.path])],
    ...Object.entries(data.outcomes).flatMap(([outcome, columns]) => ['--outcome', `${outcome}=${columns}`]),
    ...data.rows.flatMap((filter) => ['--rows', filter]),
    ...(data.weight === undefined ? [] : [`--${data.weight.kind}`, data.weight.column]),
    ...(data.successes === undefined ? [] : ['--success', data.successes.join(',')]),
    ...(data.stack === undefined ? [] : ['--stack', data.stack]),
    ...(data.bindings ?? []).flatMap((bound) => ['--bind', bound]),
    ...(data.joins ?? []).flatMap((path) => ['--join', path]),
    ...(data.tables ?? []).flatMap((table) => ['--table', table]),
    ...(data.format === undefined ? [] : ['--format', data.format]),
    ...(data.delimiter === undefined ? [] : ['--delimiter', data.delimiter]),
    // In a built module the choices are already made.
    ...(layout.text === null ? [] : Object.entries(choices)).flatMap((choice) => [
      '--choose',
      choice.join('='),
    ]),
  ];
}

/** The `fit` command for a POSIX shell, without options that have their default value. */
export function fitCommand(
  made: Provenance,
  choices: FitSummary['choices'] = {},
  usualForm: DrawsFormat = 'csv',
): string {
  const { method, chains, warmup, draws, targetAccept, maxTreeDepth, seed, scouts, drawsAs } = made.settings;
  const words = [
    ...inputWords(made, choices),
    ...changed('--method', method, DEFAULT_SETTINGS.method),
    ...changed('--chains', chains, DEFAULT_SETTINGS.chains),
    ...(method === 'nuts' ? changed('--warmup', warmup, DEFAULT_SETTINGS.warmup) : []),
    ...changed('--draws', draws, DEFAULT_SETTINGS.draws),
    ...changed('--target-accept', targetAccept, DEFAULT_SETTINGS.targetAccept),
    ...changed('--max-tree-depth', maxTreeDepth, DEFAULT_SETTINGS.maxTreeDepth),
    ...changed('--scouts', scouts, DEFAULT_SCOUTS),
    ...changed('--seed', seed, String(DEFAULT_SETTINGS.seed)),
    ...changed('--draws-as', drawsAs.join(','), usualForm),
    ...['--out', 'results'],
  ];
  return words.map(shellWord).join(' ');
}

/** The same for a point estimate or Laplace's approximation. */
export function estimateCommand(
  made: EstimateSummary['made'],
  { choices, method, parameters, confidence, estimator, sampler }: EstimateSummary,
): string {
  const usualStarts = Object.keys(parameters).length > MAX_WHOLE ? DEFAULT_LARGE_STARTS : DEFAULT_STARTS;
  const words = [
    ...inputWords(made, choices),
    ...['--method', method],
    ...changed('--starts', estimator.starts, usualStarts),
    ...(method === 'laplace' ? [] : changed('--confidence', confidence, DEFAULT_LEVEL)),
    ...(sampler === undefined
      ? []
      : [
          ...changed('--chains', sampler.chains, DEFAULT_SETTINGS.chains),
          ...changed('--draws', sampler.draws, DEFAULT_SETTINGS.draws),
        ]),
    ...changed('--seed', estimator.seed, String(DEFAULT_SETTINGS.seed)),
    ...['--out', 'results'],
  ];
  return words.map(shellWord).join(' ');
}

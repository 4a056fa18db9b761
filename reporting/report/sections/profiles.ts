/** The profiles: one table of all subjects, to sort, filter and choose from, and a paragraph on each subject. */
import { rowsSeen } from '../../../files/fits/fit-summary.ts';
import { misfitsIn } from '../../../files/fits/layout-checks.ts';
import type { VerdictStatus } from '../../../host/diagnose/verdict-status.ts';
import { indentedToPoint } from '../../figures/draw/text.ts';
import type { OverviewCell, OverviewColumn } from '../../figures/kinds/overview.ts';
import { alikeOnes, overviewOf, type SubjectStandings } from '../answer.ts';
import { type Content, html, joined } from '../html.ts';
import type { ComparedGroup, ReportData } from '../report-data.ts';
import { isUsable, type ReportFit, type ReportSubject, type ReportSummary } from '../subjects.ts';
import { FAILURE_VERDICTS, type FailedSummary, failureOf } from '../words/failure.ts';
import { capital, estimateText, listed, spoken } from '../words/phrases.ts';
import { MAX_OTHERS, profileLine, profileParagraph } from '../words/profile-paragraph.ts';
import { type Section, scrolling, sortKey, typeset } from './section.ts';

/** @param figures below the table */
export function profilesSection({ groups, subjects }: ReportData, figures: Content): Section {
  const several = subjects.length > 1;
  return {
    id: 'profiles',
    title: several ? 'All profiles' : 'The profile',
    content: [
      several
        ? html`<p>Posterior medians; below each the narrowest interval that holds the value with a probability of 95 %. Columns are of different units: numbers are compared down a column, never along a row.</p>`
        : html`<p>Posterior medians, each with the narrowest interval that holds the value with a probability of 95 %.</p>`,
      several &&
        html`<div class="controls needs-script" hidden>
<label>Show subjects whose row has <input id="filter" type="search" autocomplete="off" spellcheck="false"></label>
<button type="button" id="choose-all">Choose all</button>
<button type="button" id="choose-none">Choose none</button>
<output id="filter-count" for="filter" aria-live="polite"></output>
</div>
<p class="needs-script doc" hidden>Subjects that are not chosen are hidden from the sections below, and pale in figures that show several.</p>`,
      html`<div id="profiles-tables">${several ? groups.map((group) => wideTable(group, groups.length > 1)) : longTable(subjects[0]!)}</div>`,
      // On paper the table has the same numbers.
      subjects.length > FEW_SUBJECTS ? html`<div class="not-printed">${figures}</div>` : figures,
    ],
  };
}

/** The observed rate of success of a subject; null if there is none. */
function successes({ fit, category, expected }: ReportSubject): number | null {
  const { outcomes, rows } = fit.summary;
  if (category !== null) {
    const column = fit.manifest.columns.find(({ role }) => role === 'outcome')!;
    return column.kind === 'binary' ? (expected?.overall[column.name]?.observed ?? null) : null;
  }
  const [found] = Object.values(outcomes);
  return found !== undefined && 'successes' in found ? found.successes / rowsSeen(rows, found) : null;
}

function wideTable({ title, subjects }: ComparedGroup, isOneOfSeveral: boolean): Content {
  const elements = subjects[0]!.elements;
  const rates = subjects.map(successes);
  const hasRates = rates.some((rate) => rate !== null);
  const heads = [
    { name: 'subject', unit: '' },
    { name: 'fit', unit: '' },
    ...(hasRates ? [{ name: 'successes', unit: '' }] : []),
    ...elements.map(({ latent }) => ({ name: spoken(latent), unit: latent.unit })),
  ];
  const texts = subjects.map((subject) =>
    subject.elements.map(({ summary, latent }) => estimateText(summary, latent)),
  );
  const centers = elements.map((_, place) => indentedToPoint(texts.map((row) => row[place]!.center)));
  return scrolling(
    `Profiles${isOneOfSeveral ? ` of ${title}` : ''}`,
    html`<table class="sortable profiles">
${isOneOfSeveral && html`<caption>${title}</caption>`}
<thead><tr><th scope="col"><span class="needs-script" hidden>chosen</span></th>${heads.map(
      ({ name, unit }) =>
        html`<th scope="col"><button type="button">${name}</button>${unit !== '' && html`<small>${unit}</small>`}</th>`,
    )}</tr></thead>
<tbody>
${subjects.map((subject, index) => {
  const { id, name, fit } = subject;
  const rate = rates[index] ?? null;
  return html`<tr><td><input class="needs-script" hidden type="checkbox" name="subject" value="${id}" aria-label="${name}" checked></td><th scope="row"><a href="#${id}">${name}</a></th><td>${shortVerdict(fit.summary)}</td>${
    hasRates &&
    html`<td data-value="${sortKey(rate)}">${rate === null ? '-' : `${(100 * rate).toFixed(1)} %`}</td>`
  }${subject.elements.map(({ summary }, place) => {
    const { lower, upper } = texts[index]![place]!;
    const center = centers[place]![index]!;
    return html`<td data-value="${sortKey(summary.q50)}">${numberOf(fit, center)}<small>${numberOf(fit, `${lower} to ${upper}`)}</small></td>`;
  })}</tr>
`;
})}</tbody>
</table>`,
  );
}

/** A number of a fit, struck through if the fit failed. */
function numberOf(fit: ReportFit, text: string): Content {
  return isUsable({ fit }) ? text : html`<span class="struck">${text}</span>`;
}

function longTable({ elements, fit }: ReportSubject): Content {
  return scrolling(
    'The profile',
    html`<table class="sortable">
<thead><tr>${['element', 'what it is', 'unit', 'median', '95 % interval', 'scale'].map(
      (head) => html`<th scope="col"><button type="button">${head}</button></th>`,
    )}</tr></thead>
<tbody>
${elements.map(({ latent, summary }) => {
  const { center, lower, upper } = estimateText(summary, latent);
  return html`<tr><th scope="row">${spoken(latent)}</th><td>${latent.doc ?? latent.role}</td><td>${latent.unit}</td><td data-value="${sortKey(summary.q50)}">${numberOf(fit, center)}</td><td>${numberOf(fit, `${lower} to ${upper}`)}</td><td>${latent.scale}</td></tr>
`;
})}</tbody>
</table>`,
  );
}

/** A word of judgement, and the class for its colour. */
export type Badge = readonly [kind: 'good' | 'care' | 'bad', text: string];

export function badge([kind, text]: Badge): Content {
  return html`<span class="verdict ${kind}">${text}</span>`;
}

const VERDICTS = {
  converged: ['good', 'converged'],
  usable: ['care', 'usable with care'],
} as const satisfies Partial<Record<VerdictStatus, Badge>>;

/** The verdict on the chains of a fit, or on its climbs. */
export function verdictText(summary: Pick<ReportSummary, 'status'> & FailedSummary): Content {
  return badge(summary.status === 'failed' ? failedVerdict(summary) : VERDICTS[summary.status]);
}

/** What failed. */
export function failedVerdict(summary: FailedSummary): Badge {
  return ['bad', FAILURE_VERDICTS[failureOf(summary)]];
}

/** Each verdict on a fit that has not failed, as a whole, and the same in a word. */
const WHOLE = {
  misfit: [
    ['bad', 'does not describe the data'],
    ['bad', 'misfit'],
  ],
  usable: [VERDICTS.usable, ['care', 'usable']],
  unchecked: [
    ['care', 'converged, layout not checked'],
    ['care', 'unchecked'],
  ],
  good: [
    ['good', 'converged, describes the data'],
    ['good', 'good'],
  ],
} as const satisfies Record<string, readonly [whole: Badge, word: Badge]>;

type JudgedFit = Pick<ReportSummary, 'status' | 'checks'> & FailedSummary;

function wholeVerdict(summary: JudgedFit): readonly [whole: Badge, word: Badge] {
  const { status, checks } = summary;
  if (status === 'failed') return [failedVerdict(summary), ['bad', 'failed']];
  if (misfitsIn(checks).length > 0) return WHOLE.misfit;
  if (status === 'usable') return WHOLE.usable;
  return checks === undefined || 'unchecked' in checks ? WHOLE.unchecked : WHOLE.good;
}

/** The verdict on a fit as a whole: on its chains, and on whether its layout describes the data. */
export function fitVerdict(summary: JudgedFit): Content {
  return badge(wholeVerdict(summary)[0]);
}

/** The same in a word, for a column that stands beside the name however many columns there are. */
function shortVerdict(summary: JudgedFit): Content {
  return badge(wholeVerdict(summary)[1]);
}

/** Up to this many subjects, each has a paragraph; for more, a table comes first, and each has a line that opens. */
export const FEW_SUBJECTS = 8;

export function subjectsSection({ groups, subjects }: ReportData): Section {
  const several = subjects.length > 1;
  const isCompared = groups.some(({ usable }) => usable.length > 1);
  return {
    id: 'subjects',
    title: several ? 'Each subject' : subjects[0]!.name,
    content: [
      isCompared &&
        html`<p>A strength is an ability in which a subject is very likely (90 % or more) above at least ${Math.round(100 * MAX_OTHERS)} % of the others, a weakness one in which it is below as many.</p>`,
      subjects.length > FEW_SUBJECTS
        ? groups.map((group) => [
            groups.length > 1 && html`<p><strong>${group.title}</strong></p>`,
            subjectLines(group),
          ])
        : groups.map(({ subjects: all, ...group }) =>
            all.map(
              (subject) => html`<article id="${subject.id}" data-subject="${subject.id}">
${several && html`<h3>${subject.name}${subject.category === null && html` ${fitVerdict(subject.fit.summary)}`}</h3>`}
<p>${!several && fitVerdict(subject.fit.summary)} ${paragraphOf(subject, group)}</p>
</article>
`,
            ),
          ),
    ],
  };
}

type Compared = Pick<ComparedGroup, 'usable' | 'comparisons'>;

/** The index of a subject among those that are compared; null if it is not one of them. */
function placeIn({ usable, comparisons }: Compared, subject: ReportSubject): number | null {
  const place = usable.indexOf(subject);
  return place < 0 || comparisons.length === 0 ? null : place;
}

function paragraphOf(subject: ReportSubject, group: Compared): Content {
  const sentences = profileParagraph(subject, group.comparisons, placeIn(group, subject));
  return joined(sentences.map(withLead), ' ');
}

/** A line for each of many subjects, which opens to its paragraph; those that stand alike are together. */
function subjectLines(group: ComparedGroup): Content {
  const { subjects, usable } = group;
  const overview = overviewOf(group);
  if (overview === null) return subjects.map((subject) => subjectLine(subject, group, null));
  const { columns, isWalk, standings } = overview;
  const alike = isWalk ? null : alikeOnes(standings);
  const failed = subjects.filter((subject) => !usable.includes(subject));
  const line = ({ subject, cells }: SubjectStandings) =>
    subjectLine(subject, group, smallProfile(cells, columns));
  return [
    html`<p>The bars are what each has of ${listed(
      columns.map(({ title }) => uncapital(title)),
      columns.length,
    )}, in this order, from the least that any subject has to the most.</p>`,
    alike === null
      ? standings.map(line)
      : alike.map((own) => html`<h3 class="alike">${alikeText(own[0]!.cells, columns)}</h3>${own.map(line)}`),
    failed.length > 0 && [
      html`<h3 class="alike">Fits that failed</h3>`,
      failed.map((subject) => subjectLine(subject, group, null)),
    ],
  ];
}

function subjectLine(subject: ReportSubject, group: Compared, bars: Content): Content {
  const { id, name, fit, category } = subject;
  const rate = successes(subject);
  const told = [
    ...(rate === null ? [] : [`${(100 * rate).toFixed(0)} % succeeded`]),
    profileLine(subject, group.comparisons, placeIn(group, subject)),
  ].filter((each) => each !== '');
  return html`<article class="line" id="${id}" data-subject="${id}"><details><summary><strong>${name}</strong> ${bars} ${category === null && shortVerdict(fit.summary)} <span class="told">${typeset(told.join('; '))}</span></summary>
<p>${paragraphOf(subject, group)}</p></details></article>
`;
}

/** `At the floor of object permanence; at the ceiling of all but ramp ability`. */
function alikeText(cells: readonly OverviewCell[], columns: readonly OverviewColumn[]): string {
  const names = columns.map(({ title }) => uncapital(title));
  const parts = (
    [
      ['at the floor of', 'floor'],
      ['at the ceiling of', 'ceiling'],
      ['the data hardly tell', 'open'],
    ] as const
  ).flatMap(([words, standing]) => {
    const own = names.filter((_, place) => cells[place]!.standing === standing);
    const others = names.filter((name) => !own.includes(name));
    if (own.length === 0) return [];
    if (own.length > 1 && others.length === 0) return [`${words} every ability`];
    return [
      `${words} ${others.length > 0 && others.length < own.length ? `all but ${listed(others, others.length)}` : listed(own, own.length)}`,
    ];
  });
  return capital(parts.length === 0 ? 'at neither end of any ability' : parts.join('; '));
}

const BAR = { width: 4, step: 6, height: 16, least: 1.5 } as const;

/** One bar per ability; none where the data do not tell it. What it shows is told beside it. */
function smallProfile(cells: readonly OverviewCell[], columns: readonly OverviewColumn[]): Content {
  const bars = cells.map(({ center, standing }, place) => {
    const { from, to } = columns[place]!;
    if (center === null || standing === 'open') return '';
    const share = Math.min(1, Math.max(0, (center - from) / (to - from)));
    const height = Number((BAR.least + share * (BAR.height - BAR.least)).toFixed(1));
    return `M${place * BAR.step} ${BAR.height}v-${height}h${BAR.width}v${height}z`;
  });
  return html`<svg class="bars" aria-hidden="true" width="${cells.length * BAR.step}" height="${BAR.height}"><path d="${bars.join('')}"/></svg>`;
}

function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Sets the lead of a sentence, before a colon, in bold. */
function withLead(sentence: string): Content {
  const [, lead, rest] =
    /^(Strengths|Weaknesses|At the upper end|In between|Apart from its abilities)(:.*)$/s.exec(sentence) ??
    [];
  return lead === undefined ? typeset(sentence) : html`<strong>${lead}</strong>${typeset(rest!)}`;
}

/** The heading of a report. */
import { type Html, html } from './html.ts';
import type { ReportFit } from './subjects.ts';
import { capital, counted, listed, sentenceOf, spoken } from './words/phrases.ts';

/** The names of the layouts, as a title. */
export function titleOf(fits: readonly Pick<ReportFit, 'manifest'>[]): string {
  const layouts = [...new Set(fits.map(({ manifest }) => manifest.layout))];
  return listed(layouts.map((name) => capital(spoken({ name, unit: '' }))));
}

/** The heading, with what was fitted to what. */
export function headerOf(
  {
    fits,
    subjects,
  }: {
    readonly fits: readonly {
      readonly manifest: ReportFit['manifest'];
      readonly summary: { readonly rows: number };
    }[];
    readonly subjects: readonly { readonly name: string }[];
  },
  title: string,
): Html {
  const docs = [...new Set(fits.map(({ manifest }) => sentenceOf(manifest.doc)))].filter(
    (doc) => doc !== null,
  );
  const rows = [...new Set(fits.map(({ summary }) => summary.rows))];
  const names =
    subjects.length === 1
      ? subjects[0]!.name
      : `${counted(subjects.length, 'subject')} (${listed(
          subjects.map(({ name }) => name),
          8,
        )})`;
  const howMany =
    rows.length === 1
      ? `${counted(rows[0]!, 'row')}${fits.length > 1 ? ' each' : ''}`
      : `${Math.min(...rows)} to ${Math.max(...rows)} rows each`;
  return html`<header>
<p class="kicker">Report on the layout ${titleOf(fits)}</p>
<h1>${title}</h1>
${docs.map((doc) => html`<p class="lead">${doc}</p>`)}
<p class="muted">${names}, fitted to ${howMany}.</p>
</header>`;
}

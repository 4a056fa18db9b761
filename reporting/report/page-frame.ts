/** The frame of every page: its heading, style, script, content security policy, links to sections, and colours. */
import { pageProperties, THEMES, type Theme } from '../figures/index.ts';
import { LIVE_SCRIPT, LIVE_STYLE, SCRIPT, STYLE } from './assets.ts';
import { type Content, type Html, html, jsonScript, trusted } from './html.ts';
import type { LiveData } from './live/live-data.ts';
import { renderSection, type Section } from './sections/section.ts';
import type { ReportFit } from './subjects.ts';
import { capital, counted, listed, sentenceOf, spoken } from './words/phrases.ts';

export interface PageParts {
  readonly title: string;
  readonly header: Html;
  /** What must be read first; empty if there is nothing. */
  readonly alerts: Content;
  readonly sections: readonly Section[];
  readonly footer: Content;
  /** What a live page carries besides; null for a page that only shows. */
  readonly live?: LiveParts | null;
}

/** The parts of a live page that are not seen. */
export interface LiveParts {
  readonly data: LiveData;
  /** The code of its worker, compressed by gzip, in base64. */
  readonly worker: string;
}

/** A complete page of HTML that loads nothing. The same parts give the same bytes. */
export async function renderPage({
  title,
  header,
  alerts,
  sections,
  footer,
  live = null,
}: PageParts): Promise<string> {
  const style = `${themeStyle()}\n${STYLE}${live === null ? '' : LIVE_STYLE}`;
  const policy = await policyOf(style, live !== null);
  return `<!doctype html>
${html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">To the report</a>
${header}
${navigation(sections)}
<main id="main">
<div class="alerts">
${alerts}
</div>
${sections.map(renderSection)}
</main>
<footer><p class="needs-script" hidden><button type="button" id="unfold">Open all folded parts</button> Parts that are folded are not printed.</p>
${footer} The page is complete in itself and asks for nothing from any network.</footer>
${live !== null && [jsonScript('live-data', live.data), '\n', jsonScript('live-worker', live.worker), '\n']}<script>${trusted(SCRIPT)}</script>
${
  live !== null &&
  html`<script>${trusted(LIVE_SCRIPT)}</script>
`
}</body>
</html>`}
`;
}

function navigation(sections: readonly Section[]): Html {
  return html`<nav aria-label="Sections"><div>
<ul tabindex="0" aria-label="Sections">${sections.map(({ id, title, needsScript }) => html`<li${needsScript === true && html` class="needs-script" hidden`}><a href="#${id}">${title}</a></li>`)}</ul>
<label class="theme needs-script" hidden><select id="theme" aria-label="Colours"><option value="system">auto</option><option value="light">light</option><option value="dark">dark</option></select></label>
</div></nav>`;
}

/** CSS with the colours of figures in light and dark mode. */
export function themeStyle(): string {
  const declarations = (theme: Theme) =>
    pageProperties(theme)
      .split('\n')
      .map((line) => /^(.*): (.*);$/.exec(line)!);
  const dark = new Map(declarations(THEMES.dark).map(([, property, color]) => [property!, color!]));
  const both = declarations(THEMES.light).map(
    ([, property, color]) => `  ${property}: light-dark(${color}, ${dark.get(property!)});`,
  );
  return `:root {\n${both.join('\n')}\n}`;
}

/**
 * The content security policy: nothing may be loaded, and only the page's own style and script may run. A live page also runs a module, in
 * a worker that it makes of its own text.
 */
async function policyOf(style: string, isLive: boolean): Promise<string> {
  const scripts = await Promise.all((isLive ? [SCRIPT, LIVE_SCRIPT] : [SCRIPT]).map(hashOf));
  return [
    "default-src 'none'",
    `style-src ${await hashOf(style)}`,
    `script-src ${scripts.join(' ')}${isLive ? " 'wasm-unsafe-eval'" : ''}`,
    ...(isLive ? ['worker-src blob:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

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

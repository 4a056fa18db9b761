/** What a fit gave: its report, numbers, figures, checks and files. */
import type { FitSummary } from '../../../files/fits/fit-summary.ts';
import { profileRow } from '../../../host/profile.ts';
import type { NamedBytes } from '../work/messages.ts';
import { REPORT, RESULTS } from './draft.ts';
import { button, download, element } from './element.ts';
import { notices } from './notices.ts';
import { sizeText } from './tables.ts';

/** A fit as it is kept. */
export interface KeptResult {
  /** Of the draft that was fitted. */
  readonly digest: string;
  /** The exit status of the fit. */
  readonly status: number;
  /** What the fit printed, and what it said besides. */
  readonly printed: string;
  readonly said: string;
  /** What the report said besides. */
  readonly reportSaid: string;
  /** The files of `results`, and the report. */
  readonly files: readonly NamedBytes[];
  readonly commands: string;
}

/** Exit statuses after which there are results. */
export const FITTED: readonly number[] = [0, 3, 5];

/** What the page can still make of a result. */
export interface ResultServices {
  /** Runs the predictive checks of one subject, and gives what they print. */
  checks(subject: string): Promise<string>;
  /** Draws a figure as SVG; what the command said if it refuses. */
  figure(kind: string): Promise<{ readonly svg: string } | { readonly refused: string }>;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function fileAt({ files }: KeptResult, path: string): Uint8Array | undefined {
  return files.find(([name]) => name === path)?.[1];
}

/** The folders of the fits: one per column of the outcome. */
export function foldersOf({ files }: KeptResult): string[] {
  return files.flatMap(([path]) =>
    path.endsWith('/summary.json') ? [path.slice(0, -'/summary.json'.length)] : [],
  );
}

const subjectName = (folder: string): string => decodeURIComponent(folder.slice(RESULTS.length + 1));

/** The kinds of figures of one fit or several that need nothing besides, or the fitted table. */
const FIGURES = [
  ...['forest', 'density', 'pairs', 'correlations', 'traces', 'ranks', 'energy', 'radial'],
  ...['success-by-demand', 'calibration', 'graph'],
];

/** The result, its report first. */
export function resultView(result: KeptResult, services: ResultServices): HTMLElement {
  const report = fileAt(result, REPORT);
  const tabs: [string, () => HTMLElement][] = [
    ...(report === undefined
      ? []
      : [['Report', () => reportFrame(textOf(report))] as [string, () => HTMLElement]]),
    ['Numbers', () => numbers(result)],
    ['Figures', () => figures(services)],
    ['Predictive checks', () => checks(result, services)],
    ['As printed', () => printed(result)],
    ['Files', () => files(result)],
  ];
  return tabbed(tabs);
}

/** Tabs in the pattern of ARIA: arrows move, and a panel is made when it is first shown. */
function tabbed(tabs: readonly (readonly [string, () => HTMLElement])[]): HTMLElement {
  const bar = element('div', { role: 'tablist', 'aria-label': 'The result', class: 'tabs' });
  const panels = tabs.map(([name], place) =>
    element('div', {
      role: 'tabpanel',
      id: `panel-${place}`,
      'aria-labelledby': `tab-${place}`,
      'data-panel': name,
      tabindex: 0,
      hidden: true,
    }),
  );
  const heads = tabs.map(([name], place) =>
    button(name, () => show(place), { role: 'tab', id: `tab-${place}`, 'aria-controls': `panel-${place}` }),
  );
  const show = (chosen: number) => {
    for (const [place, head] of heads.entries()) {
      head.setAttribute('aria-selected', String(place === chosen));
      head.tabIndex = place === chosen ? 0 : -1;
      panels[place]!.hidden = place !== chosen;
    }
    if (panels[chosen]!.childElementCount === 0) panels[chosen]!.append(tabs[chosen]![1]());
  };
  bar.addEventListener('keydown', ({ key }) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = (heads.findIndex((head) => head.matches(':focus')) + by + heads.length) % heads.length;
    show(next);
    heads[next]!.focus();
  });
  bar.append(...heads);
  show(0);
  return element('div', {}, bar, ...panels);
}

/** The report is a page of its own, which can reach nothing of this one. */
function reportFrame(html: string): HTMLElement {
  const frame = element('iframe', {
    title: 'Report',
    class: 'report',
    sandbox: 'allow-scripts allow-downloads allow-popups',
  });
  frame.srcdoc = html;
  return element(
    'div',
    {},
    frame,
    element(
      'p',
      { class: 'buttons' },
      button('Download the report', () => download(REPORT, html, 'text/html')),
      ' ',
      button('Open it in a tab of its own', () => {
        const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
        open(address, '_blank', 'noopener');
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
      }),
    ),
  );
}

/** The parameters of each subject, as a table. */
function numbers(result: KeptResult): HTMLElement {
  const parts = foldersOf(result).map((folder) => {
    const summary = JSON.parse(textOf(fileAt(result, `${folder}/summary.json`)!)) as Partial<FitSummary>;
    return numbersOf(subjectName(folder), summary);
  });
  return element('div', {}, ...parts);
}

/** With more parameters the table is in `summary.json` alone. */
const MOST_ROWS = 200;

function numbersOf(name: string, { parameters = {}, status }: Partial<FitSummary>): HTMLElement {
  const failed = status === 'failed';
  const rows = Object.entries(parameters);
  const cellsOf = (row: FitSummary['parameters'][string]): Readonly<Record<string, string>> => {
    // Estimates by other methods have other numbers.
    if (!('rhat' in row))
      return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, plainCell(cell)]));
    const { unit: _, ...cells } = profileRow('', row);
    return { ...cells };
  };
  const heads = ['parameter', ...(rows.length === 0 ? [] : Object.keys(cellsOf(rows[0]![1])))];
  const lines = rows.slice(0, MOST_ROWS).map(([parameter, row]) => {
    const cells = Object.values(cellsOf(row));
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, failed ? `not converged: ${parameter}` : parameter),
      ...cells.map((cell) => element('td', { class: 'number' }, cell)),
    );
  });
  const more =
    rows.length > MOST_ROWS ? `The other ${rows.length - MOST_ROWS} parameters are in summary.json.` : '';
  return element(
    'section',
    {},
    element('h3', {}, name),
    failed
      ? element(
          'p',
          { class: 'note bad' },
          'This fit did not converge. The numbers below are no estimates: do not use them.',
        )
      : null,
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Numbers of ${name}` },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...heads.map((head, place) =>
              element('th', { scope: 'col', class: place > 0 ? 'number' : null }, head),
            ),
          ),
        ),
        element('tbody', {}, ...lines),
      ),
    ),
    more === '' ? null : element('p', { class: 'muted' }, more),
  );
}

function plainCell(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toPrecision(4)));
  if (Array.isArray(value)) return value.map(plainCell).join(' to ');
  return value === null ? '–' : typeof value === 'object' ? '' : String(value);
}

function figures({ figure }: ResultServices): HTMLElement {
  const select = element(
    'select',
    { id: 'figure-kind' },
    ...FIGURES.map((kind) => element('option', {}, kind)),
  );
  const place = element('div', { class: 'figure', 'aria-live': 'polite' });
  const draw = async () => {
    place.replaceChildren(element('p', { class: 'muted' }, 'Drawing …'));
    const kind = select.value;
    const drawn = await figure(kind);
    if (kind !== select.value) return;
    if ('refused' in drawn) {
      place.replaceChildren(...notices(drawn.refused));
      return;
    }
    place.replaceChildren(
      element('figure', {}, pictureOf(drawn.svg)),
      button('Download the figure', () => download(`${kind}.svg`, drawn.svg, 'image/svg+xml')),
    );
  };
  select.addEventListener('change', () => void draw());
  void draw();
  return element(
    'div',
    {},
    element('p', { class: 'controls' }, element('label', {}, 'Figure', select)),
    place,
  );
}

/** A figure as a picture, with its own title and description for those who do not see it. */
function pictureOf(svg: string): HTMLImageElement {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const words = ['title', 'desc'].map((tag) => parsed.querySelector(tag)?.textContent ?? '');
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  return element('img', { src: address, alt: words.join('. ') });
}

function checks(result: KeptResult, services: ResultServices): HTMLElement {
  const parts = foldersOf(result).map((folder) => {
    const name = subjectName(folder);
    const place = element('div', { 'aria-live': 'polite' });
    const run = button(`Check the fit of ${name}`, async () => {
      place.replaceChildren(element('p', { class: 'muted' }, 'Making outcomes by the fit …'));
      place.replaceChildren(element('pre', { tabindex: 0 }, await services.checks(folder)));
    });
    return element('section', {}, element('p', {}, run), place);
  });
  return element(
    'div',
    {},
    element(
      'p',
      {},
      'A predictive check compares the outcomes that the fit makes with those that were observed, by each column that the layout reads.',
    ),
    ...parts,
  );
}

function printed({ printed: text, said, commands }: KeptResult): HTMLElement {
  return element(
    'div',
    {},
    element('p', {}, 'The commands print the same, and give the same draws to the byte:'),
    element('pre', { class: 'command', tabindex: 0 }, commands),
    element('pre', { class: 'printed', tabindex: 0 }, `${said}${said === '' ? '' : '\n'}${text}`.trimEnd()),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  wasm: 'application/wasm',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
};

function files(result: KeptResult): HTMLElement {
  const items = result.files
    .filter(([path]) => !path.includes('/chains/'))
    .map(([path, bytes]) => {
      const name = path.replace(`${RESULTS}/`, '').replaceAll('/', '-');
      const save = button(`Download ${path}`, () =>
        download(name, bytes as BlobPart, TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream'),
      );
      save.dataset.path = path;
      return element('li', {}, save, ' ', element('small', {}, sizeText(bytes.length)));
    });
  return element('ul', { class: 'files' }, ...items);
}

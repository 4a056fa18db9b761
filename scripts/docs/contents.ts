/** The table of contents of the site: its sections, and the pages of each in their order. */

export interface SiteSection {
  readonly title: string;
  /** The beginning of the addresses of its pages. */
  readonly folder: string;
  readonly groups: readonly Group[];
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Entry[];
}

/** A page, by the file that it is made from, and its name in the list, which is shorter than its title. */
export interface Entry {
  readonly source: string;
  readonly label: string;
}

const entry = (source: string, label: string): Entry => ({ source, label });

/** The entries of the package, the file that exports each, and the place of its page, which is made when the site is built. */
export const API_ENTRIES: readonly {
  readonly name: string;
  readonly file: string;
  readonly place: string;
}[] = [
  ['theodolite', 'index.ts'],
  ['theodolite/compiler', 'compiler/index.ts'],
  ['theodolite/host', 'host/index.ts'],
  ['theodolite/files', 'files/index.ts'],
  ['theodolite/evaluate', 'analysis/evaluate/index.ts'],
  ['theodolite/sweep', 'analysis/sweep/index.ts'],
  ['theodolite/figures', 'reporting/figures/index.ts'],
  ['theodolite/report', 'reporting/report/index.ts'],
  ['theodolite/editor', 'editor/index.ts'],
].map(([name, file]) => ({
  ...{ name: name!, file: file! },
  place: `reference/api/${name!.split('/')[1] ?? 'theodolite'}.md`,
}));

/** Tools whose names begin with a capital. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ slurm: 'Slurm', snakemake: 'Snakemake', dask: 'Dask', ray: 'Ray', spark: 'Spark' },
  ...{ dvc: 'DVC', duckdb: 'DuckDB' },
};

export const CONTENTS: readonly SiteSection[] = [
  {
    title: 'Start',
    folder: 'start',
    groups: [
      {
        title: 'Start',
        pages: [
          entry('docs/start/profile.md', 'From a table to a profile'),
          entry('docs/start/logs.md', 'Language models: from logs'),
          entry('docs/start/psychometrics.md', 'Persons and items'),
          entry('docs/start/agents.md', 'Agents'),
        ],
      },
    ],
  },
  {
    title: 'Guides',
    folder: 'guides',
    groups: [
      {
        title: 'Layouts',
        pages: [
          entry('docs/guides/write-a-layout.md', 'Write a layout'),
          entry('docs/guides/choose-priors.md', 'Priors, links and steepness'),
          entry('docs/guides/populations.md', 'Populations'),
          entry('docs/guides/coming-from.md', 'Coming from PyMC, Stan, …'),
        ],
      },
      {
        title: 'Before the fit',
        pages: [
          entry('docs/guides/exploration.md', 'Explore a table'),
          entry('docs/guides/simulation.md', 'Simulate'),
          entry('docs/guides/recovery.md', 'Plan instances'),
        ],
      },
      {
        title: 'After the fit',
        pages: [
          entry('docs/guides/read-a-fit.md', 'Read a fit'),
          entry('docs/guides/report.md', 'Read a report'),
          entry('docs/guides/criticise.md', 'Criticise a model'),
          entry('docs/guides/compare.md', 'Compare two models'),
          entry('docs/guides/prediction.md', 'Predict'),
          entry('docs/guides/evaluation.md', 'Evaluate, and sweep'),
          entry('docs/guides/estimates.md', 'Point estimates'),
          entry('docs/guides/figures.md', 'Figures'),
          entry('docs/guides/gallery.md', 'Gallery'),
        ],
      },
      {
        title: 'Where it runs',
        pages: [
          entry('docs/guides/playground.md', 'The playground'),
          entry('docs/guides/browser.md', 'Embed in a page'),
          entry('docs/guides/python.md', 'In Python'),
          entry('docs/guides/node.md', 'In Node'),
          entry('docs/guides/wasi.md', 'Under WASI'),
          entry('docs/guides/editors.md', 'In an editor'),
        ],
      },
      {
        title: 'On many machines',
        pages: ['slurm', 'snakemake', 'dask', 'ray', 'spark', 'dvc', 'duckdb'].map((name) =>
          entry(`examples/${name}/README.md`, NAMES[name] ?? name),
        ),
      },
    ],
  },
  {
    title: 'Reference',
    folder: 'reference',
    groups: [
      {
        title: 'Reference',
        pages: [
          entry('docs/reference/language.md', 'The layout language'),
          entry('docs/reference/command.md', 'The command'),
          entry('docs/reference/tables.md', 'Tables'),
          entry('docs/reference/files.md', 'Results as files'),
          entry('docs/reference/errors.md', 'Messages'),
          entry('docs/reference/table-errors.md', 'Messages about tables'),
          entry('docs/reference/layouts.md', 'Worked layouts'),
          entry('docs/reference/api.md', 'API in TypeScript'),
          entry('docs/reference/abi.md', 'The module’s ABI'),
        ],
      },
    ],
  },
  {
    title: 'Explanation',
    folder: 'explanation',
    groups: [
      {
        title: 'How it works',
        pages: [
          entry('docs/explanation/compiler.md', 'From layout to Wasm'),
          entry('docs/explanation/generated-code.md', 'Generated code'),
          entry('docs/explanation/sampler.md', 'The sampler'),
          entry('docs/explanation/performance.md', 'Performance'),
        ],
      },
      {
        title: 'Why to trust it',
        pages: [
          entry('docs/explanation/trust.md', 'What is tested'),
          entry('docs/explanation/reproduction.md', 'Reproduction'),
          entry('docs/explanation/seeds.md', 'The source documents'),
        ],
      },
    ],
  },
  {
    title: 'Studies',
    folder: 'studies',
    groups: [
      {
        title: 'Studies',
        pages: [
          entry('docs/studies/time-horizons.md', 'Time horizons'),
          entry('docs/studies/leaderboard.md', 'A leaderboard'),
          entry('docs/studies/demands.md', 'Annotated demands'),
        ],
      },
    ],
  },
];

/** All pages of the table of contents. */
export const LISTED: readonly string[] = CONTENTS.flatMap(({ groups }) =>
  groups.flatMap(({ pages }) => pages.map(({ source }) => source)),
);

/**
 * Where the page that is made from a file stands in the site, as `guides/report.md`; null for a file of which there is no
 * page. What is said of worked layouts, and each layout, is under `layouts/`, and examples are under `examples/`.
 */
export function sitePlaceOf(source: string): string | null {
  const [, inDocs] = /^docs\/(.+\.md)$/.exec(source) ?? [];
  if (inDocs !== undefined) return inDocs;
  const [, folder, name] = /^(stdlib-layouts|examples)\/([\w-]+)\/README\.md$/.exec(source) ?? [];
  if (name !== undefined) return `${folder === 'examples' ? 'examples' : 'layouts'}/${name}.md`;
  const [, layout] = /^stdlib-layouts\/(.+)\.ml$/.exec(source) ?? [];
  if (layout !== undefined) return `layouts/${layout}.md`;
  if (source === 'CONTRIBUTING.md') return 'contributing.md';
  return API_ENTRIES.find(({ file }) => file === source)?.place ?? null;
}

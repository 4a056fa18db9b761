/**
 * The sources of the site, made from the pages of the repository: every page at its place in the site, its links led to
 * other pages or to files beside them. The pages themselves keep links that also work where the repository is read.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { inDark } from '../../reporting/figures/draw/theme.ts';
import { sitePlaceOf } from './contents.ts';
import { withLinks } from './markdown-page.ts';

/** Endings that VitePress would take for pages. */
process.env.VITE_EXTRA_EXTENSIONS = 'dvc,lua,ml,mjs,py,r,sbatch,sh,toml,yaml';

/** Files that a reader of the site may open or save. What is longer than this stays in the repository. */
const SHOWN_FILES = /\.(ml|csv|json|py|R|html|toml|yaml|sh|lua|dvc|sbatch|mjs|txt)$/;
const MOST_BYTES = 1_000_000;
const PICTURES = /\.(svg|png)$/;

/**
 * @param root the repository's folder
 * @param folder where the sources of the site are written; what was there before is removed
 * @param repository the address under which the repository's files can be read, ending in a slash; null if there is none: then
 * links to sources that the site does not have are plain text
 */
export function stageSite(root: string, folder: string, repository: string | null): void {
  rmSync(folder, { recursive: true, force: true });
  const sources = new Map<string, string>();
  for (const source of pagesOf(root)) sources.set(sitePlaceOf(source)!, source);
  for (const [place, source] of sources) {
    const text = readFileSync(join(root, source), 'utf8');
    const page = source.endsWith('.ml') ? layoutPage(root, folder, source, text) : text;
    const at = { root, folder, source, place, repository };
    write(
      join(folder, place),
      withDarkFigures(
        withLinks(page, (link, isPicture) => targetOf(link, isPicture, at)),
        dirname(join(folder, place)),
      ),
    );
  }
}

/** All files that a page of the site is made from. */
export function pagesOf(root: string): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.vitepress'))
    .map((path) => `docs/${path}`);
  const others = ['stdlib-layouts', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const layouts = readdirSync(join(root, 'stdlib-layouts'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ml'))
    .map((path) => `stdlib-layouts/${path}`);
  return [
    ...docs,
    ...layouts,
    ...others.filter((path) => existsSync(join(root, path))),
    'CONTRIBUTING.md',
  ].sort();
}

/** A page that shows a layout, with the table and the options of the command that fits it on the page of its folder. */
function layoutPage(root: string, folder: string, source: string, text: string): string {
  const name = basename(source);
  const inFolder = source.split('/').length > 2;
  const fit = inFolder ? fitOf(root, source) : null;
  let facts = '';
  if (fit !== null && statSync(join(root, fit.table)).size <= MOST_BYTES) {
    copy(join(root, fit.table), join(folder, 'public', 'files', fit.table));
    facts = ` ${encodeURIComponent(JSON.stringify({ ...fit, table: `/files/${fit.table}` }))}`;
  }
  const more = inFolder ? '\n\n[What it measures, and its data](README.md)' : '';
  return `# \`${name}\`\n\n\`\`\`layout${facts}\n${text.trimEnd()}\n\`\`\`${more}\n`;
}

interface Fit {
  readonly table: string;
  readonly outcome: string;
  readonly options: string;
}

/** How the page of a layout's folder fits it; null if it is not fitted there to one table. */
function fitOf(root: string, source: string): Fit | null {
  const page = readFileSync(join(root, dirname(source), 'README.md'), 'utf8').replace(/\\\n\s*/g, '');
  const line = page
    .split('\n')
    .find((each) => each.startsWith(`npx theodolite fit ${source} `))
    ?.replace(/\s+#.*$/, '');
  const [table, ...rest] = line?.split(/\s+/).slice(4) ?? [];
  if (table === undefined || !existsSync(join(root, table)) || rest.includes('--join')) return null;
  const words = rest.map((word) => word.replace(/^'(.*)'$/, '$1'));
  const at = words.indexOf('--outcome');
  const outcome = at < 0 ? '' : words[at + 1]!;
  const options = words.filter((_, place) => at < 0 || (place !== at && place !== at + 1)).join(' ');
  return { table, outcome, options };
}

/**
 * Shows each figure in the colours of the page: drawn in the light theme, it is also written in the dark one, and the style
 * shows one of the two. A picture that follows the system by itself stays as it is.
 */
function withDarkFigures(page: string, folder: string): string {
  return page.replace(
    /!\[((?:[^[\]]|\[[^\]]*\])*)\]\((\.[^)\s]*\.svg)\)/g,
    (whole, alt: string, link: string) => {
      const svg = readFileSync(join(folder, decodeURI(link)), 'utf8');
      if (svg.includes('prefers-color-scheme')) return whole;
      const dark = link.replace(/\.svg$/, '.dark.svg');
      write(join(folder, decodeURI(dark)), inDark(svg));
      return `![${alt}](${link}){.light-only} ![${alt}](${dark}){.dark-only}`;
    },
  );
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly source: string;
  readonly place: string;
  readonly repository: string | null;
}

/** Where a link leads in the site; null if there is nothing that it could lead to. */
function targetOf(link: string, isPicture: boolean, at: Place): string | null {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
  const [path, anchor] = link.split('#') as [string, string?];
  let target = normalize(join(dirname(at.source), decodeURI(path))).replace(/\/$/, '');
  if (statSync(join(at.root, target)).isDirectory() && existsSync(join(at.root, target, 'README.md')))
    target = `${target}/README.md`;
  const place = target === 'README.md' ? 'index.md' : sitePlaceOf(target);
  if (place !== null) return `/${place}${anchor === undefined ? '' : `#${anchor}`}`;
  const file = join(at.root, target);
  if (isPicture) {
    // Beside the page, where its link finds it.
    copy(file, join(at.folder, dirname(at.place), path));
    return path.startsWith('.') ? path : `./${path}`;
  }
  const isFile = statSync(file).isFile();
  if (isFile && (SHOWN_FILES.test(target) || PICTURES.test(target)) && statSync(file).size <= MOST_BYTES) {
    copy(file, join(at.folder, 'public', 'files', target));
    return `/files/${target}`;
  }
  return at.repository === null ? null : `${at.repository}${target}`;
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

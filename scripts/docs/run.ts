/**
 * `npm run docs [-- --no-api] [-- --serve]`: builds the site of the documentation into docs/.vitepress/dist, and with
 * `--serve` serves it. `--no-api` leaves out the pages of the API, which take most of the time.
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { PACKAGE } from '../../bench/package-files.ts';
import { apiPages } from './api.ts';
import { API_ENTRIES } from './contents.ts';
import { stageSite, write } from './stage.ts';

const root = fileURLToPath(PACKAGE);
const source = join(root, 'docs/.vitepress/source');
const site = join(root, 'docs/.vitepress/dist');
const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => !['--no-api', '--serve'].includes(flag));
if (unknown.length > 0) throw new Error(`There is no option ${unknown.join(' ')}: --no-api, --serve.`);

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly repository?: { readonly url: string };
};
stageSite(
  root,
  source,
  repository === undefined ? null : `${repository.url.replace(/\.git$/, '')}/blob/main/`,
);
const pages = flags.includes('--no-api')
  ? new Map(API_ENTRIES.map(({ name, place }) => [place, `# \`${name}\`\n`]))
  : await apiPages(root);
for (const [place, page] of pages) write(join(source, place), page);

cpSync(join(root, 'docs/.vitepress/theme/icon.svg'), join(source, 'public/icon.svg'));

// The playground, if it has been built, is part of the site.
const playground = join(root, 'playground');
if (existsSync(playground)) cpSync(playground, join(source, 'public/playground'), { recursive: true });

const { build } = await import('vitepress');
await build(join(root, 'docs'));
console.log(`The site is in ${site}.`);

if (flags.includes('--serve')) {
  const server = createServer(sirv(site, { dev: true }));
  server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/`);
  });
}

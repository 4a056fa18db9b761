/** The reference of the interface in TypeScript, made by TypeDoc from the types and comments of each entry of the package. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ENTRIES } from './contents.ts';

/** TypeDoc calls TypeScript as a library, which version 7 is not: an earlier version is installed under another name. */
const WITH_OTHER_TYPESCRIPT = `export const resolve = (name, context, next) =>
  next(name === 'typescript' && context.parentURL?.includes('/node_modules/typedoc') ? 'typescript-with-api' : name, context);`;

/**
 * The pages of the reference, by their places in the site.
 *
 * @param root the repository's folder
 * @throws Error if TypeDoc cannot read the sources
 */
export async function apiPages(root: string): Promise<Map<string, string>> {
  register(`data:text/javascript,${encodeURIComponent(WITH_OTHER_TYPESCRIPT)}`);
  const { Application } = await import('typedoc');
  const out = mkdtempSync(join(tmpdir(), 'theodolite-api-'));
  try {
    const app = await Application.bootstrapWithPlugins({
      ...{ plugin: ['typedoc-plugin-markdown'], router: 'module', readme: 'none', logLevel: 'Error', out },
      ...{
        entryPoints: API_ENTRIES.map(({ file }) => join(root, file)),
        tsconfig: join(root, 'tsconfig.json'),
      },
      // The type checker of the project has found no errors, and this one is older.
      ...{ skipErrorChecking: true, disableSources: true, excludeInternal: true },
      ...SHAPE,
    });
    const project = await app.convert();
    if (project === undefined) throw new Error('TypeDoc could not read the sources.');
    await app.generateOutputs(project);
    return new Map(
      API_ENTRIES.map(({ name, file, place }) => {
        const page = readFileSync(join(out, file.replace(/\/index\.ts$|\.ts$/, '.md')), 'utf8');
        return [place, pageOf(name, page)];
      }),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Options of the plugin, which the types of TypeDoc do not know. */
const SHAPE = {
  ...{ hideBreadcrumbs: true, hidePageHeader: true, parametersFormat: 'table', propertiesFormat: 'table' },
  ...{ interfacePropertiesFormat: 'table', typeAliasPropertiesFormat: 'table' },
} as object;

/** With the name of the entry as its title. Two names that are called alike have links with another number than ours. */
function pageOf(name: string, page: string): string {
  const body = page.replace(/^# .*\n/, '').replace(/<a id="[^"]*"><\/a> ?/g, '');
  return `---\noutline: [2, 3]\n---\n\n# \`${name}\`\n${body}`;
}

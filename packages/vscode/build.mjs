/**
 * Packs the extension for VS Code: `node packages/vscode/build.mjs FILE.vsix`, after `npm run build`. A .vsix is a ZIP archive of
 * the extension's folder with a manifest beside it, as `vsce` writes it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { build } from 'esbuild';
import { textMateGrammar } from '../../dist/scripts/textmate-grammar.js';

const HERE = new URL('.', import.meta.url);
const ROOT = new URL('../../', HERE);
const read = (name, folder = HERE) => readFileSync(new URL(name, folder), 'utf8');

/** The programs of the extension, each in one file. */
const PROGRAMS = {
  desktop: { entry: 'desktop.mjs', platform: 'node', format: 'cjs' },
  web: { entry: 'web.mjs', platform: 'browser', format: 'cjs' },
  server: { entry: 'server.mjs', platform: 'node', format: 'cjs', conditions: ['browser'] },
  worker: { entry: '../../editor/server/language-worker.ts', platform: 'browser', format: 'iife' },
};

/**
 * The servers are made from the sources, and so hold only the part of the compiler that checks a layout. Of the package's
 * files this part reads the prelude.
 */
const PRELUDE_ALONE = {
  name: 'prelude alone',
  setup(plugin) {
    plugin.onLoad({ filter: /\/compiler\/package-file\.ts$/ }, () => ({
      contents: `export const PRELUDE = 'stdlib-layouts/prelude.ml';
export const BUILD = null;
const text = ${JSON.stringify(read('stdlib-layouts/prelude.ml', ROOT))};
export const packageFile = (path) => (path === PRELUDE ? text : null);`,
    }));
  },
};

/** The files of the archive by path. */
export async function extensionFiles() {
  const files = new Map();
  const bundled = new Set();
  for (const [name, { entry, platform, format, conditions = [] }] of Object.entries(PROGRAMS)) {
    const { outputFiles, metafile } = await build({
      ...{ entryPoints: [fileURLToPath(new URL(entry, HERE))], absWorkingDir: fileURLToPath(ROOT) },
      ...{ bundle: true, minify: true, metafile: true, write: false, legalComments: 'none' },
      ...{ platform, format, conditions, target: 'es2022', external: ['vscode'], plugins: [PRELUDE_ALONE] },
    });
    files.set(`extension/dist/${name}.js`, outputFiles[0].text);
    for (const path of Object.keys(metafile.inputs)) {
      const library = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
      if (library !== undefined) bundled.add(licenceOf(library));
    }
  }
  const manifest = {
    ...JSON.parse(read('package.json')),
    version: JSON.parse(read('package.json', ROOT)).version,
  };
  files.set('extension/package.json', JSON.stringify(manifest, null, 2));
  files.set('extension/language-configuration.json', read('language-configuration.json'));
  files.set('extension/dist/theodolite.tmLanguage.json', JSON.stringify(textMateGrammar(), null, 1));
  files.set('extension/readme.md', read('README.md'));
  files.set('extension/LICENSE.txt', read('LICENSE', ROOT));
  files.set('extension/THIRD-PARTY.txt', [...bundled].sort().join('\n\n'));
  files.set('extension.vsixmanifest', vsixManifest(manifest));
  files.set('[Content_Types].xml', contentTypes(files.keys()));
  return files;
}

/** @throws Error for a package without a licence file, which must not be distributed. */
function licenceOf(name) {
  const folder = new URL(`node_modules/${name}/`, ROOT);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence to go with it`);
  return `${name}\n\n${read(file, folder)}`;
}

function vsixManifest({ name, version, publisher, displayName, description, engines, categories }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Tags>__ext_layout,__web_extension</Tags>
    <Categories>${categories.join(',')}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace,web"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

const TYPES = {
  js: 'application/javascript',
  json: 'application/json',
  md: 'text/markdown',
  txt: 'text/plain',
  vsixmanifest: 'text/xml',
};

function contentTypes(paths) {
  const endings = [...new Set([...paths].map((path) => path.split('.').at(-1)))].sort();
  const lines = endings.map((ending) => `  <Default Extension=".${ending}" ContentType="${TYPES[ending]}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${lines.join('\n')}
</Types>
`;
}

/** The archive as bytes: the same for the same files. */
export async function packExtension() {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, text] of await extensionFiles())
    await writer.add(path, new TextReader(text), { lastModDate: new Date(Date.UTC(2000, 0, 1)) });
  return writer.close();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = resolve(process.argv[2] ?? 'theodolite.vsix');
  writeFileSync(file, await packExtension());
  console.log(file);
}

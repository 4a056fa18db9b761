/**
 * The last steps of the build after tsc has written `dist`: large libraries are added in a form that loads fast, files
 * that a page could not find become part of modules, and the command is made executable.
 */
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compactModules } from './compact-modules.mjs';
import { embedPackageFiles } from './embed-package-files.mjs';
import { embedReportAssets } from './embed-report-assets.mjs';
import { inlineWorker } from './inline-worker.mjs';
import { joinCompiler } from './join-compiler.mjs';
import { pruneDeclarations } from './prune-declarations.mjs';
import { vendorAssemblyScript } from './vendor-assemblyscript.mjs';
import { vendorFont } from './vendor-font.mjs';
import { vendorLibraries } from './vendor-libraries.mjs';

const dist = new URL('../dist/', import.meta.url);

await vendorAssemblyScript(dist);
await vendorLibraries(dist);
await vendorFont(dist);
embedPackageFiles(dist);
await embedReportAssets(dist);
await joinCompiler(dist);
await inlineWorker(dist);
pruneDeclarations(dist);
compactModules(dist);
chmodSync(fileURLToPath(new URL('cli/main.js', dist)), 0o755);

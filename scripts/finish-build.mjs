/** What is left to do when tsc has written `dist`: large libraries are put there in a form that loads fast, and the command is made executable. */
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vendorAssemblyScript } from './vendor-assemblyscript.mjs';
import { vendorChevrotain } from './vendor-chevrotain.mjs';

const dist = new URL('../dist/', import.meta.url);

vendorChevrotain(dist);
await vendorAssemblyScript(dist);
chmodSync(fileURLToPath(new URL('cli/main.js', dist)), 0o755);

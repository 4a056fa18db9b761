/** From a layout's text to an instance, in a separate process: `node compile-once.js LAYOUT`. */
import { readFileSync } from 'node:fs';
import { compileSource } from '../../compiler/compile.ts';
import { loadModule } from '../../host/load.ts';

const name = process.argv[2];
if (name === undefined) throw new Error('usage: compile-once LAYOUT');
const { bytes } = await compileSource({ name, text: readFileSync(name, 'utf8') });
const { module } = await loadModule(bytes);
await WebAssembly.instantiate(module);

/** The second page: a module that was compiled before, from the server or from a file. */
import { load } from 'theodolite/host';
import { startPage } from './fit-form.js';

const form = document.querySelector('#fit');

await startPage(form, async ({ signal, stage }) => {
  stage('Reading the module …');
  const [file] = form.elements.module.files;
  return load(await (file ?? (await fetch('data/ocr.wasm', { signal }))).arrayBuffer());
});

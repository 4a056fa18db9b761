/** The first page: the text in the box is compiled in a worker, and the module fitted. */
import { openCompiler } from 'theodolite/compiler/worker';
import { load } from 'theodolite/host';
import { startPage } from './fit-form.js';

const form = document.querySelector('#fit');
const compiler = openCompiler();

form.elements.layout.value = await (await fetch('data/ocr.ml')).text();

await startPage(form, async ({ signal, stage }) => {
  stage('Compiling the layout …');
  const { bytes } = await compiler.compile(
    { name: 'layout.ml', text: form.elements.layout.value },
    { signal },
  );
  return load(bytes);
});

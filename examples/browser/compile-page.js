/** The first page: the text in the box is compiled in a worker, and the module fitted. */
import { openCompiler } from 'theodolite/compiler/worker';
import { load } from 'theodolite/host';
import { startPage } from './fit-form.js';

const form = document.querySelector('#fit');
const compiler = openCompiler();

// What was written is kept through a reload; an empty box brings the example back.
const KEPT = 'theodolite example layout';
const { layout } = form.elements;
const kept = localStorage.getItem(KEPT) ?? '';
layout.value = kept.trim() === '' ? await (await fetch('data/ocr.ml')).text() : kept;
layout.addEventListener('input', () => localStorage.setItem(KEPT, layout.value));

await startPage(form, async ({ signal, stage }) => {
  stage('Compiling the layout …');
  const { bytes } = await compiler.compile(
    { name: 'layout.ml', text: form.elements.layout.value },
    { signal },
  );
  return load(bytes);
});
